"""Rewrites the files that the program makes: playthroughs, signatures, schemas, references."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.text import Text

from ludarium import load
from ludarium.agents.level_player import LevelPlayer
from ludarium.core import record as records
from ludarium.core.match import Match, Player
from ludarium.server.http import schema_export
from ludarium.server.http.positions import DEMO_FILE
from ludarium.terminal.board_view import draw_board
from tests.architecture import public_api
from tests.playthroughs import playthrough as playthroughs
from tests.search import signatures

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "src" / "ludarium" / "games"
# Seeds of short games in which much happens.
DEMOS = {"caldera": 18, "forge": 101, "ludus": 3, "pyramids": 3, "skysummit": 5}
DEMO_MOVES = 80
PICTURED = (("caldera", 60), ("skysummit", 30), ("pyramids", 40))


def main() -> None:
    """Write every file."""
    folder = ROOT / "tests" / "playthroughs"
    for file in folder.glob("*.txt"):
        file.unlink()
    for name, ruleset, seats in track(list(playthroughs.titles()), "playthroughs"):
        seed = playthroughs.shortest(playthroughs.loaded(name, ruleset), seats)
        text = playthroughs.playthrough(name, ruleset, seats, seed)
        (folder / playthroughs.file_name(name, ruleset, seats)).write_text(text, "utf-8")
    signatures.FILE.write_text(signatures.text(), "utf-8")
    schema_export.write_documents(ROOT)
    public_api.FILE.write_text(public_api.render_public_api(), "utf-8")
    for name, seed in DEMOS.items():
        (GAMES / name / DEMO_FILE).write_text(demo(name, seed), "utf-8")
    images = ROOT / "docs" / "images"
    images.mkdir(exist_ok=True)
    (images / "boards.svg").write_text(picture(), "utf-8")


def demo(name: str, seed: int) -> str:
    """The record of a game between unequal bots, so that it soon comes to its point."""
    match = Match(load(name), seed, [Player("Ada", "hard"), Player("Bao", "medium")])
    players = [
        LevelPlayer(match.game, "medium", seed, nodes=400)
        if seat == seed % 2
        else LevelPlayer(match.game, "hard", seed, nodes=6000)
        for seat in range(2)
    ]
    while match.outcome is None and len(match.moves) < DEMO_MOVES:
        match.play(players[match.position.to_move].choose_move(match.position))
    return records.dumps(records.record(match))


def picture() -> str:
    """A few boards in the middle of a random game, as the terminal shows them."""
    console = Console(width=78, record=True, file=io.StringIO(), force_terminal=True)
    for name, plies in PICTURED:
        game = playthroughs.loaded(name, "standard")
        moves = max((playthroughs.random_game(game, seed, 2) for seed in range(20)), key=len)
        position = game.new(0, 2)
        for move in moves[:plies]:
            game.advance(position, move)
        drawn = draw_board(game.scene(position), game.slot_letters)
        console.print(Text(game.title, "bold"), drawn)
    svg = console.export_svg(title="ludarium play")
    # The picture must show without fetching anything: the reader's own monospace font will do.
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)


if __name__ == "__main__":
    main()
