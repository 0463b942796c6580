"""A game of all declarations: two or three seats, several kinds of moves, options, a tray."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium import (
    BoardShape,
    CellPart,
    DeclaredGame,
    DeclaredPosition,
    MoveKind,
    MoveShape,
    Option,
    Piece,
    Scene,
    SlotPart,
    Token,
    Tray,
    WordPart,
    board_field,
    choice_field,
    flag_field,
    number_field,
)

BOARD = BoardShape(2, 3)
STALLS = tuple(Piece(name, "ring", seat) for seat, name in enumerate(("A", "B", "C")))
SLOTS = 4
WEATHER = ("fair", "wet")

OPEN = MoveKind("open", SlotPart("goods", "store", SLOTS), CellPart("at", BOARD))
SWAP = MoveKind("swap", CellPart("from", BOARD), CellPart("to", BOARD), notation="{from}x{to}")
CALL = MoveKind("call", WordPart("weather", WEATHER), button=True)
WAIT = MoveKind("wait")


class BazaarPosition(DeclaredPosition):
    board = board_field(BOARD, STALLS)
    goods = number_field(0, 1, start=[1] * SLOTS)
    weather = choice_field(WEATHER)
    called = flag_field()
    coins = number_field(0, 9, length=3, start=2)
    days = number_field(0, 30)
    last_day = number_field(1, 30, start=12, in_state=False)
    reasons = {"closing": "The bazaar closes."}

    def list_moves(self) -> Iterator[int]:
        for slot in range(SLOTS):
            if self.goods[slot]:
                for cell in range(BOARD.cells):
                    if not self.board[cell]:
                        yield OPEN.pack(slot, cell)
        stalls = [cell for cell in range(BOARD.cells) if self.board[cell]]
        for source in stalls:
            for target in stalls:
                if source < target and self.board[source] != self.board[target]:
                    yield SWAP.pack(source, target)
        if not self.called:
            yield CALL.pack(1 - self.weather)
        yield WAIT.pack()

    def make_move(self, move: int) -> None:
        kind = Bazaar.move_shape.kind_of(move)
        if kind is OPEN:
            slot, cell = OPEN.unpack(move)
            self.goods[slot] = 0
            self.board[cell] = self.to_move + 1
            self.coins[self.to_move] += 1
        elif kind is SWAP:
            source, target = SWAP.unpack(move)
            self.board[source], self.board[target] = self.board[target], self.board[source]
        elif kind is CALL:
            (self.weather,) = CALL.unpack(move)
        self.called = kind is CALL
        self.days += 1
        self.pass_turn()

    def find_end(self) -> None:
        if self.days >= self.last_day:
            best = max(self.coins)
            first = self.coins.index(best)
            if self.coins.count(best) > 1:
                self.draw("closing")
            else:
                self.win(first, "closing")

    def is_reachable(self) -> bool:
        opened = SLOTS - sum(self.goods)
        spent = sum(self.coins) - 6
        return opened == spent == sum(map(bool, self.board)) and self._seats_are_known()

    def _seats_are_known(self) -> bool:
        return max(self.board) <= self.seats and self.days <= self.last_day


class Bazaar(DeclaredGame[BazaarPosition]):
    """Open stalls, swap them, call the weather."""

    id = "bazaar"
    title = "Bazaar"
    summary = "Open the most stalls."
    seat_counts = (2, 3)
    seat_names = ("Ash", "Birch", "Cedar")
    options = {"last_day": Option(12, "The day of closing.", low=4, high=30)}
    move_shape = MoveShape(OPEN, SWAP, CALL, WAIT)

    def start(self, seed: int, seats: int) -> BazaarPosition:
        position = super().start(seed, seats)
        position.last_day = self.values["last_day"]
        return position

    def scene(self, position: BazaarPosition) -> Scene:
        sound = super().scene(position)
        goods = tuple(
            Token(f"goods{slot}", "token", "G", f"store:{slot}")
            for slot in range(SLOTS)
            if position.goods[slot]
        )
        tray = (Tray("store", "Store"),)
        return Scene(sound.grids, tokens=sound.tokens + goods, trays=tray, buttons=sound.buttons)
