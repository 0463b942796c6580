"""A site with guests who keep books: every envelope is delivered, stored and checked on the way."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Any

import msgspec

from ludarium.agents.hosting import protocol
from ludarium.core import record
from ludarium.server.protocol import codec as m
from ludarium.server.protocol.codec import Done, Envelope, Happened, Member, Refusal, To
from ludarium.server.protocol.events import Moved, Said
from ludarium.server.protocol.room_setup import ClockRule, Place, Setup
from ludarium.server.rooms.disconnects import SEAT_KEPT_S
from ludarium.server.rooms.room import Room
from ludarium.server.site.site import Site


class Guest:
    """A client in one tab: what it was told, and the number up to which it knows each room."""

    def __init__(self, member: Member) -> None:
        self.member = member
        self.told: list[Any] = []
        self.known: dict[str, int] = {}
        self.lists: dict[str, int] = {}

    def hear(self, message: Any) -> None:
        """Take a message, which has gone over the wire, as a client does."""
        if isinstance(message, protocol.StartMessage | protocol.TurnMessage | protocol.EndMessage):
            self.told.append(message)
            return
        message = msgspec.json.decode(msgspec.json.encode(message), type=m.ServerMessage)
        self.told.append(message)
        if isinstance(message, m.Snapshot):
            self.known[message.room] = message.number
        elif isinstance(message, m.Tail):
            # Whoever asks for a tail has what came before it, or says so.
            before = message.events[0].number - 1 if message.events else message.number
            self.known.setdefault(message.room, before)
            for event in message.events:
                self._learn(event)
            assert self.known[message.room] == message.number
        elif isinstance(message, Happened):
            self._learn(message)
        elif isinstance(message, m.Dismissed):
            self.known.pop(message.room, None)
        elif isinstance(message, m.LobbyChange | m.PresenceChange):
            name = type(message).__name__
            assert message.whole or message.number == self.lists[name] + 1
            self.lists[name] = message.number

    def _learn(self, event: Happened) -> None:
        known = self.known.get(event.room)
        if known is None or event.number <= known:
            return
        assert event.number == known + 1, "an event is missing"
        self.known[event.room] = event.number

    def last(self, kind: type) -> Any:
        """The last message of a kind."""
        return next(one for one in reversed(self.told) if isinstance(one, kind))


class House:
    """The site, its store, the time, and the guests by tab."""

    def __init__(self, seed: int = 1, grace_s: float = SEAT_KEPT_S) -> None:
        self.rng = Random(seed)
        self.now = 1000.0
        self.grace_s = grace_s
        self.site = Site(self.rng, grace_s=grace_s)
        self.guests: dict[str, Guest] = {}
        self.stored: dict[str, list[bytes]] = defaultdict(list)
        self.notices: list[m.Notice] = []
        self.results: list[m.Result] = []
        self.thinking: dict[str, m.Think] = {}
        self.ids = 0

    def come(self, name: str, tab: str = "", kind: Any = "person") -> Guest:
        """A tab of somebody opens."""
        guest = Guest(Member(name.lower(), name, tab or name.lower(), kind))
        self.guests[guest.member.tab] = guest
        self.deliver(self.site.connect(guest.member, self.now), guest.member)
        return guest

    def go(self, guest: Guest) -> None:
        """A tab closes."""
        del self.guests[guest.member.tab]
        self.deliver(self.site.disconnect(guest.member, self.now), guest.member)

    def id(self) -> str:
        """An id that no message has had."""
        self.ids += 1
        return f"m{self.ids}"

    def ask(self, guest: Guest, kind: type, /, **fields: Any) -> Any:
        """Send a message and give its answer; the same message again changes nothing."""
        fields.setdefault("id", self.id())
        message = m.message_decoder.decode(msgspec.json.encode(kind(**fields)))
        batch = self.site.handle(guest.member, message, self.now)
        self.deliver(batch, guest.member)
        answer = self._answer(batch)
        if isinstance(answer, Refusal):
            caused = [sent.message for sent in batch if isinstance(sent.message, Happened)]
            assert all(event.cause != message.id for event in caused), "a refusal had effects"
        again = self.site.handle(guest.member, message, self.now)
        assert not any(sent.durable for sent in again), "a message was applied twice"
        self.deliver(again, guest.member)
        if kind is not m.Enter and getattr(answer, "code", "") != "not_in_room":
            assert self._answer(again) == answer
        return answer

    def do(self, guest: Guest, kind: type, /, **fields: Any) -> Done:
        """Send a message that is followed."""
        answer = self.ask(guest, kind, **fields)
        assert not isinstance(answer, Refusal), answer
        return answer  # type: ignore[no-any-return]

    def refused(self, guest: Guest, kind: type, /, **fields: Any) -> str:
        """Send a message that is refused, and give the code."""
        answer = self.ask(guest, kind, **fields)
        assert isinstance(answer, Refusal), answer
        return answer.code

    def wait(self, seconds: float) -> None:
        """Let time pass, with everything that happens meanwhile at its time."""
        end = self.now + seconds
        while (wake := self.site.next_wake()) is not None and wake <= end:
            assert wake >= self.now or self.now - wake < 1e-6 or self.now >= wake
            self.now = max(self.now, wake)
            self.deliver(self.site.tick(self.now), None)
            after = self.site.next_wake()
            assert after is None or after > self.now, "a tick left something undone"
        self.now = end

    def think(self, code: str, choose: int = 0, seconds: float = 0.1) -> None:
        """The bot that is asked in a room plays one of its legal moves."""
        asked = self.thinking.pop(code)
        table = self.room(code).state.current()
        moves = table.match.game.moves(table.match.position)
        assert tuple(table.match.moves) == asked.moves
        move = moves[choose % len(moves)]
        self.deliver(self.site.play_bot_move(code, asked.request, move, seconds, self.now), None)

    def restart(self, down: float = 5.0) -> None:
        """Kill the server: only what is stored comes back, and nobody is connected."""
        self.now += down
        rooms = {}
        for code, events in self.stored.items():
            room = Room.replay(code, [m.event_decoder.decode(event) for event in events], self.rng)
            if room.state.phase != "closed":
                rooms[code] = room
        self.guests.clear()
        self.thinking.clear()
        opened = {code: room.origin for code, room in rooms.items()}
        self.site = Site(self.rng, self.notices, opened, self.grace_s)
        for room in rooms.values():
            self.deliver(self.site.admit(room, self.now), None)

    def room(self, code: str) -> Room:
        """A room by its code."""
        return self.site.rooms[code]

    def host(self, guest: Guest, game: str, *seats: str, **fields: Any) -> str:
        """Open a room, which its host is in by that; a level names a bot's seat."""
        places = tuple(
            Place(seat) if seat in ("host", "open", "agent") else Place("bot", seat)  # type: ignore[arg-type]
            for seat in seats
        )
        done = self.do(guest, m.Create, setup=Setup(game, places, **fields))
        return done.room

    def do_enter(self, guest: Guest, code: str) -> None:
        """Enter a room, or catch up there."""
        last = guest.known.get(code)
        batch = self.ask(guest, m.Enter, room=code, last=last)
        assert not isinstance(batch, Refusal), batch

    def online(self, game: str = "forge", **fields: Any) -> tuple[str, Guest, Guest]:
        """A game of two people that has begun."""
        ann, bob = self.come("Ann"), self.come("Bob")
        code = self.host(ann, game, "host", "open", **fields)
        self.do_enter(bob, code)
        self.do(bob, m.Sit, room=code, seat=1)
        return code, ann, bob

    def play(self, guest: Guest, code: str, choose: int = 0) -> None:
        """Play one of the legal moves that the guest was told."""
        turn = guest.last(m.YourTurn)
        assert turn.room == code
        move = turn.choices[choose % len(turn.choices)].move
        self.do(guest, m.Play, room=code, ply=turn.ply, move=move)

    def facts(self, code: str) -> list[Any]:
        """Everything that was stored of a room."""
        return [m.event_decoder.decode(event).fact for event in self.stored[code]]

    def deliver(self, batch: list[Envelope], sender: Member | None) -> None:
        """Store what is durable, then send."""
        for sent in batch:
            if sent.durable:
                self._store(sent)
        for sent in batch:
            if sent.to is To.SHELL:
                self._work(sent.message)
                continue
            for tab in sent.tabs & self.guests.keys():
                self._hand_over(self.guests[tab], sent)

    def _hand_over(self, guest: Guest, sent: Envelope) -> None:
        room = self.site.rooms.get(sent.room)
        fact = getattr(sent.message, "fact", None)
        if room and isinstance(fact, Said) and fact.channel == "watchers":
            playing = room.state.phase == "playing"
            assert not (playing and room.state.seats_of(guest.member.id)), "advice from outside"
        guest.hear(sent.message)

    def _store(self, sent: Envelope) -> None:
        message = sent.message
        if isinstance(message, Happened):
            events = self.stored[message.room]
            assert message.number == len(events) + 1, "events are numbered without a gap"
            if isinstance(message.fact, Moved):
                self._check_mover(message, message.fact)
            events.append(m.encode_event(message))
        elif isinstance(message, m.NoticeChange):
            self.notices += message.put

    def _check_mover(self, event: Happened, fact: Moved) -> None:
        room = self.site.rooms.get(event.room)
        if room and not fact.forced and room.state.seats[fact.seat].kind != "bot" and event.by:
            assert room.state.seats[fact.seat].member in (event.by, "")
        assert all(left >= 0 for left in fact.left)

    def _work(self, message: Any) -> None:
        if isinstance(message, m.Think):
            self.thinking[message.room] = message
        elif isinstance(message, m.Cancel):
            asked = self.thinking.get(message.room)
            if asked and asked.request == message.request:
                del self.thinking[message.room]
        elif isinstance(message, m.Result):
            keys = {(result.room, result.game) for result in self.results}
            assert (message.room, message.game) not in keys, "a game has one result"
            record.replay(message.record)
            self.results.append(message)

    def _answer(self, batch: list[Envelope]) -> Any:
        answers = [sent.message for sent in batch if sent.to is To.SENDER]
        kinds = (Done, Refusal, m.Tail, m.Snapshot, m.Pong)
        return next(one for one in reversed(answers) if isinstance(one, kinds))


BLITZ = ClockRule("fischer", 60.0, 2.0)
BRONSTEIN = ClockRule("bronstein", 60.0, 5.0)
FORGE = ClockRule("move", 20.0, timeout="first")
