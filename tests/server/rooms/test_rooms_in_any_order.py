"""Rooms under joins, leaves, reconnects, moves, offers and clocks in any order."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from ludarium.server.protocol import codec as m
from ludarium.server.protocol.events import Began, Undone
from ludarium.server.protocol.room_setup import ClockRule
from ludarium.server.rooms.room import Room
from tests.server.house import Guest, House
from tests.soak import sweep_length

NAMES = ("Ann", "Bob", "Cid", "Dan")
OUTSIDE = 3  # Dan does not enter a room unless the rule says so
SEATS = {
    "forge": (("host", "open"), ("host", "host"), ("host", "medium"), ("open", "host")),
    "pyramids": (
        ("host", "open", "open"),
        ("host", "open", "easy"),
        ("host", "host", "open"),
        ("open", "hard"),
    ),
}
RATED_SEATS = {
    ("host", "open"),
    ("host", "medium"),
    ("open", "host"),
    ("host", "open", "open"),
    ("host", "open", "easy"),
}
CLOCKS = (
    ClockRule(),
    ClockRule("move", 20.0, timeout="first"),
    ClockRule("move", 5.0, timeout="random"),
    ClockRule("move", 20.0),
    ClockRule("fischer", 30.0, 2.0),
    ClockRule("bronstein", 30.0, 5.0),
)
guests = st.integers(0, 3)
rooms = st.sampled_from((0, 0, 0, 1))
number = st.integers(0, 40)


class Evening(RuleBasedStateMachine):
    """Four people with two tabs each, up to two rooms, and a server that may be killed."""

    def __init__(self) -> None:
        super().__init__()
        self.house = House()
        self.codes: list[str] = []

    def guest(self, who: int, tab: int = 0) -> Guest:
        """Somebody, who connects if need be."""
        key = f"{NAMES[who]}{tab}"
        return self.house.guests.get(key) or self.house.come(NAMES[who], key)

    def code(self, room: int) -> str:
        """One of the rooms that were opened; it may be closed."""
        return self.codes[room % len(self.codes)]

    def say(self, who: int, kind: type, room: int, /, **fields: Any) -> None:
        """Send a message, whatever becomes of it; most often from inside the room."""
        code = self.code(room)
        guest = self.guest(who)
        if code in self.house.site.rooms and who != OUTSIDE and kind is not m.Leave:
            self.house.ask(guest, m.Enter, room=code, last=guest.known.get(code))
        self.house.ask(guest, kind, room=code, **fields)

    @initialize(data=st.data(), both=st.booleans())
    def open_rooms(self, data: st.DataObject, both: bool) -> None:
        """One or two rooms are there, of which the first has its people in most seats."""
        for number in range(1 + both):
            game = data.draw(st.sampled_from(sorted(SEATS)))
            seats = data.draw(st.sampled_from(SEATS[game]))
            flags = data.draw(st.integers(0, 31))
            rated = bool(flags & 16) and seats in RATED_SEATS
            code = self.house.host(
                self.guest(number),
                game,
                *seats,
                clock=data.draw(st.sampled_from(CLOCKS)),
                takebacks=bool(flags & 1) and not rated,
                rated=rated,
                public=bool(flags & 2),
                spectators=bool(flags & 4),
                shuffle=bool(flags & 8),
            )
            self.codes.append(code)
        state = self.house.room(self.codes[0]).state
        empty = [seat for seat, holder in enumerate(state.seats) if holder.kind == "nobody"]
        for who, seat in enumerate(empty, start=1):
            self.say(who, m.Sit, 0, seat=seat)

    @rule(who=guests, tab=st.integers(0, 1), room=rooms, forgetful=st.booleans())
    def enter(self, who: int, tab: int, room: int, forgetful: bool) -> None:
        """Come in, or catch up."""
        guest = self.guest(who, tab)
        last = None if forgetful else guest.known.get(self.code(room))
        self.house.ask(guest, m.Enter, room=self.code(room), last=last)

    @rule(who=guests, room=rooms, seat=st.integers(0, 3))
    def sit(self, who: int, room: int, seat: int) -> None:
        """Take a seat."""
        self.say(who, m.Sit, room, seat=seat)

    @rule(room=rooms, chosen=st.lists(number, min_size=1, max_size=8))
    def play(self, room: int, chosen: list[int]) -> None:
        """Whoever is to move plays, a bot too, for some moves."""
        for choose in chosen:
            self.play_one(self.code(room), choose)

    def play_one(self, code: str, choose: int) -> None:
        """One move of a room, if a game runs there."""
        found = self.house.site.rooms.get(code)
        if found is None or found.state.phase != "playing":
            return
        if code in self.house.thinking:
            self.house.think(code, choose)
            return
        table = found.state.current()
        assert table.to_move is not None
        member = found.state.seats[table.to_move].member
        guest = self.guest([name.lower() for name in NAMES].index(member))
        if not found.is_present(member):
            self.house.ask(guest, m.Enter, room=code, last=guest.known.get(code))
        choices = table.choices()
        move = choices[choose % len(choices)].move
        answer = self.house.ask(guest, m.Play, room=code, ply=table.ply, move=move)
        assert isinstance(answer, m.Done)

    @rule(who=guests, room=rooms, ply=st.integers(0, 3))
    def play_out_of_turn(self, who: int, room: int, ply: int) -> None:
        """Send a move that may be anything but right."""
        self.say(who, m.Play, room, ply=ply, move={"action": "pass"})

    @rule(who=guests, room=rooms, kind=st.sampled_from(("draw", "takeback", "rematch")))
    def offer(self, who: int, room: int, kind: str) -> None:
        """Make an offer."""
        self.say(who, m.Offer, room, kind=kind)

    @rule(who=guests, room=rooms, accept=st.booleans())
    def answer(self, who: int, room: int, accept: bool) -> None:
        """Answer the offer that stands, or one that does not."""
        found = self.house.site.rooms.get(self.code(room))
        standing = list(found.state.offers.standing) if found else []
        self.say(who, m.Answer, room, offer=standing[0] if standing else 1, accept=accept)

    @rule(
        who=guests,
        room=rooms,
        kind=st.sampled_from((m.Undo, m.Undo, m.Undo, m.Resign, m.Abort, m.Leave, m.Exit)),
    )
    def conduct(self, who: int, room: int, kind: type) -> None:
        """Undo, resign, abort, leave or look elsewhere."""
        self.say(who, kind, room)

    @rule(who=guests, room=rooms, seat=st.integers(0, 3), want=st.sampled_from(("win", "bot")))
    def claim(self, who: int, room: int, seat: int, want: str) -> None:
        """Claim something of one who is gone, or is not."""
        self.say(who, m.Claim, room, seat=seat, want=want)

    @rule(who=guests, room=rooms, public=st.booleans(), spectators=st.booleans())
    def share(self, who: int, room: int, public: bool, spectators: bool) -> None:
        """Open the room to others, or close it."""
        self.say(who, m.Share, room, public=public, spectators=spectators)

    @rule(who=guests, room=rooms)
    def chat(self, who: int, room: int) -> None:
        """Say something."""
        self.say(who, m.Say, room, text="look at the corner")

    @rule(who=guests, tab=st.integers(0, 1))
    def disconnect(self, who: int, tab: int) -> None:
        """A tab closes."""
        guest = self.house.guests.get(f"{NAMES[who]}{tab}")
        if guest:
            self.house.go(guest)

    @rule(who=guests, name=st.sampled_from(("lobby", "presence", "notices")))
    def follow(self, who: int, name: str) -> None:
        """Follow a list."""
        self.house.ask(self.guest(who), m.Follow, list=name)

    @rule(seconds=st.sampled_from((0.2, 1.0, 4.0, 19.9, 20.0, 31.0, 61.0, 200.0)))
    def wait(self, seconds: float) -> None:
        """Time passes."""
        self.house.wait(seconds)

    @rule(who=guests, other=guests, want=st.sampled_from(("win", "bot", "")))
    def stay_away(self, who: int, other: int, want: str) -> None:
        """All tabs of somebody close, time passes, and another one may claim the seat."""
        for tab in (0, 1):
            self.disconnect(who, tab)
        self.house.wait(61.0)
        room = self.house.site.rooms.get(self.codes[0])
        seats = room.state.seats_of(NAMES[who].lower()) if room else ()
        if want and seats:
            self.say(other, m.Claim, 0, seat=seats[0], want=want)

    @rule()
    def restart(self) -> None:
        """The server is killed and comes back."""
        self.house.restart()

    @invariant()
    def a_room_is_what_its_events_say(self) -> None:
        """A replay of the stored events is the same room."""
        for code, room in self.house.site.rooms.items():
            events = [m.event_decoder.decode(event) for event in self.house.stored[code]]
            again = Room.replay(code, events, self.house.rng)
            assert summary(again) == summary(room)

    @invariant()
    def the_lobby_knows_public_rooms_only(self) -> None:
        """What is listed is public, and what is public is listed."""
        rooms = self.house.site.rooms
        public = {code for code, room in rooms.items() if room.state.setup.public}
        assert set(self.house.site.lobby.listing.items) == public

    @invariant()
    def nothing_is_taken_back_in_a_rated_game(self) -> None:
        """Neither by undo nor by agreement."""
        for code, room in self.house.site.rooms.items():
            if room.state.setup.rated:
                assert not any(isinstance(fact, Undone) for fact in self.house.facts(code))

    @invariant()
    def no_clock_runs_before_the_first_move(self) -> None:
        """Neither after the beginning of a game nor of a rematch."""
        for code, room in self.house.site.rooms.items():
            if room.state.phase == "playing" and isinstance(self.house.facts(code)[-1], Began):
                assert room.state.current().clock.deadline() is None

    @invariant()
    def nobody_waits_in_vain(self) -> None:
        """A running game has asked its next mover, and finished ones have no clock."""
        for code, room in self.house.site.rooms.items():
            state = room.state
            if state.phase != "playing":
                assert code not in self.house.thinking
                continue
            table = state.current()
            assert table.to_move is not None
            bot = state.seats[table.to_move].kind == "bot"
            assert (code in self.house.thinking) == bot


def summary(room: Room) -> Any:
    """Everything about a room that its events decide."""
    state = room.state
    table = state.table
    clock = table.clock if table else None
    return msgspec.to_builtins(
        [
            state.number,
            state.phase,
            state.setup,
            state.host,
            state.seats,
            sorted(state.out),
            state.away,
            state.stopped_until,
            list(state.offers.standing.values()),
            sorted(state.offers.declined),
            state.chat.lines(playing=False),
            [table.number, table.match.moves, table.played, table.match.outcome] if table else 0,
            [clock.left, clock.seat, clock.since, clock.started, clock.stopped] if clock else 0,
        ]
    )


Evening.TestCase.settings = settings(
    max_examples=sweep_length(80, 1000),
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestEvening = Evening.TestCase
