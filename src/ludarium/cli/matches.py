"""Commands about matches: play one, replay a record."""
# ruff: noqa: PLC0415  slow imports happen in the command that needs them

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from ludarium.cli.arguments import Options, Ruleset, Seats, console, load_named_game, read_match
from ludarium.core.errors import InvalidOption
from ludarium.core.options import STANDARD

if TYPE_CHECKING:
    from ludarium.agents.contender import Contender

DEFAULT_OPPONENT = "medium"


def play(
    game: Annotated[str, typer.Argument(help="A game's id, or path/to/file.py:Symbol.")] = "",
    players: Annotated[
        str,
        typer.Option(
            help="One for each seat, separated by commas: human, 1 to 12, easy, medium, hard, "
            "master, 7-bold, random, search:nodes=N, bot.py:Symbol, 'subprocess:python bot.py', "
            "ws://host:port, …"
        ),
    ] = "",
    against: Annotated[
        str, typer.Option(help="The player of all seats but yours, instead of --players.")
    ] = "",
    seat: Annotated[int, typer.Option(min=0, help="With --against: your seat.")] = 0,
    seats: Seats = None,
    ruleset: Ruleset = STANDARD,
    option: Options = [],  # noqa: B006  typer reads the default and never changes it
    seed: Annotated[int, typer.Option(help="The seed of a random set-up and of the levels.")] = 0,
    nodes: Annotated[
        int, typer.Option(min=0, help="Nodes for each move of a level, instead of its time.")
    ] = 0,
    record: Annotated[Path | None, typer.Option("--load", help="Continue a record.")] = None,
    save: Annotated[Path | None, typer.Option(help="Write the record here at the end.")] = None,
) -> None:
    """Play a game in the terminal."""
    from ludarium.agents.player_spec import public_label
    from ludarium.core.match import Match, Player
    from ludarium.terminal.session import TerminalSession

    # Only players named here are opened: a record from outside must not start a program.
    contenders: dict[int, Contender] = {}
    if record is not None:
        match = read_match(record, game)
    elif not game:
        raise InvalidOption("no_game", "Name a game, or a record with --load.")
    else:
        loaded = load_named_game(game, ruleset, option)
        kinds = _player_kinds(players, against, seat, seats or loaded.seat_counts[0])
        if len(kinds) not in loaded.seat_counts:
            known = " or ".join(map(str, loaded.seat_counts))
            raise InvalidOption("wrong_seats", f"{loaded.title} is a game for {known} seats.")
        names = zip(loaded.seat_names, kinds, strict=False)
        contenders = _open_contenders(kinds, game)
        match = Match(loaded, seed, [Player(name, public_label(kind)) for name, kind in names])
    TerminalSession(match, console, save, nodes, contenders).play_match()


def _player_kinds(players: str, against: str, seat: int, seats: int) -> list[str]:
    """The kind of player of each seat."""
    if players and against:
        raise InvalidOption("two_answers", "Give either --players or --against.")
    # A comma before a setting belongs to its player.
    listed = re.split(r",(?![a-z]+=)", players)
    kinds = listed if players else [against or DEFAULT_OPPONENT] * seats
    if not players:
        if seat >= seats:
            raise InvalidOption("wrong_seats", f"The seats are numbered from 0 to {seats - 1}.")
        kinds[seat] = "human"
    return kinds


def _open_contenders(kinds: list[str], game: str) -> dict[int, Contender]:
    """Open the players of a game that are no level, by seat."""
    from ludarium.agents.levels import is_level_name
    from ludarium.agents.player_spec import open_contender

    return {
        seat: open_contender(kind, game=game)
        for seat, kind in enumerate(kinds)
        if kind not in ("human", "random") and not is_level_name(kind)
    }


def replay(
    record: Annotated[Path, typer.Argument(help="A game record.")],
    game: Annotated[str, typer.Option(help="path/to/file.py:Symbol, if not registered.")] = "",
    boards: Annotated[bool, typer.Option(help="Draw the board after every move.")] = False,
) -> None:
    """Check a game record move by move and show it."""
    from ludarium.terminal.board_view import draw_board
    from ludarium.terminal.session import describe_match

    match = read_match(record, game)
    for number, (position, move) in enumerate(match.steps(), 1):
        if boards and number > 1:
            console.print(draw_board(match.game.scene(position), match.game.slot_letters))
        seat = match.players[position.to_move].name
        console.print(f"{number:>4}. {escape(seat)}: {escape(match.game.notate(position, move))}")
    console.print(draw_board(match.game.scene(match.position), match.game.slot_letters))
    console.print(describe_match(match))
