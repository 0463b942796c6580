"""A live game: the match, its clock, and the seat of each move."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from random import Random
from typing import Any

from msgspec import Raw
from msgspec.json import decode, encode

from ludarium.core.game import AnyGame, Outcome
from ludarium.core.match import Match, Player
from ludarium.core.position import Position
from ludarium.core.record import Ending
from ludarium.core.scene import Event as Step
from ludarium.core.scene import Scene
from ludarium.server.protocol.codec import MoveChoice, Played, View
from ludarium.server.protocol.events import Began, Holder, Moved
from ludarium.server.protocol.room_setup import ClockRule
from ludarium.server.rooms.clock import Clock


class LiveGame:
    """One game from its beginning; a rematch has a table of its own."""

    def __init__(self, game: AnyGame, rule: ClockRule, began: Began, now: float) -> None:
        self.number = began.game
        self.match = Match(game, began.seed, [record_player(holder) for holder in began.seats])
        self.clock = Clock(rule, len(began.seats))
        self.played: list[Played] = []
        self.steps: list[Step] = []  # what the last move did
        self._scene: Scene | None = None  # drawn once, for all members
        self.clock.begin(self.match.position.to_move, now)

    @property
    def ply(self) -> int:
        """How many moves stand."""
        return len(self.match.moves)

    @property
    def to_move(self) -> int | None:
        """The seat to move, None when the game is over."""
        return None if self.match.outcome else self.match.position.to_move

    def position_after(self, move: int) -> Position:
        """The position after a legal move."""
        position = self.match.position.copy()
        self.match.game.advance(position, move)
        return position

    def move(self, move: int, now: float, took: float | None = None, forced: bool = False) -> Moved:
        """The event of a legal move, played now."""
        game, position = self.match.game, self.match.position
        over = self.position_after(move).to_move != position.to_move
        return Moved(
            seat=position.to_move,
            ply=self.ply,
            move=Raw(encode(game.move_to_json(position, move))),
            notation=game.notate(position, move),
            packed=move,
            left=self.clock.after(now, over, took),
            forced=forced,
        )

    def play(self, fact: Moved, now: float) -> None:
        """Play a move."""
        self.steps = self.match.game.events(self.match.position, fact.packed)
        self.match.play(fact.packed)
        self._played([fact], now)

    def recall(self, facts: Sequence[Moved], now: float) -> None:
        """Replay stored moves, the last of them at `now`, without showing them one by one."""
        *before, last = facts
        for fact in before:
            self.match.play(self._packed(fact))
        if before:
            self.clock.set(before[-1].left, self.match.position.to_move, now)
        self.match.play(self._packed(last))
        self.steps = []
        self._played(facts, now)

    def _played(self, facts: Sequence[Moved], now: float) -> None:
        self._scene = None
        self.played += [Played(fact.seat, fact.notation) for fact in facts]
        left = facts[-1].left
        if self.match.outcome:
            self.clock.end(left)
        else:
            self.clock.set(left, self.match.position.to_move, now)

    def undo(self, ply: int, left: tuple[float, ...], now: float) -> None:
        """Go back to the first `ply` moves."""
        self.match.undo(self.ply - ply)
        del self.played[ply:]
        self.steps = []
        self._scene = None
        self.clock.set(left, self.match.position.to_move, now)

    def end(self, outcome: Outcome, left: tuple[float, ...]) -> None:
        """End the game, by the rules' own outcome if there is one."""
        if self.match.outcome is None:
            self.match.end(outcome)
        self.clock.end(left)

    def last_turn_ply(self, seats: tuple[int, ...]) -> int | None:
        """The ply that began the last turn of any of the seats, None if they have not moved."""
        movers = [step.seat for step in self.played]
        last = max((ply for ply, seat in enumerate(movers) if seat in seats), default=None)
        while last and movers[last - 1] == movers[last]:
            last -= 1
        return last

    def count_turns(self) -> tuple[int, ...]:
        """How many turns each seat has taken; several steps in a row are one turn."""
        movers = [seat for seat, _ in groupby(step.seat for step in self.played)]
        return tuple(movers.count(seat) for seat in range(len(self.match.players)))

    def is_inside_turn(self) -> bool:
        """Whether the seat to move has begun its turn."""
        return bool(self.played) and self.played[-1].seat == self.to_move

    def random_move(self) -> int:
        """A legal move drawn by the game's seed, for a seat out of time."""
        moves = self.match.game.moves(self.match.position)
        return Random(f"{self.match.seed} {self.ply}").choice(moves)

    def choices(self) -> tuple[MoveChoice, ...]:
        """The legal moves as clients need them."""
        return choices(self.match.game, self.match.position)

    def view(self, now: float) -> View:
        """The game as all members may see it."""
        match = self.match
        if self._scene is None:
            self._scene = match.game.scene(match.position)
        return View(
            game=self.number,
            ply=self.ply,
            to_move=self.to_move,
            scene=self._scene,
            outcome=Ending(*match.outcome) if match.outcome else None,
            clocks=self.clock.clock_times(now),
            steps=tuple(self.steps),
        )

    def _packed(self, fact: Moved) -> int:
        game: Any = self.match.game
        position = self.match.position
        # What was packed by another version of the rules may mean another move, or none.
        if fact.packed in game.moves(position):
            written = game.move_to_json(position, fact.packed)
            if Raw(encode(written)) == fact.move:
                return fact.packed
        found: int = game.move_from_json(position, decode(fact.move))
        return found


def choices(game: AnyGame, position: Position) -> tuple[MoveChoice, ...]:
    """The legal moves of a position as clients need them."""
    write, notate, path, preview = game.move_to_json, game.notate, game.path, game.preview
    return tuple(
        MoveChoice(
            write(position, move),
            notate(position, move),
            path(position, move),
            tuple(preview(position, move)),
            game.other_paths(position, move),
        )
        for move in game.moves(position)
    )


def record_player(holder: Holder) -> Player:
    """The holder of a seat as a record names it."""
    if holder.kind == "bot":
        return Player(holder.name, holder.level or "bot")
    return Player(holder.name, "human" if holder.kind == "person" else "agent")
