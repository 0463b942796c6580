"""The short form: JSON, undo, keys, notation, clicks and refusals follow from declarations."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from ludarium import (
    BoardShape,
    CellPart,
    DeclaredGame,
    DeclaredPosition,
    GameBatch,
    IllegalMove,
    InvalidState,
    MoveKind,
    MoveShape,
    Nonconformance,
    Piece,
    SlotPart,
    WordPart,
    check_game,
    choice_field,
    number_field,
    place_field,
)
from tests.core.declared.bazaar import BOARD, CALL, OPEN, SWAP, WAIT, Bazaar, BazaarPosition

GAME = Bazaar()


def test_a_game_of_all_declarations_keeps_the_contract() -> None:
    assert check_game(GAME, playouts=10) > 100
    assert check_game(Bazaar(last_day=5), playouts=3) > 10


def test_the_state_holds_the_declared_fields_in_order() -> None:
    assert GAME.initial_state() == {
        "seats": 2,
        "board": [None] * 6,
        "goods": [1, 1, 1, 1],
        "weather": "fair",
        "called": False,
        "coins": [2, 2, 2],
        "days": 0,
        "to_move": 0,
        "winner": None,
        "reason": "",
    }
    assert list(GAME.initial_state())[:3] == ["seats", "board", "goods"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"seats": 4}, "out_of_range"),
        ({"seats": "2"}, "wrong_type"),
        ({"board": [None] * 5}, "wrong_length"),
        ({"board": ["D"] + [None] * 5}, "out_of_range"),
        ({"board": ["A"] + [None] * 5}, "impossible"),
        ({"weather": 0}, "wrong_type"),
        ({"weather": None}, "out_of_range"),
        ({"called": 0}, "wrong_type"),
        ({"coins": [2, 2, 10]}, "out_of_range"),
        ({"days": True}, "wrong_type"),
        ({"to_move": 2}, "out_of_range"),
        ({"winner": 0}, "not_canonical"),
        ({"reason": "closing"}, "not_canonical"),
        ({"days": 12}, "not_canonical"),
    ],
)
def test_a_bad_state_is_refused(change: dict[str, Any], code: str) -> None:
    with pytest.raises(InvalidState) as refusal:
        GAME.state_from_json(GAME.initial_state() | change)
    assert refusal.value.code == code


def test_an_option_lives_in_a_field_outside_the_state() -> None:
    game = Bazaar(last_day=4)
    position = game.state_from_json(game.initial_state())
    assert position.last_day == 4
    for _ in range(4):
        game.advance(position, WAIT.pack())
    assert game.result(position) == (None, "closing")


@pytest.mark.parametrize(
    ("move", "json", "notation", "path"),
    [
        (
            OPEN.pack(3, 5),
            {"action": "open", "goods": 3, "at": 5},
            "@3-c1",
            ("store:3", "board:1,2"),
        ),
        (
            SWAP.pack(0, 4),
            {"action": "swap", "from": 0, "to": 4},
            "a2xb1",
            ("board:0,0", "board:1,1"),
        ),
        (CALL.pack(1), {"action": "call", "weather": "wet"}, "call-wet", ("!call", "!wet")),
        (WAIT.pack(), {"action": "wait"}, "wait", ("!wait",)),
    ],
)
def test_a_move_has_all_its_forms(
    move: int, json: dict[str, Any], notation: str, path: tuple[str, ...]
) -> None:
    shape = GAME.move_shape
    assert (shape.to_json(move), shape.notate(move), shape.path(move)) == (json, notation, path)
    assert shape.from_json(json) == shape.parse_notation(notation) == shape.parse_path(path) == move


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (None, "malformed_move"),
        ({}, "malformed_move"),
        ({"action": ["open"]}, "malformed_move"),
        ({"action": "sell"}, "malformed_move"),
        ({"action": "wait", "at": 1}, "malformed_move"),
        ({"action": "open", "goods": 0}, "malformed_move"),
        ({"action": "open", "goods": 0, "at": "a1"}, "malformed_move"),
        ({"action": "open", "goods": 4, "at": 0}, "off_board"),
        ({"action": "open", "goods": 0, "at": 6}, "off_board"),
        ({"action": "call", "weather": "dry"}, "unknown_word"),
        ({"action": "call", "weather": 1}, "malformed_move"),
        ({"action": "call", "weather": "fair"}, "illegal_move"),
        ({"action": "swap", "from": 0, "to": 1}, "illegal_move"),
    ],
)
def test_a_move_of_another_form_is_refused(value: Any, code: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        GAME.apply_move(GAME.initial_state(), value)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    "written", ["", "d1", "@4-a1", "@0-a9", "a2x", "call-dry", "wait ", "a2-b2"]
)
def test_other_texts_are_no_notation(written: str) -> None:
    assert GAME.move_shape.parse_notation(written) is None


@pytest.mark.parametrize(
    "path", [(), ("board:0,0",), ("store:9", "board:0,0"), ("!wet",), ("!call", "!dry"), ("!x",)]
)
def test_other_clicks_are_no_move(path: tuple[str, ...]) -> None:
    assert GAME.move_shape.parse_path(path) is None


def test_buttons_come_from_the_words_of_the_shape() -> None:
    buttons = [(button.at, button.label, button.key) for button in GAME.move_shape.buttons()]
    assert buttons == [
        ("!call", "Call", "c"),
        ("!fair", "Fair", "f"),
        ("!wet", "Wet", "w"),
        ("!wait", "Wait", "a"),
    ]


def test_a_batch_numbers_every_move_of_the_shape() -> None:
    batch = GameBatch(GAME, 4, seed=1, seats=3)
    assert batch.action_count == 4 * 6 + 6 * 6 + 2 + 1
    for seed in range(30):
        batch.step_randomly(seed)
    assert batch.masks.any(axis=1).all()


def test_undo_goes_back_to_the_start() -> None:
    rng = random.Random(3)
    position = GAME.new(seats=3)
    keys = [position.key()]
    while position.verdict < 0 and (moves := GAME.moves(position)):
        position.play(rng.choice(moves))
        keys.append(position.key())
    assert len(set(keys)) == len(keys) == 13
    while keys:
        assert position.key() == keys.pop()
        if keys:
            position.undo()


def test_the_order_of_cells_follows_the_compass() -> None:
    assert [BOARD.step(4, way) for way in ("n", "ne", "e", "se", "s", "w", "nw")] == [
        *(1, 2, 5, None, None, 3, 0)
    ]
    assert BOARD.step(3, "e", 2) == 5


class RacePosition(DeclaredPosition):
    """Two numbered pieces that face and count."""

    at = place_field(
        BOARD,
        (Piece("A", "worker", 0), Piece("B", "worker", 1)),
        start=[0, 5],
        facing="facing",
        badge="laps",
    )
    facing = choice_field(("e", "w"), start=["e", "w"])
    laps = number_field(0, 9, length=2)

    def list_moves(self) -> list[int]:
        return [cell for cell in range(BOARD.cells) if cell not in self.at]

    def make_move(self, move: int) -> None:
        self.at[self.to_move] = move
        self.facing[self.to_move] ^= 1
        self.laps[self.to_move] += 1
        self.pass_turn()

    def find_end(self) -> None:
        if max(self.laps) == 9:
            self.at[1] = -1
            self.win(0, "laps")

    reasons = {"laps": "Nine laps."}


class Race(DeclaredGame[RacePosition]):
    """Go to any cell."""

    id = "race"
    title = "Race"
    summary = "Nine laps."
    move_shape = MoveShape(CellPart("to", BOARD))


def test_numbered_pieces_keep_their_tokens() -> None:
    game = Race()
    assert check_game(game, playouts=2) > 20
    assert game.initial_state()["at"] == [0, 5]
    state = game.apply_move(game.initial_state(), {"to": 2})
    tokens = game.scene(game.state_from_json(state)).tokens
    assert [(t.id, t.at, t.facing, t.badge, t.seat) for t in tokens] == [
        ("at0", "board:0,2", "w", "1", 0),
        ("at1", "board:1,2", "w", "0", 1),
    ]
    kinds = [event.kind for event in game.events(game.new(), 2)]
    assert kinds == ["move", "change"]


def test_a_piece_off_the_board_is_null() -> None:
    game = Race()
    position = game.new()
    position.laps = [8, 8]
    game.advance(position, 2)
    assert game.state_to_json(position)["at"] == [2, None]
    assert [token.id for token in game.scene(position).tokens] == ["at0"]


def test_a_beam_names_its_corners_only() -> None:
    board = BoardShape(4, 4)
    beam = board.beam([0, 1, 2, 6, 10, 9], together=True)
    assert (beam.at, beam.via, beam.to, beam.together) == (
        "board:0,0",
        ("board:0,2", "board:2,2"),
        "board:2,1",
        True,
    )


def make_game_without_shape() -> None:
    type("Bad", (DeclaredGame,), {})()


def make_field_called_play() -> None:
    type("Bad", (DeclaredPosition,), {"play": number_field(0, 1)})


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        (lambda: number_field(0, 3, start=4), "cannot start with 4"),
        (lambda: choice_field(("a", "b"), start="c"), "cannot start with 'c'"),
        (lambda: BoardShape(0, 3), "1 to 99 rows"),
        (lambda: MoveKind("x", CellPart("a", BOARD), CellPart("a", BOARD)), "must name|own"),
        (lambda: MoveKind("x", CellPart("action", BOARD)), "other than action"),
        (lambda: MoveKind("x", CellPart("a", BOARD), notation="x"), "must name {a} once"),
        (lambda: MoveShape(MoveKind("x"), MoveKind("x")), "names of their own"),
        (lambda: MoveShape(MoveKind("x"), WordPart("a", ("b",))), "parts of one kind"),
        (lambda: MoveShape(*(SlotPart(k, "t", 9999) for k in "abc")), "at most 32 bits"),
        (make_game_without_shape, "declares no move_shape"),
        (make_field_called_play, "already; rename"),
    ],
)
def test_a_wrong_declaration_says_what_is_wrong(declare: Callable[[], Any], message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        declare()


def test_positions_share_no_list() -> None:
    first, second = BazaarPosition(), BazaarPosition()
    first.goods[0] = 0
    assert second.goods == [1, 1, 1, 1]


def test_a_reason_that_is_not_declared_is_named_with_its_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(RacePosition, "reasons", {"goal": "The goal."})
    told = r"'laps' is not in `reasons` of RacePosition \(test_declared.py, line \d+\)"
    with pytest.raises(Nonconformance, match=told):
        check_game(Race(), playouts=1)


class MaskPosition(DeclaredPosition):
    mask = number_field(0, (1 << 100) - 1)
    pair = number_field(-2, 2, length=2)


def test_keys_tell_wide_masks_and_negative_numbers_apart() -> None:
    keys = set()
    for bit in range(100):
        for low in (-2, -1):
            position = MaskPosition()
            position.mask, position.pair[1] = 1 << bit, low
            keys.add(position.key())
    assert len(keys) == 200
    assert all(0 <= key < 1 << 64 for key in keys)
