"""TerminalSession: a match in the terminal, with typed moves and commands."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from ludarium.agents.contender import Contender, Forfeit
from ludarium.agents.level_player import LevelPlayer
from ludarium.agents.levels import is_level_name
from ludarium.agents.time_control import GameClocks, TimeControl
from ludarium.analysis.position_analysis import Analyst
from ludarium.core.errors import IllegalMove, cite_rule
from ludarium.core.evaluator import Evaluator
from ludarium.core.game import Outcome
from ludarium.core.match import OUTSIDE_REASONS, Match
from ludarium.core.record import dumps, record
from ludarium.search.limits import Limits
from ludarium.terminal.board_view import draw_board
from ludarium.terminal.event_text import describe_events

HINT_LIMITS = Limits(seconds=1.0)
SESSION_COMMANDS = {
    "moves": "list the legal moves",
    "hint": "show a good move",
    "undo": "take back your last move",
    "resign": "give up",
    "save FILE": "write the game record",
    "board": "draw the board again",
    "help": "show these commands",
    "quit": "leave the game",
}


class TerminalSession:
    """One match. A seat belongs to a person, a level, a random player or another contender."""

    def __init__(
        self,
        match: Match,
        console: Console,
        save: Path | None = None,
        nodes: int = 0,
        contenders: Mapping[int, Contender] | None = None,
    ) -> None:
        """`nodes`, unless 0, limits the levels instead of time.

        `contenders` are all other players, by seat. The session closes them at its end.
        """
        self.match = match
        self.console = console
        self.save_to = save
        # Each seat has its own seed, so that two players of one level differ.
        self.levels = {
            seat: LevelPlayer(
                match.game,
                player.kind,
                len(match.players) * match.seed + seat,
                nodes,
                seats=len(match.players),
            )
            for seat, player in enumerate(match.players)
            if is_level_name(player.kind)
        }
        self.contenders = dict(contenders or {})
        self.analyst: Analyst | None = None  # made by the first hint
        self.touched: set[str] = set()
        self.read_line = _line_reader()

    def play_match(self) -> None:
        """Play until the game ends or the player quits. Both save the record if wanted."""
        self.print_board()
        try:
            self.start_contenders()
            while self.match.outcome is None and self.play_turn():
                pass
        except (EOFError, KeyboardInterrupt):
            self.console.print()
        self.finish()

    def play_turn(self) -> bool:
        """Play one move or command. Returns False after `quit`."""
        match = self.match
        player = match.players[match.position.to_move]
        if player.kind == "random":
            # Seeded by the match and the ply, so that the moves are reproducible.
            rng = random.Random(f"{match.seed} {len(match.moves)}")
            self.play_move(rng.choice(match.game.moves(match.position)))
            return True
        if match.position.to_move in self.levels:
            with self.console.status(f"{escape(player.name)} is thinking"):
                move = self.levels[match.position.to_move].choose_move(match.position)
            self.play_move(move)
            return True
        if match.position.to_move in self.contenders:
            self.request_move(match.position.to_move)
            return True
        line = self.read_line(f"{player.name}> ", self.completions).strip()
        word, _, rest = line.partition(" ")
        if word == "quit":
            return False
        command = getattr(self, f"do_{word}", None)
        if command is not None:
            command(rest.strip())
        elif line:
            self.try_move(line)
        return True

    def start_contenders(self) -> None:
        """Start the game of all contenders."""
        match = self.match
        for seat, contender in self.contenders.items():
            seats = len(match.players)
            try:
                contender.start_game(match.game, seat, seats, seats * match.seed + seat, True)
            except Forfeit as forfeit:
                self.end_by_forfeit(seat, forfeit)

    def request_move(self, seat: int) -> None:
        """Play the move of a contender, or end the game by its forfeit."""
        clocks = GameClocks(TimeControl(), len(self.match.players))
        try:
            with self.console.status(f"{escape(self.match.players[seat].name)} is thinking"):
                move = self.contenders[seat].request_move(self.match, clocks.allowance(seat)).move
        except Forfeit as forfeit:
            self.end_by_forfeit(seat, forfeit)
        else:
            self.play_move(move)

    def end_by_forfeit(self, seat: int, forfeit: Forfeit) -> None:
        """End the game by a forfeit. With three seats it has no winner."""
        self.print_refusal(f"{forfeit.message} {forfeit.detail}".strip())
        others = [other for other in range(len(self.match.players)) if other != seat]
        self.match.end(Outcome(others[0] if len(others) == 1 else None, forfeit.code))

    def completions(self) -> list[str]:
        """The moves and commands that can be typed now."""
        game, position = self.match.game, self.match.position
        commands = [command.split()[0] for command in SESSION_COMMANDS]
        return [game.notate(position, move) for move in game.moves(position)] + commands

    def try_move(self, written: str) -> None:
        """Play a typed move, or print why it is refused."""
        try:
            move = self.match.game.move_from_notation(self.match.position, written)
        except IllegalMove as refusal:
            self.print_refusal(cite_rule(refusal))
            self.suggest_moves(written)
            return
        self.play_move(move)

    def play_move(self, move: int) -> None:
        """Play a move and print the board."""
        match = self.match
        seat = match.players[match.position.to_move].name
        notation = match.game.notate(match.position, move)
        events = match.game.events(match.position, move)
        self.touched = {place for event in events for place in (event.at, event.to) if place}
        before = match.game.scene(match.position)
        match.play(move)
        self.console.print(f"[bold]{len(match.moves)}. {escape(seat)}: {escape(notation)}[/bold]")
        after = match.game.scene(match.position)
        for sentence in describe_events(match.game, before, after, events):
            self.console.print(f"[dim]   {escape(sentence)}[/dim]")
        self.print_board()

    def suggest_moves(self, written: str) -> None:
        """Print legal moves that begin like the refused one."""
        for length in range(len(written), 0, -1):
            near = [word for word in self.completions() if word.startswith(written[:length])]
            if near:
                more = " …" if len(near) > 12 else ""
                self.console.print(f"[dim]You could write {escape('  '.join(near[:12]))}{more}[/]")
                return
        self.console.print("[dim]Type moves for the legal moves, help for the commands.[/]")

    def print_refusal(self, message: str) -> None:
        """Print an error."""
        self.console.print(f"[red]{escape(message)}[/red]")

    def print_board(self) -> None:
        """Draw the board."""
        game = self.match.game
        scene = game.scene(self.match.position)
        self.console.print(draw_board(scene, game.slot_letters, self.touched))

    def do_moves(self, _: str) -> None:
        """List the legal moves."""
        game, position = self.match.game, self.match.position
        written = [game.notate(position, move) for move in game.moves(position)]
        self.console.print(escape("  ".join(written)))

    def do_hint(self, _: str) -> None:
        """Show the first move of the best line and its winning chance."""
        self.analyst = self.analyst or Analyst(self.match.game)
        with self.console.status("looking for a good move"):
            best = self.analyst.analyse(self.match.position, HINT_LIMITS).best
        if best.plies is not None:
            worth = f"{'wins' if best.plies > 0 else 'loses'} in {abs(best.plies)}"
        elif type(self.match.game.evaluator()) is Evaluator:
            self.console.print("No forced win is near, and this game has no evaluator for more.")
            return
        else:
            worth = f"wins with a chance of {best.chance:.0%}"
        self.console.print(f"Try [bold]{escape(best.notation[0])}[/bold], which {worth}.")

    def do_undo(self, _: str) -> None:
        """Take back the last move of a person and all later ones."""
        match = self.match
        seats = [position.to_move for position, _ in match.steps()]
        people = [ply for ply, seat in enumerate(seats) if match.players[seat].kind == "human"]
        if not people:
            self.print_refusal("There is no move of yours to take back.")
            return
        match.undo(len(match.moves) - people[-1])
        self.touched = set()
        self.print_board()

    def do_resign(self, _: str) -> None:
        """Give up."""
        self.match.resign(self.match.position.to_move)

    def do_save(self, name: str) -> None:
        """Write the game record."""
        if not name:
            self.print_refusal("Type save and the name of a file.")
            return
        self.write_record(Path(name))

    def do_board(self, _: str) -> None:
        """Draw the board again."""
        self.print_board()

    def do_help(self, _: str) -> None:
        """Show the commands."""
        for command, text in SESSION_COMMANDS.items():
            self.console.print(f"  [bold]{command:<10}[/bold] {text}")
        self.console.print("  anything else is a move, as in the list of moves")

    def write_record(self, path: Path) -> None:
        """Write the game record to a file."""
        try:
            path.write_text(dumps(record(self.match)), "utf-8")
        except OSError:
            self.print_refusal("That file cannot be written.")
        else:
            self.console.print(f"Saved to {escape(str(path))}.")

    def finish(self) -> None:
        """Close the contenders, print the outcome and save the record."""
        for contender in self.contenders.values():
            if self.match.outcome is not None:
                contender.end_game(self.match.outcome)
            contender.close()
        self.console.print(describe_match(self.match))
        if self.save_to is not None:
            self.write_record(self.save_to)


def describe_match(match: Match) -> str:
    """The state of a match in one sentence."""
    outcome = match.outcome
    if outcome is None:
        return f"{match.players[match.position.to_move].name} is to move."
    sentence = match.game.reasons.get(outcome.reason) or OUTSIDE_REASONS[outcome.reason]
    if outcome.winner is None:
        return f"No player wins. {sentence}"
    return f"[bold]{escape(match.players[outcome.winner].name)} wins.[/bold] {sentence}"


def _line_reader() -> Callable[[str, Callable[[], Iterable[str]]], str]:
    """A function that reads a line, with completion if stdin is a terminal."""
    if not sys.stdin.isatty():
        return lambda prompt, words: input(prompt)
    from prompt_toolkit import PromptSession  # noqa: PLC0415  slow to import, needed only here
    from prompt_toolkit.completion import WordCompleter  # noqa: PLC0415

    session: PromptSession[str] = PromptSession()

    def ask(prompt: str, words: Callable[[], Iterable[str]]) -> str:
        return session.prompt(prompt, completer=WordCompleter(list(words()), sentence=True))

    return ask
