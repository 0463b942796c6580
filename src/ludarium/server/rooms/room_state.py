"""The state of a room: a fold of its events, and questions about it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Literal

from msgspec.structs import replace

from ludarium.core.game import AnyGame, Outcome
from ludarium.server.protocol import events
from ludarium.server.protocol.codec import Happened
from ludarium.server.protocol.errors import Refused
from ludarium.server.protocol.events import Holder
from ludarium.server.protocol.room_setup import Mode, Setup, read_stored, setup_mode
from ludarium.server.rooms.chat import Chat
from ludarium.server.rooms.live_game import LiveGame
from ludarium.server.rooms.offers import Offers

Phase = Literal["open", "playing", "finished", "closed"]


class State:
    """The fold of the events so far; nothing here depends on who is connected."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.number = 0
        self.phase: Phase = "open"
        self.setup: Setup
        self.game: AnyGame
        self.mode: Mode = "online"
        self.host = ""
        self.host_name = ""
        self.seats: list[Holder] = []
        self.table: LiveGame | None = None
        self.offers = Offers()
        self.chat = Chat()
        self.away: dict[str, float] = {}  # until when a seat is kept, by member
        self.players: set[str] = set()  # members who began the game, also if a bot plays on
        self.out: set[int] = set()  # seats whose holders are out of the game
        self.stopped_until: float | None = None  # clocks stand still after a restart

    # Questions.

    @property
    def local(self) -> bool:
        """Whether all players sit in front of the host's screen, or are bots."""
        return self.mode != "online"

    @property
    def broadcast(self) -> bool:
        """Whether others may look on at a local game, or at one that has just ended."""
        return self.local and self.setup.public and self.phase in ("playing", "finished")

    @property
    def watchable(self) -> bool:
        """Whether those without a seat may look on; a local game is for others if it is public."""
        return self.setup.public if self.local else bool(self.setup.spectators)

    def seats_of(self, member: str) -> tuple[int, ...]:
        """The seats that a member holds; a visitor without an id holds none."""
        if not member:
            return ()
        return tuple(seat for seat, holder in enumerate(self.seats) if holder.member == member)

    def people(self) -> set[str]:
        """The members who hold seats, programs included."""
        return {holder.member for holder in self.seats if holder.member}

    def kept(self) -> set[str]:
        """Those whose absence is counted: while a room fills, in a game, or in a broadcast."""
        if self.phase == "open":
            return self.people() | {self.host}
        if self.broadcast:
            return {self.host}
        return self.people() if self.phase == "playing" and not self.local else set()

    def current(self) -> LiveGame:
        """The running game's table; Refused if no game runs."""
        if self.phase == "closed":
            raise Refused("room_closed", "The room is closed.")
        if self.phase == "finished":
            raise Refused("game_over", "The game has ended.")
        if self.table is None or self.phase != "playing":
            raise Refused("not_begun", "The game has not begun.")
        return self.table

    # The fold.

    def recall(self, history: Iterable[Happened]) -> None:
        """Apply stored events; moves in a row at once, because there are many."""
        for moved, group in groupby(history, key=_moved):
            row = list(group)
            if not moved:
                for event in row:
                    self.apply(event)
                continue
            moves = [event.fact for event in row if isinstance(event.fact, events.Moved)]
            self.current().recall(moves, row[-1].at)
            self.offers.clear()
            self.number = row[-1].number

    def apply(self, event: Happened) -> None:
        """Apply one event."""
        self.number = event.number
        match event.fact:
            case events.Moved() as fact:
                self.current().play(fact, event.at)
                self.offers.clear()
            case events.Created() as fact:
                self._create(fact)
            case events.Sat(seat, holder):
                self.seats[seat] = holder
            case events.Stood(seat):
                self.seats[seat] = Holder("nobody")
                self._forget_away()
            case events.Began() as fact:
                self._begin(fact, event.at)
            case events.Undone(ply, left):
                self.current().undo(ply, left, event.at)
                self.offers.clear()
            case events.Ended() as fact:
                self._end(fact)
            case events.Replaced(seat, holder):
                self.seats[seat] = holder
                self.out.add(seat)
                self.offers.clear()
                self._forget_away()
            case events.Said() as fact:
                self.chat.add_line(event, fact)
            case events.LineHidden(line):
                self.chat.remove_line(line)
            case events.Shared(public, spectators, label):
                self._share(public, spectators, label)
            case events.Hosted(member, name):
                self.host, self.host_name = member, name
                self._forget_away()
            case events.Closed():
                self.phase = "closed"
            case _:
                self._apply_offer(event)
                self._apply_attendance(event)

    def _apply_offer(self, event: Happened) -> None:
        match event.fact:
            case events.Offered() as fact:
                self.offers.make(event.number, fact)
            case events.Agreed() as fact:
                self.offers.agree(fact)
            case events.Lapsed() as fact:
                self.offers.lapse(fact, self.table.ply if self.table else 0)

    def _apply_attendance(self, event: Happened) -> None:
        match event.fact:
            case events.Away(member, until):
                self.away[member] = until
            case events.Returned(member):
                self.away.pop(member, None)
            case events.Restarted(until):
                waited = self.kept() | (self.people() if self.phase == "playing" else set())
                self.away = dict.fromkeys(sorted(waited), until)
                self.stopped_until = until
                if self.table:
                    self.table.clock.stop()
            case events.Resumed():
                self.stopped_until = None
                if self.table:
                    self.table.clock.resume(event.at)

    def _create(self, fact: events.Created) -> None:
        self.setup, self.game = read_stored(fact.setup)
        self.mode = setup_mode(self.setup)
        self.host, self.host_name = fact.host, fact.name
        self.seats = list(fact.seats)

    def _begin(self, fact: events.Began, now: float) -> None:
        self.seats = list(fact.seats)
        self.players = self.people()
        self.table = LiveGame(self.game, self.setup.clock, fact, now)
        if self.stopped_until is not None:
            self.table.clock.stop()
        self.phase = "playing"
        self.out = set()
        self.offers.clear()
        self._forget_away()

    def _end(self, fact: events.Ended) -> None:
        self.current().end(Outcome(fact.winner, fact.reason), fact.left)
        self.phase = "finished"
        self.offers.clear()
        self._forget_away()

    def _share(self, public: bool, spectators: bool, label: str) -> None:
        self.setup = replace(self.setup, public=public, spectators=spectators, label=label)
        self._forget_away()

    def _forget_away(self) -> None:
        kept = self.kept()
        if self.stopped_until is not None and self.phase == "playing":
            kept |= self.people()  # the clocks wait for them
        self.away = {member: until for member, until in self.away.items() if member in kept}


def _moved(event: Happened) -> bool:
    return isinstance(event.fact, events.Moved)
