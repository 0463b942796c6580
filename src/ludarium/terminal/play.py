"""Playing a match in the terminal: a drawn board, typed notation, and a few commands."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from ludarium.agents.contender import Contender, Forfeit
from ludarium.agents.level_player import LevelPlayer
from ludarium.agents.levels import LEVELS
from ludarium.agents.time_control import GameClocks, TimeControl
from ludarium.analysis.position_analysis import Analyst
from ludarium.core.errors import IllegalMove
from ludarium.core.game import Outcome
from ludarium.core.match import OUTSIDE_REASONS, Match
from ludarium.core.record import dumps, record
from ludarium.search.limits import Limits
from ludarium.terminal.board import board

HINT = Limits(seconds=1.0)
COMMANDS = {
    "moves": "list the legal moves",
    "hint": "show a good move",
    "undo": "take back your last move",
    "resign": "give up",
    "save FILE": "write the game record",
    "board": "draw the board again",
    "help": "show these commands",
    "quit": "leave the game",
}


class Session:
    """One match at the terminal; every seat is a person's, a level's, a guest's or is drawn for."""

    def __init__(
        self,
        match: Match,
        console: Console,
        save: Path | None = None,
        nodes: int = 0,
        guests: Mapping[int, Contender] | None = None,
    ) -> None:
        """`nodes` limits the levels by what they look at, instead of by time.

        `guests` are contenders of other kinds, by their seats; they are closed in the end.
        """
        self.match = match
        self.console = console
        self.save_to = save
        # Each seat its own seed: two players of one level do not see the same.
        self.levels = {
            seat: LevelPlayer(
                match.game, player.kind, len(match.players) * match.seed + seat, nodes
            )
            for seat, player in enumerate(match.players)
            if player.kind in LEVELS
        }
        self.guests = dict(guests or {})
        self.analyst: Analyst | None = None  # made when a hint is asked for
        self.touched: set[str] = set()
        self.ask = _asker()

    def run(self) -> None:
        """Play until the game ends or the player leaves; `save` keeps it either way."""
        self.show()
        try:
            self.welcome()
            while self.match.outcome is None and self.turn():
                pass
        except (EOFError, KeyboardInterrupt):
            self.console.print()
        self.close()

    def turn(self) -> bool:
        """One move or command; False when the player leaves."""
        match = self.match
        player = match.players[match.position.to_move]
        if player.kind == "random":
            # Seeded by the match and the ply: the same record gives the same moves again.
            rng = random.Random(f"{match.seed} {len(match.moves)}")
            self.play(rng.choice(match.game.moves(match.position)))
            return True
        if match.position.to_move in self.levels:
            with self.console.status(f"{escape(player.name)} is thinking"):
                move = self.levels[match.position.to_move].choose_move(match.position)
            self.play(move)
            return True
        if match.position.to_move in self.guests:
            self.invite(match.position.to_move)
            return True
        line = self.ask(f"{player.name}> ", self.words).strip()
        word, _, rest = line.partition(" ")
        if word == "quit":
            return False
        command = getattr(self, f"do_{word}", None)
        if command is not None:
            command(rest.strip())
        elif line:
            self.try_move(line)
        return True

    def welcome(self) -> None:
        """Tell the guests that the game starts."""
        match = self.match
        for seat, guest in self.guests.items():
            seats = len(match.players)
            try:
                guest.start_game(match.game, seat, seats, seats * match.seed + seat, True)
            except Forfeit as forfeit:
                self.forfeit(seat, forfeit)

    def invite(self, seat: int) -> None:
        """Have a guest move, or lose by its own fault."""
        clocks = GameClocks(TimeControl(), len(self.match.players))
        try:
            with self.console.status(f"{escape(self.match.players[seat].name)} is thinking"):
                move = self.guests[seat].request_move(self.match, clocks.allowance(seat)).move
        except Forfeit as forfeit:
            self.forfeit(seat, forfeit)
        else:
            self.play(move)

    def forfeit(self, seat: int, forfeit: Forfeit) -> None:
        """A guest loses; with three seats nobody wins by that."""
        self.refuse(f"{forfeit.message} {forfeit.detail}".strip())
        others = [other for other in range(len(self.match.players)) if other != seat]
        self.match.end(Outcome(others[0] if len(others) == 1 else None, forfeit.code))

    def words(self) -> list[str]:
        """What can be typed now, for completion."""
        game, position = self.match.game, self.match.position
        commands = [command.split()[0] for command in COMMANDS]
        return [game.notate(position, move) for move in game.moves(position)] + commands

    def try_move(self, written: str) -> None:
        """Play a typed move, or say why not."""
        try:
            move = self.match.game.move_from_notation(self.match.position, written)
        except IllegalMove as refusal:
            self.refuse(f"{refusal.message} (rule {refusal.rule})")
            self.suggest(written)
            return
        self.play(move)

    def play(self, move: int) -> None:
        """Play a move and show what it did."""
        match = self.match
        seat = match.players[match.position.to_move].name
        notation = match.game.notate(match.position, move)
        events = match.game.events(match.position, move)
        self.touched = {place for event in events for place in (event.at, event.to) if place}
        match.play(move)
        self.console.print(f"[bold]{len(match.moves)}. {escape(seat)}: {escape(notation)}[/bold]")
        self.show()

    def suggest(self, written: str) -> None:
        """Legal moves that begin like the refused one."""
        for length in range(len(written), 0, -1):
            near = [word for word in self.words() if word.startswith(written[:length])]
            if near:
                more = " …" if len(near) > 12 else ""
                self.console.print(f"[dim]You could write {escape('  '.join(near[:12]))}{more}[/]")
                return
        self.console.print("[dim]Type moves for the legal moves, help for the commands.[/]")

    def refuse(self, message: str) -> None:
        """Say what was wrong."""
        self.console.print(f"[red]{escape(message)}[/red]")

    def show(self) -> None:
        """Draw the board."""
        self.console.print(board(self.match.game.scene(self.match.position), self.touched))

    def do_moves(self, _: str) -> None:
        """List the legal moves."""
        game, position = self.match.game, self.match.position
        written = [game.notate(position, move) for move in game.moves(position)]
        self.console.print(escape("  ".join(written)))

    def do_hint(self, _: str) -> None:
        """Show the first move of the best line, and what it is worth."""
        self.analyst = self.analyst or Analyst(self.match.game)
        with self.console.status("looking for a good move"):
            best = self.analyst.analyse(self.match.position, HINT).best
        worth = f"wins with a chance of {best.chance:.0%}"
        if best.plies is not None:
            worth = f"{'wins' if best.plies > 0 else 'loses'} in {abs(best.plies)}"
        self.console.print(f"Try [bold]{escape(best.notation[0])}[/bold], which {worth}.")

    def do_undo(self, _: str) -> None:
        """Take back everything since a person's last move, that one included."""
        match = self.match
        seats = [position.to_move for position, _ in match.steps()]
        people = [ply for ply, seat in enumerate(seats) if match.players[seat].kind == "human"]
        if not people:
            self.refuse("There is no move of yours to take back.")
            return
        match.undo(len(match.moves) - people[-1])
        self.touched = set()
        self.show()

    def do_resign(self, _: str) -> None:
        """Give up."""
        self.match.resign(self.match.position.to_move)

    def do_save(self, name: str) -> None:
        """Write the game record."""
        if not name:
            self.refuse("Type save and the name of a file.")
            return
        self.write(Path(name))

    def do_board(self, _: str) -> None:
        """Draw the board again."""
        self.show()

    def do_help(self, _: str) -> None:
        """Show the commands."""
        for command, text in COMMANDS.items():
            self.console.print(f"  [bold]{command:<10}[/bold] {text}")
        self.console.print("  anything else is a move, as in the list of moves")

    def write(self, path: Path) -> None:
        """Write the game record to a file."""
        try:
            path.write_text(dumps(record(self.match)), "utf-8")
        except OSError:
            self.refuse("That file cannot be written.")
        else:
            self.console.print(f"Saved to {escape(str(path))}.")

    def close(self) -> None:
        """Say how it ended and keep the record."""
        for guest in self.guests.values():
            if self.match.outcome is not None:
                guest.end_game(self.match.outcome)
            guest.close()
        self.console.print(describe(self.match))
        if self.save_to is not None:
            self.write(self.save_to)


def describe(match: Match) -> str:
    """How a match stands, in a sentence."""
    outcome = match.outcome
    if outcome is None:
        return f"{match.players[match.position.to_move].name} is to move."
    sentence = match.game.reasons.get(outcome.reason) or OUTSIDE_REASONS[outcome.reason]
    if outcome.winner is None:
        return f"Nobody wins. {sentence}"
    return f"[bold]{escape(match.players[outcome.winner].name)} wins.[/bold] {sentence}"


def _asker() -> Callable[[str, Callable[[], Iterable[str]]], str]:
    """How to read a line: with completion at a terminal, plainly from a pipe."""
    if not sys.stdin.isatty():
        return lambda prompt, words: input(prompt)
    from prompt_toolkit import PromptSession  # noqa: PLC0415  slow to import, needed only here
    from prompt_toolkit.completion import WordCompleter  # noqa: PLC0415

    session: PromptSession[str] = PromptSession()

    def ask(prompt: str, words: Callable[[], Iterable[str]]) -> str:
        return session.prompt(prompt, completer=WordCompleter(list(words()), sentence=True))

    return ask
