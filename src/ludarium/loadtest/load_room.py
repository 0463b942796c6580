"""A table of the load: a room, the two who play there game after game, and those who look on."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from ludarium.loadtest import message_subset
from ludarium.loadtest.event_checker import Ledger
from ludarium.loadtest.message_subset import Told
from ludarium.loadtest.virtual_client import Guest

if TYPE_CHECKING:
    from ludarium.loadtest.client_pool import Crowd


class Table:
    """Plays drawn moves when it is told to, and notes when everybody hears of each."""

    def __init__(self, crowd: Crowd, number: int, game: str, watchers: int) -> None:
        self.crowd = crowd
        self.game = game
        self.rng = Random(f"{crowd.seed} {number}")
        self.ledger = Ledger(crowd.faults)
        self.players = [Guest(crowd, f"g{number}p{seat}", self.hear) for seat in range(2)]
        self.watchers = [Guest(crowd, f"g{number}w{i}", self.hear) for i in range(watchers)]
        self.code = ""
        self.turn: tuple[Guest, Told] | None = None
        self.sent: dict[str, float] = {}  # when each of the last moves was sent
        self.checked = False
        self.over = False  # the game has ended, and the next one has not begun
        self.unmet = False  # an offer of the next one found nobody
        self._opening = ""

    @property
    def guests(self) -> list[Guest]:
        """Everybody in the room."""
        return [*self.players, *self.watchers]

    @property
    def ready(self) -> bool:
        """Whether everybody is there, and somebody may move."""
        return self.turn is not None and all(guest.last for guest in self.guests)

    def open(self) -> None:
        """Have the first player open the room."""
        setup = {
            "game": self.game,
            "seats": [{"kind": "host"}, {"kind": "open"}],
            "public": True,
        }
        self._opening = self.players[0].say("create", setup=setup)

    def move(self) -> bool:
        """Play a move, if somebody is to move."""
        if self.turn is None:
            return False
        guest, turn = self.turn
        self.turn = None
        move = self.rng.choice(message_subset.choices.decode(turn.choices)).move
        id = guest.say("play", room=self.code, ply=turn.ply, move=move)
        self.sent[id] = self.crowd.now()
        if len(self.sent) > 4:
            del self.sent[next(iter(self.sent))]
        return True

    def hear(self, guest: Guest, said: Told) -> None:
        """A guest of the table was told something."""
        match said.type:
            case "event":
                self._event(guest, said)
            case "tail":
                guest.entered = said.number
                for event in said.events:
                    self._event(guest, event)
                self._gather()
            case "snapshot":
                self._whole(guest, said)
                self._gather()
            case "turn":
                self._asked(guest, said)
            case "done":
                self._done(guest, said)
            case "refusal":
                self.crowd.refuse(said.code)
                self.unmet |= said.code == "opponent_gone"

    def check(self) -> None:
        """Ask for the whole room, and compare."""
        self.ledger.settle()
        self.players[0].enter(whole=True)

    def _asked(self, guest: Guest, said: Told) -> None:
        # One who came back is asked again for what it may have answered: that answer is repeated.
        if not any(b'"play"' in text for text in guest.pending.values()):
            self.turn = (guest, said)

    def _event(self, guest: Guest, event: Told) -> None:
        sent = self.sent.get(event.cause)
        if event.number <= guest.last:
            if event.number > guest.entered:
                self.crowd.faults["doubled"] += 1
            return
        if guest.last and event.number > guest.last + 1:
            self.crowd.faults["lost"] += event.number - guest.last - 1
        guest.last = event.number
        if sent is not None:
            self.crowd.told.note(self.crowd.now() - sent)
        fact = self.ledger.hear(event)
        if fact is None:
            return
        if fact.type == "moved":
            self.crowd.moves += 1
        elif fact.type == "began":
            self.over = self.unmet = False
        elif fact.type == "ended":
            self.crowd.games += 1
            self.turn = None
            self.over = True
            self._again()
        elif fact.type == "lapsed" and self.over:
            self._again()
        elif fact.type == "offered" and fact.kind == "rematch":
            self.players[1].say("answer", room=self.code, offer=event.number, accept=True)

    def _gather(self) -> None:
        """An offer made while the other one was gone was refused: it is made again."""
        there = all(one.back for one in self.players)
        if self.over and self.unmet and there:
            self.unmet = False
            self._again()

    def _again(self) -> None:
        """Offer the next game, unless what was played is being compared."""
        if not self.crowd.checking:
            self.players[0].say("offer", room=self.code, kind="rematch")

    def _whole(self, guest: Guest, said: Told) -> None:
        guest.last = guest.entered = said.number
        if self.crowd.checking and guest is self.players[0]:
            self.ledger.compare(said)
            self.checked = True
        elif self.ledger.number == 0:
            self.ledger.number = said.number
            self.ledger.played = said.played

    def _done(self, guest: Guest, said: Told) -> None:
        if said.id == self._opening:
            self.code = said.room
            for other in self.guests:
                other.room = said.room
                if other is not guest:
                    other.enter()
            self.players[1].say("sit", room=self.code, seat=1)
        elif said.id in self.sent:
            self.crowd.acknowledged.note(self.crowd.now() - self.sent[said.id])
            self.ledger.acknowledge(said.id, said.number)
