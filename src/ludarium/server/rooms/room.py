"""A room: a pure state machine. A message goes in, a batch of envelopes comes out."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Literal

from msgspec.structs import replace

from ludarium.core.errors import LudariumError
from ludarium.server.protocol import codec as m
from ludarium.server.protocol import events
from ludarium.server.protocol.codec import Envelope, Happened, Member, Refusal, To
from ludarium.server.protocol.errors import Refused
from ludarium.server.protocol.events import Created, Holder, bot_holder
from ludarium.server.protocol.room_setup import Setup, check_setup
from ludarium.server.rooms import (
    disconnects,
    game_actions,
    hints,
    membership,
    offer_actions,
    operator_actions,
    projections,
    turn_requests,
)
from ludarium.server.rooms.idempotency import Receipts
from ludarium.server.rooms.membership import Access
from ludarium.server.rooms.occupants import Occupants
from ludarium.server.rooms.pending import PendingHint, PendingTurn
from ludarium.server.rooms.room_state import State
from ludarium.server.rooms.transaction import RoomParts, Transaction

TAIL_EVENTS = 64  # kept for clients that reconnect; after more events they get a snapshot
COUNT_WATCHERS_S = 1.0  # between two messages that tell how many members look on
MOVES = (events.Moved, events.Undone)
ATTENDANCE = (events.Away, events.Returned, events.Restarted, events.Resumed)

Handler = Callable[[Transaction, Member, Any], None]
HANDLERS: dict[type, Handler] = {
    m.Sit: membership.take_seat,
    m.Leave: membership.leave_room,
    m.Share: membership.change_sharing,
    m.Say: membership.say_line,
    m.Play: game_actions.play_move,
    m.Hint: hints.request_hint,
    m.Undo: game_actions.undo_move,
    m.Resign: game_actions.resign_seat,
    m.Abort: game_actions.abort_game,
    m.Claim: game_actions.claim_seat,
    m.Offer: offer_actions.make_offer,
    m.Restart: offer_actions.restart_game,
    m.Answer: offer_actions.answer_offer,
}
# A program takes a seat, moves, resigns and leaves.
FOR_PROGRAMS = (m.Sit, m.Leave, m.Play, m.Resign, m.Enter)


class Room:
    """The state of its events, the members who are present, and what it waits for."""

    def __init__(self, code: str, rng: Random) -> None:
        self.state = State(code)
        self.occupants = Occupants()
        self.tail: deque[Happened] = deque(maxlen=TAIL_EVENTS)
        self.receipts = Receipts(code)
        self.grace_s = disconnects.SEAT_KEPT_S
        self.counted_watchers = 0  # as clients were told
        self.count_at: float | None = None
        self.origin = ("", "")  # the member and the message that opened the room
        self._pending_turn = PendingTurn()
        self._parts = RoomParts(
            self.state, self.occupants, self.tail, self._pending_turn, PendingHint(), rng
        )

    @classmethod
    def create(
        cls, code: str, member: Member, message: m.Create, now: float, rng: Random
    ) -> tuple[Room, list[Envelope]]:
        """A new room; UnknownGame, InvalidOption or Refused if there cannot be one."""
        setup, _ = check_setup(message.setup)
        room = cls(code, rng)
        seats = _first_holders(setup, member)
        if setup.shuffle:
            # Places move with their holders: an open seat stays open for the same kind of player.
            order = rng.sample(range(len(seats)), len(seats))
            seats = [seats[seat] for seat in order]
            places = tuple(setup.seats[seat] for seat in order)
            setup = replace(setup, seats=places, shuffle=False)
        room.occupants.add_tab(member)
        room.origin = (member.id, message.id)
        tx = room._begin(now, *room.origin)
        tx.happen(Created(setup, member.id, member.name, tuple(seats)))
        membership.begin_if_full(tx)
        tx.answer(projections.snapshot(room.state, tx.watchers(), member.id, now))
        done = room.receipts.record_done(member.id, message.id, room.state.number)
        return room, room._finish(tx, done)

    @classmethod
    def replay(cls, code: str, history: Iterable[Happened], rng: Random) -> Room:
        """The room of its stored events; call `restart` when it is to go on."""
        room = cls(code, rng)
        past = list(history)
        began, restarted = _last_index(past, events.Began), _last_index(past, events.Restarted)
        # Moves of earlier games are not replayed; after a restart all members are away.
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

    # What the site calls.

    def restart(self, now: float) -> list[Envelope]:
        """Go on after the server was down: clocks stand still for now, bots go on."""
        self.occupants.empty_since = now
        tx = self._begin(now)
        if self.state.phase in ("open", "playing"):
            tx.happen(events.Restarted(now + self.grace_s))
        return self._finish(tx)

    def handle(self, member: Member, message: m.RoomMessage, now: float) -> list[Envelope]:
        """Follow a message, or refuse it; a repeated message gets the same answer, no effect."""
        tx = self._begin(now)
        _expire(tx)
        tx.by, tx.cause = member.id, message.id
        if isinstance(message, m.Enter):
            return self._handle_with(membership.enter_room, tx, member, message)
        if isinstance(message, m.Exit):
            disconnects.close_tab(tx, member)
            # The same answer as from a room that the member is not in.
            return self._finish(tx, m.Done(message.id, message.room))
        known = self.receipts.find(member.id, message.id)
        if known is not None:
            return self._finish(tx, known)
        return self._handle_with(HANDLERS[type(message)], tx, member, message)

    def close_tab(self, member: Member, now: float) -> list[Envelope]:
        """A tab closed."""
        tx = self._begin(now, member.id)
        disconnects.close_tab(tx, member)
        return self._finish(tx)

    def close_by_operator(self, text: str, now: float) -> list[Envelope]:
        """Break the game off, close the room and tell its members why."""
        tx = self._begin(now)
        operator_actions.close_room(tx, text)
        return self._finish(tx)

    def remove_banned(self, member: str, now: float) -> list[Envelope]:
        """A banned member leaves the room, and loses its game."""
        tx = self._begin(now)
        operator_actions.remove_banned(tx, member)
        return self._finish(tx)

    def hide_line(self, number: int, now: float) -> list[Envelope]:
        """Hide a line of chat."""
        tx = self._begin(now)
        operator_actions.hide_line(tx, number)
        return self._finish(tx)

    def play_bot_move(self, request: int, move: int, seconds: float, now: float) -> list[Envelope]:
        """Play a bot's move, which took `seconds` to find; a late answer is ignored."""
        tx = self._begin(now)
        game_actions.play_bot_move(tx, request, move, seconds)
        return self._finish(tx)

    def deliver_hint(
        self, request: int, moves: list[int], chance: float, now: float
    ) -> list[Envelope]:
        """Send a hint that was found: the best line, and the odds of the seat to move."""
        tx = self._begin(now)
        hints.deliver_hint(tx, request, moves, chance)
        return self._finish(tx)

    def tick(self, now: float) -> list[Envelope]:
        """Carry out what is due by now: clocks, offers, countdowns, the count of watchers."""
        tx = self._begin(now)
        _expire(tx)
        if self.count_at is not None and self.count_at <= now:
            self._count_watchers(tx)
        return self._finish(tx)

    def next_wake(self) -> float | None:
        """When `tick` has something to do, None if never."""
        if self.state.phase == "closed":
            return None
        times = (
            game_actions.turn_deadline(self.state),
            self.state.offers.next_expiry(),
            disconnects.next_countdown(self.state, self.occupants),
            self.count_at,
        )
        return min((time for time in times if time is not None), default=None)

    # Questions.

    @property
    def bot_request(self) -> int | None:
        """The number of the request to a bot that is not answered yet."""
        return self._pending_turn.request

    def audience(self, to: To) -> set[str]:
        """The tabs of all members here, of those with a seat, or of those without."""
        return self.occupants.audience(to, self.state.people())

    def access_of(self, member: str, kind: Literal["person", "program"]) -> Access:
        """How a member comes to this room."""
        return membership.access_to(self.state, self.occupants, member, kind)

    def is_present(self, member: str) -> bool:
        """Whether a member has a tab here."""
        return self.occupants.is_present(member)

    def is_previewer(self, member: str) -> bool:
        """Whether a member sees no more than a small picture of the game."""
        return member in self.occupants.previewers

    def watchers(self) -> int:
        """How many members look on."""
        return self.occupants.count_watchers(self.state.people())

    def _begin(self, now: float, by: str = "", cause: str = "") -> Transaction:
        tx = Transaction(self._parts, now, self.grace_s)
        tx.by, tx.cause = by, cause
        return tx

    def _handle_with(
        self, handler: Handler, tx: Transaction, member: Member, message: m.RoomMessage
    ) -> list[Envelope]:
        try:
            if not isinstance(message, m.Enter) and not self.is_present(member.id):
                raise Refused("not_in_room", "Enter the room first.")
            if member.kind == "program" and not isinstance(message, FOR_PROGRAMS):
                raise Refused("not_for_programs", "Programs cannot do that.")
            handler(tx, member, message)
        except LudariumError as error:
            refusal = m.refusal_of(error, message.id, self.state.code)
            if error.code != "not_in_room" and not isinstance(message, m.Hint):
                self.receipts.record_refusal(member.id, refusal)
            return self._finish(tx, refusal)
        if isinstance(message, m.Enter | m.Hint):
            return self._finish(tx)  # the requested content is the answer, now or later
        return self._finish(tx, self.receipts.record_done(member.id, message.id, self.state.number))

    def _finish(self, tx: Transaction, answer: m.Done | Refusal | None = None) -> list[Envelope]:
        """The batch of a transaction, with the request to the seat to move."""
        tx.by = tx.cause = ""  # what follows from the time is not caused by the sender
        disconnects.resume_clocks(tx)
        turn_requests.request_turn(tx)
        hints.drop_stale_hint(tx)
        if self.watchers() != self.counted_watchers and self.count_at is None:
            self.count_at = tx.now + COUNT_WATCHERS_S
        more = [Envelope(To.SENDER, answer, self.state.code)] if answer is not None else []
        return tx.batch(more)

    def _count_watchers(self, tx: Transaction) -> None:
        self.count_at = None
        watchers = self.watchers()
        if watchers != self.counted_watchers:
            self.counted_watchers = watchers
            tx.send(To.ROOM, m.Watching(self.state.code, watchers))


def _expire(tx: Transaction) -> None:
    """Carry out what the time alone leads to."""
    game_actions.judge_timeout(tx)
    offer_actions.expire_offers(tx)
    disconnects.expire_countdowns(tx)


def _first_holders(setup: Setup, member: Member) -> list[Holder]:
    """The holder of each seat when a room opens."""
    return [
        Holder(member.kind, member.name, member.id)
        if place.kind == "host"
        else bot_holder(place.level)
        if place.kind == "bot"
        else Holder("nobody")
        for place in setup.seats
    ]


def _last_index(history: list[Happened], kind: type) -> int:
    """The index of the last event of a kind, -1 if there is none."""
    found = (at for at in reversed(range(len(history))) if isinstance(history[at].fact, kind))
    return next(found, -1)
