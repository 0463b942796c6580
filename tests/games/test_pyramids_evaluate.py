"""Pyramids' evaluation: every seat's view, features under symmetry, and the urgency of turns."""

from __future__ import annotations

import random
from array import array
from collections import Counter
from typing import Any

from ludarium.core.constants import NO_FEATURE
from ludarium.core.legal_moves import legal_moves
from ludarium.core.position import ONGOING
from ludarium.games.pyramids.board import CODE_MASK, CODE_NAMES, POWER_FLAG
from ludarium.games.pyramids.rules import PyramidsPosition
from ludarium.games.pyramids.turns import TurnsPosition, plan_turns
from tests.games.pyramids_states import GAME
from tests.games.test_pyramids_turns_plan import MANY, every_turn, scattered

EVALUATOR = GAME.evaluator(trained=False)


def features(at: TurnsPosition, seat: int) -> list[int]:
    out = array("h", [-2] * EVALUATOR.slots)
    EVALUATOR.fill_features(at, seat, out)
    return list(out)


def transformed(position: PyramidsPosition, cells: list[int], colours: list[int]) -> Any:
    """The position with its cells and colours renamed."""

    def codes(pieces: list[int]) -> list[int]:
        return [colours[(piece & CODE_MASK) >> 2] << 2 | piece & 3 for piece in pieces]

    stacks: list[list[int]] = [[] for _ in range(25)]
    for cell in range(25):
        stacks[cells[cell]] = codes(position.stack_on(cell))
    twin: Any = GAME
    twin = twin._empty_position(position.seats)
    caps = sorted(cells[cell] for cell in range(25) if position.caps >> cell & 1)
    twin.arrange_board(
        stacks, caps, [codes(position.hand_pieces(seat)) for seat in range(position.seats)]
    )
    twin.resume_game(position.ply, position.to_move, 0, False, position.barren)
    return twin


def test_all_slots_are_filled_with_features_of_their_own_and_the_view_turns_with_the_seat() -> None:
    chance = random.Random(1)
    for seats in (2, 3):
        at = TurnsPosition(scattered(chance, seats, 7))
        views = [features(at, seat) for seat in range(seats)]
        for view in views:
            present = [feature for feature in view if feature != NO_FEATURE]
            assert all(0 <= feature < EVALUATOR.inputs for feature in present)
            assert len(set(present)) == len(present)
        assert len({tuple(view) for view in views}) == seats


def test_symmetries_rename_the_features_of_a_board_turned_or_recoloured() -> None:
    chance = random.Random(2)
    symmetries = EVALUATOR.feature_symmetries()
    assert len({tuple(renaming) for renaming in symmetries}) == 8 * 24 - 1
    for renaming in symmetries[:8] + symmetries[-8:]:
        assert sorted(renaming) == list(range(EVALUATOR.inputs))
    position = scattered(chance, 2, 6)
    before = TurnsPosition(position)
    quarter = [5 * (cell % 5) + 4 - cell // 5 for cell in range(25)]
    mirrored = [5 * (cell // 5) + 4 - cell % 5 for cell in range(25)]
    for cells in (quarter, mirrored):
        for colours in ([0, 1, 2, 3], [2, 0, 3, 1]):
            after = TurnsPosition(transformed(position, cells, colours))
            wanted = sorted(features(after, 1))
            renamed = [
                sorted(NO_FEATURE if f == NO_FEATURE else renaming[f] for f in features(before, 1))
                for renaming in symmetries
            ]
            assert wanted in renamed
            assert EVALUATOR.score(after, 0) == EVALUATOR.score(before, 0)


def test_scores_of_two_seats_are_opposite_and_what_is_near_three_trios_counts_more() -> None:
    chance = random.Random(3)
    for _ in range(20):
        at = TurnsPosition(scattered(chance, 2, 6))
        assert EVALUATOR.score(at, 0) == -EVALUATOR.score(at, 1)
    three = TurnsPosition(scattered(chance, 3, 6))
    assert sum(EVALUATOR.score(three, seat) > 0 for seat in range(3)) <= 1


def test_urgent_turns_bring_three_trios_closer_and_turns_without_a_capture_come_last() -> None:
    chance = random.Random(4)
    for _ in range(MANY):
        at = plan_turns(scattered(chance, 2, 5, quiet_caps=1))
        seat = at.to_move
        for turn in legal_moves(at):
            urgency = EVALUATOR.move_urgency(at, turn)
            before = at.board.count_trios(seat), at.board.barren
            at.play(turn)
            captured = at.verdict != ONGOING or at.board.barren == 0
            gained = at.board.count_trios(seat) - before[0]
            at.undo()
            if not captured:
                assert urgency == -500
            if urgency > 0:
                assert captured
            if gained > 1:
                assert urgency > 0


def test_features_count_the_pieces_that_the_next_eruption_can_capture() -> None:
    chance = random.Random(9)
    names = EVALUATOR.feature_names()
    for _ in range(MANY):
        at = TurnsPosition(scattered(chance, 2, 4, filled=10 + chance.randrange(15)))
        pieces: set[int] = set()
        owned = set(at.board.hand_pieces(0))
        for turn in every_turn(at.board):
            if turn & POWER_FLAG == 0:
                at.play(turn)
                pieces |= set(at.board.hand_pieces(0)) - owned
                at.undo()
        counts = Counter(CODE_NAMES[piece & CODE_MASK] for piece in pieces)
        seen = {names[feature] for feature in features(at, 1) if feature >= 0}
        assert {name for name in seen if "can be captured" in name} == {
            f"{code}: {min(count, 4)}{' or more' * (count >= 4)} can be captured"
            for code, count in counts.items()
        }
