"""LoadRoom: one room of a load test, with two players and spectators."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from ludarium.loadtest import message_subset
from ludarium.loadtest.event_checker import EventChecker
from ludarium.loadtest.message_subset import ServerMessage
from ludarium.loadtest.virtual_client import VirtualClient

if TYPE_CHECKING:
    from ludarium.loadtest.client_pool import ClientPool


class LoadRoom:
    """Plays random moves on request and measures when each client receives them."""

    def __init__(self, pool: ClientPool, number: int, game: str, spectators: int) -> None:
        self.pool = pool
        self.game = game
        self.rng = Random(f"{pool.seed} {number}")
        self.checker = EventChecker(pool.faults)
        self.players = [
            VirtualClient(pool, f"g{number}p{seat}", self.handle_message) for seat in range(2)
        ]
        self.spectators = [
            VirtualClient(pool, f"g{number}w{i}", self.handle_message) for i in range(spectators)
        ]
        self.code = ""
        self.turn: tuple[VirtualClient, ServerMessage] | None = None
        self.sent_at: dict[str, float] = {}  # of the last moves, by message id
        self.checked = False
        self.over = False  # the game has ended, and the next one has not begun
        self.offer_refused = False  # the rematch was offered while the opponent was gone
        self._create_id = ""

    @property
    def clients(self) -> list[VirtualClient]:
        """All clients of the room."""
        return [*self.players, *self.spectators]

    @property
    def ready(self) -> bool:
        """Whether all clients are in the room and a player is to move."""
        return self.turn is not None and all(client.last_event for client in self.clients)

    def open_room(self) -> None:
        """Let the first player open the room."""
        setup = {
            "game": self.game,
            "seats": [{"kind": "host"}, {"kind": "open"}],
            "public": True,
        }
        self._create_id = self.players[0].send_request("create", setup=setup)

    def play_move(self) -> bool:
        """Play a move, if a player is to move. Returns whether one was played."""
        if self.turn is None:
            return False
        client, turn = self.turn
        self.turn = None
        move = self.rng.choice(message_subset.legal_moves_decoder.decode(turn.choices)).move
        id = client.send_request("play", room=self.code, ply=turn.ply, move=move)
        self.sent_at[id] = self.pool.now()
        if len(self.sent_at) > 4:
            del self.sent_at[next(iter(self.sent_at))]
        return True

    def handle_message(self, client: VirtualClient, message: ServerMessage) -> None:
        """Handle a message to a client of the room."""
        match message.type:
            case "event":
                self._handle_event(client, message)
            case "tail":
                client.repeat_until = message.number
                for event in message.events:
                    self._handle_event(client, event)
                self._repeat_refused_offer()
            case "snapshot":
                self._handle_snapshot(client, message)
                self._repeat_refused_offer()
            case "turn":
                self._handle_turn(client, message)
            case "done":
                self._handle_done(client, message)
            case "refusal":
                self.pool.count_refusal(message.code)
                self.offer_refused |= message.code == "opponent_gone"

    def request_snapshot(self) -> None:
        """Request a snapshot of the room, to be compared with the recorded events."""
        self.checker.check_acks()
        self.players[0].enter_room(whole=True)

    def _handle_turn(self, client: VirtualClient, message: ServerMessage) -> None:
        # A reconnected player gets the same turn again. Its pending answer is repeated instead.
        if not any(b'"play"' in text for text in client.pending.values()):
            self.turn = (client, message)

    def _handle_event(self, client: VirtualClient, event: ServerMessage) -> None:
        sent = self.sent_at.get(event.cause)
        if event.number <= client.last_event:
            if event.number > client.repeat_until:
                self.pool.faults["doubled"] += 1
            return
        if client.last_event and event.number > client.last_event + 1:
            self.pool.faults["lost"] += event.number - client.last_event - 1
        client.last_event = event.number
        if sent is not None:
            self.pool.broadcast_latency.record(self.pool.now() - sent)
        fact = self.checker.check_event(event)
        if fact is None:
            return
        if fact.type == "moved":
            self.pool.moves += 1
        elif fact.type == "began":
            self.over = self.offer_refused = False
        elif fact.type == "ended":
            self.pool.games += 1
            self.turn = None
            self.over = True
            self._offer_rematch()
        elif fact.type == "lapsed" and self.over:
            self._offer_rematch()
        elif fact.type == "offered" and fact.kind == "rematch":
            self.players[1].send_request("answer", room=self.code, offer=event.number, accept=True)

    def _repeat_refused_offer(self) -> None:
        """Repeat an offer that was refused because the opponent was gone."""
        there = all(one.caught_up for one in self.players)
        if self.over and self.offer_refused and there:
            self.offer_refused = False
            self._offer_rematch()

    def _offer_rematch(self) -> None:
        """Offer a rematch, unless the rooms are being checked."""
        if not self.pool.checking:
            self.players[0].send_request("offer", room=self.code, kind="rematch")

    def _handle_snapshot(self, client: VirtualClient, message: ServerMessage) -> None:
        first = not client.last_event
        client.last_event = client.repeat_until = message.number
        if self.pool.checking and client is self.players[0]:
            self.checker.compare_snapshot(message)
            self.checked = True
        elif first and message.number > self.checker.last_number:
            # It begins here, or the other clients have lost their connections meanwhile.
            self.checker.last_number = message.number
            self.checker.moves = message.played

    def _handle_done(self, client: VirtualClient, message: ServerMessage) -> None:
        if message.id == self._create_id:
            self.code = message.room
            for other in self.clients:
                other.room = message.room
                if not other.last_event:  # the host has the snapshot, unless it reconnected
                    other.enter_room()
            self.players[1].send_request("sit", room=self.code, seat=1)
        elif message.id in self.sent_at:
            self.pool.ack_latency.record(self.pool.now() - self.sent_at[message.id])
            self.checker.record_ack(message.id, message.number)
