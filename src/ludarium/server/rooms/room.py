"""A room: a message goes in, envelopes come out; it knows the time only when told."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from msgspec.structs import replace

from ludarium.core.errors import LudariumError
from ludarium.server.protocol import codec as m
from ludarium.server.protocol import events
from ludarium.server.protocol.codec import Envelope, Happened, Member, Refusal, To
from ludarium.server.protocol.errors import Refused
from ludarium.server.protocol.events import AnyFact, Created, Holder
from ludarium.server.protocol.room_setup import Setup, checked
from ludarium.server.rooms import (
    disconnects,
    game_actions,
    hints,
    membership,
    offer_actions,
    projections,
)
from ludarium.server.rooms.bots import bot
from ludarium.server.rooms.idempotency import Receipts
from ludarium.server.rooms.room_state import State
from ludarium.server.rooms.turn_requests import Asking

TAIL = 64  # events that are kept for those who come back; others get a snapshot
WATCHING = 1.0  # seconds between two counts of watchers
# After these the board is another one, or the clocks are.
SEEN = (events.Began, events.Moved, events.Undone, events.Ended, events.Restarted, events.Resumed)
MOVES = (events.Moved, events.Undone)
ATTENDANCE = (events.Away, events.Returned, events.Restarted, events.Resumed)

Handler = Callable[["Room", Member, Any, float], None]
HANDLERS: dict[type, Handler] = {
    m.Sit: membership.sit,
    m.Leave: membership.leave,
    m.Share: membership.share,
    m.Say: membership.say,
    m.Play: game_actions.play,
    m.Hint: hints.ask,
    m.Undo: game_actions.undo,
    m.Resign: game_actions.resign,
    m.Abort: game_actions.abort,
    m.Claim: game_actions.claim,
    m.Offer: offer_actions.offer,
    m.Answer: offer_actions.answer,
}


# A program speaks the arena's words: it takes a seat, moves, gives up and goes.
FOR_PROGRAMS = (m.Sit, m.Leave, m.Play, m.Resign, m.Enter)


class Room:
    """The state of its facts, and who is there."""

    def __init__(self, code: str, rng: Random) -> None:
        self.state = State(code)
        self.rng = rng
        self.tail: deque[Happened] = deque(maxlen=TAIL)
        self.tabs: dict[str, set[str]] = {}  # of every member who is here
        self.receipts = Receipts(code)
        self.asking = Asking()
        self.advice = hints.Advice()
        self.empty_since: float | None = None
        self.grace = disconnects.GRACE
        self.counted = 0  # watchers, as everybody was told
        self.count_at: float | None = None
        self._out: list[Envelope] = []
        self._by = ("", "")
        self.origin = ("", "")  # the member and the message that opened the room

    @classmethod
    def create(
        cls, code: str, member: Member, message: m.Create, now: float, rng: Random
    ) -> tuple[Room, list[Envelope]]:
        """A new room; UnknownGame, InvalidOption or Refused if there cannot be one."""
        setup, _ = checked(message.setup)
        room = cls(code, rng)
        seats = _seated(setup, member)
        if setup.shuffle:
            # The places move with their holders: an open seat stays one for whom it was meant.
            order = rng.sample(range(len(seats)), len(seats))
            seats = [seats[seat] for seat in order]
            places = tuple(setup.seats[seat] for seat in order)
            setup = replace(setup, seats=places, shuffle=False)
        room.tabs[member.id] = {member.tab}
        room._by = room.origin = (member.id, message.id)
        room.happen(Created(setup, member.id, member.name, tuple(seats)), now)
        membership.begin_if_full(room, now)
        room.answer(projections.snapshot(room, member.id, now))
        done = room.receipts.followed(member.id, message.id, room.state.number)
        return room, room._sent(now, [Envelope(To.SENDER, done, code)])

    @classmethod
    def replay(cls, code: str, history: Iterable[Happened], rng: Random) -> Room:
        """The room of its stored events; call `restart` when it is to go on."""
        room = cls(code, rng)
        past = list(history)
        began, restarted = _last(past, events.Began), _last(past, events.Restarted)
        # A game that is over is not seen again; after a restart everybody is away.
        room.state.recall(
            event
            for at, event in enumerate(past)
            if not (at < began and isinstance(event.fact, MOVES))
            and not (at < restarted and isinstance(event.fact, ATTENDANCE))
        )
        if past:
            room.state.number = past[-1].number
            room.origin = (past[0].by, past[0].cause)
        room.tail.extend(past)
        room.receipts.replay(past)
        return room

    def restart(self, now: float) -> list[Envelope]:
        """The server is up again: clocks stand still for now, bots go on."""
        self._by = ("", "")
        self.empty_since = now
        if self.state.phase in ("open", "playing"):
            self.happen(events.Restarted(now + self.grace), now)
        return self._sent(now)

    # What the shell calls.

    def handle(self, member: Member, message: m.RoomMessage, now: float) -> list[Envelope]:
        """Follow a message, or refuse it; sent again, it has the same answer and no effect."""
        self._due(now)
        self._by = (member.id, message.id)
        if isinstance(message, m.Enter):
            return self._answered(membership.enter, member, message, now)
        if isinstance(message, m.Exit):
            disconnects.drop(self, member, now)
            done = m.Done(message.id, message.room)  # the same as where one is not
            return self._sent(now, [Envelope(To.SENDER, done, self.state.code)])
        known = self.receipts.find(member.id, message.id)
        if known is not None:
            return [Envelope(To.SENDER, known, self.state.code)]
        return self._answered(HANDLERS[type(message)], member, message, now)

    def drop(self, member: Member, now: float) -> list[Envelope]:
        """A tab is gone."""
        self._by = (member.id, "")
        disconnects.drop(self, member, now)
        return self._sent(now)

    def thought(self, request: int, move: int, seconds: float, now: float) -> list[Envelope]:
        """A bot's move, which took so long to find; one that nobody waits for is ignored."""
        self._by = ("", "")
        game_actions.thought(self, request, move, seconds, now)
        return self._sent(now)

    def advised(self, request: int, moves: list[int], chance: float, now: float) -> list[Envelope]:
        """A hint was found: the best line, and the odds of the seat to move."""
        self._by = ("", "")
        hints.give(self, request, moves, chance)
        return self._sent(now)

    def tick(self, now: float) -> list[Envelope]:
        """Do what is due by now: clocks, offers, countdowns, the count of watchers."""
        self._due(now)
        if self.count_at is not None and self.count_at <= now:
            self._count()
        return self._sent(now)

    def next_wake(self) -> float | None:
        """When `tick` has something to do, None if never."""
        if self.state.phase == "closed":
            return None
        times = (
            game_actions.deadline(self),
            self.state.offers.next(),
            disconnects.next_wake(self),
            self.count_at,
        )
        return min((time for time in times if time is not None), default=None)

    def audience(self, to: To) -> set[str]:
        """The tabs of everybody here, of those with a seat, or of those without."""
        held = self.state.people()
        return {
            tab
            for member, tabs in self.tabs.items()
            if to is To.ROOM or (member in held) == (to is To.SEATED)
            for tab in tabs
        }

    # What the handlers call.

    def happen(self, fact: AnyFact, now: float) -> Happened:
        """Something happened: it is numbered, takes effect, and is to be stored and told."""
        by, cause = self._by
        event = Happened(self.state.code, self.state.number + 1, now, fact, by, cause)
        self.state.apply(event)
        self.tail.append(event)
        table = self.state.table
        seen = event
        if table and self.tabs and isinstance(fact, SEEN):
            seen = replace(event, view=table.view(now))
        if projections.hidden(self.state, event):
            self.send(To.WATCHERS, seen, durable=True)
            self.send(To.SEATED, projections.withheld(event))
        else:
            self.send(To.ROOM, seen, durable=True)
        return event

    def send(self, to: To, message: Any, member: str = "", durable: bool = False) -> None:
        """Put a message into the batch."""
        self._out.append(Envelope(to, message, self.state.code, member, durable))

    def answer(self, message: Any) -> None:
        """Tell the sender before anything of the batch: it catches up, then hears what is new."""
        self._out.insert(0, Envelope(To.SENDER, message, self.state.code))

    def present(self, member: str) -> bool:
        """Whether a member has a tab here."""
        return member in self.tabs

    def watchers(self) -> int:
        """How many are here without a seat."""
        return len(self.tabs) - sum(member in self.tabs for member in self.state.people())

    def _count(self) -> None:
        self.count_at = None
        watchers = self.watchers()
        if watchers != self.counted:
            self.counted = watchers
            self.send(To.ROOM, m.Watching(self.state.code, watchers))

    def _due(self, now: float) -> None:
        self._by = ("", "")
        game_actions.run_out(self, now)
        offer_actions.expire(self, now)
        disconnects.count_down(self, now)

    def _answered(
        self, handler: Handler, member: Member, message: m.RoomMessage, now: float
    ) -> list[Envelope]:
        entering = isinstance(message, m.Enter)
        try:
            if not entering and not self.present(member.id):
                raise Refused("not_in_room", "Enter the room first.")
            if member.kind == "program" and not isinstance(message, FOR_PROGRAMS):
                raise Refused("not_for_programs", "Programs cannot do that.")
            handler(self, member, message, now)
        except LudariumError as error:
            rule = getattr(error, "rule", "")
            refusal = Refusal(message.id, error.code, error.message, rule, self.state.code)
            if error.code != "not_in_room" and not isinstance(message, m.Hint):
                self.receipts.refused(member.id, refusal)
            return self._sent(now, [Envelope(To.SENDER, refusal, self.state.code)])
        if entering or isinstance(message, m.Hint):
            return self._sent(now)  # what they ask for is the answer, now or later
        done = self.receipts.followed(member.id, message.id, self.state.number)
        return self._sent(now, [Envelope(To.SENDER, done, self.state.code)])

    def _sent(self, now: float, more: Iterable[Envelope] = ()) -> list[Envelope]:
        """The batch, with what is to be asked of the seat to move."""
        self._by = ("", "")  # what follows from the time is not caused by whoever spoke
        disconnects.resume(self, now)
        self.asking.settle(self, now)
        hints.settle(self)
        if self.watchers() != self.counted and self.count_at is None:
            self.count_at = now + WATCHING
        batch = [*self._out, *more]
        self._out = []
        return batch


def _seated(setup: Setup, member: Member) -> list[Holder]:
    """Who sits where at first."""
    return [
        Holder(member.kind, member.name, member.id)
        if place.kind == "host"
        else bot(place.level)
        if place.kind == "bot"
        else Holder("nobody")
        for place in setup.seats
    ]


def _last(history: list[Happened], kind: type) -> int:
    """Where the last fact of a kind is, before everything if there is none."""
    found = (at for at in reversed(range(len(history))) if isinstance(history[at].fact, kind))
    return next(found, -1)
