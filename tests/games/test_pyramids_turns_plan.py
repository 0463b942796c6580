"""Pyramids' whole turns: the search plays only what the rules allow, and misses no win."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from ludarium import load, mode
from ludarium.core.constants import NO_MOVE
from ludarium.core.legal_moves import legal_moves
from ludarium.core.position import ONGOING
from ludarium.games.pyramids.board import (
    CELLS,
    CODE_MASK,
    CODE_NAMES,
    CODE_SHIFT,
    DIRECTION_SHIFT,
    LANDED_SHIFT,
    LENGTH_SHIFT,
    PASS_FLAG,
    POWER_FLAG,
    TARGET_SHIFT,
    THREE_TRIOS,
    steps_to_edge,
)
from ludarium.games.pyramids.finish import WinFinder
from ludarium.games.pyramids.progress import TrioProgress
from ludarium.games.pyramids.rules import PyramidsPosition
from ludarium.games.pyramids.turns import TurnsPosition, expand_turn, plan_turns
from tests.games.pyramids_states import GAME, middle

MANY = 12 if mode.compiled() else 1  # interpreted, one position of each kind takes long enough
Result = tuple[Any, ...]


def result(at: PyramidsPosition) -> Result:
    """What a turn leaves behind, but for the caps."""
    stacks = tuple(tuple(piece & CODE_MASK for piece in at.stack_on(cell)) for cell in range(CELLS))
    return stacks, tuple(hand(at, seat) for seat in range(at.seats))


def hand(at: PyramidsPosition, seat: int) -> tuple[int, ...]:
    return tuple(piece & CODE_MASK for piece in at.hand_pieces(seat))


def scattered(
    chance: random.Random, seats: int = 2, pieces: int = 4, filled: int = 20, **options: Any
) -> PyramidsPosition:
    """Pieces anywhere on some of the cells, some in the hands, caps anywhere."""
    game: Any = load("pyramids", **options)
    codes = [code for code in CODE_NAMES for _ in range(6)]
    while True:
        chance.shuffle(codes)
        hands = [codes[pieces * seat : pieces * (seat + 1)] for seat in range(seats)]
        stacks: list[list[int]] = [[] for _ in range(CELLS)]
        cells = chance.sample(range(CELLS), filled)
        for code in codes[pieces * seats :]:
            stacks[chance.choice(cells)].append(code)
        position: PyramidsPosition = game._empty_position(seats)
        position.arrange_board(stacks, sorted(chance.sample(range(CELLS), 6)), hands)
        position.resume_game(300 - 300 % seats, 0, 0, False, 0)
        if all(position.count_trios(seat) < 3 for seat in range(seats)):
            return position


def played(seed: int, plies: int, **options: Any) -> PyramidsPosition:
    """A position of a random game, anywhere in a turn."""
    game: Any = load("pyramids", **options)
    chance = random.Random(seed)
    position: PyramidsPosition = game.new(seed, 2 + seed % 2)
    for _ in range(plies):
        before = position.copy()
        position.play(chance.choice(legal_moves(position)))
        if position.verdict != ONGOING:
            return before
    return position


def ends(position: PyramidsPosition) -> set[Result]:
    """All that one turn can lead to by the rules."""
    found: set[Result] = set()
    seen: set[int] = set()

    def walk() -> None:
        if position.key() in seen:
            return
        seen.add(position.key())
        for move in legal_moves(position):
            position.play(move)
            if position.quiet or position.power_used:
                walk()
            else:
                found.add(result(position))
            position.undo()

    walk()
    return found


def can_win(position: PyramidsPosition, seen: set[int]) -> bool:
    """Whether one turn can lead to three trios by the rules."""
    if position.key() in seen:
        return False
    seen.add(position.key())
    won = False
    for move in legal_moves(position):
        position.play(move)
        if position.quiet or position.power_used:
            won = can_win(position, seen)
        else:
            won = position.reason == THREE_TRIOS
        position.undo()
        if won:
            break
    return won


def planned(position: PyramidsPosition) -> dict[Result, int]:
    """The results of the turns of the plan."""
    root = plan_turns(position)
    found: dict[Result, int] = {}
    for turn in legal_moves(root):
        root.play(turn)
        found[result(root.board)] = turn
        root.undo()
    return found


def check_unfolding(position: PyramidsPosition, turns: list[int]) -> None:
    root = plan_turns(position)
    for turn in turns:
        moves = expand_turn(position, turn)
        at = position.copy()
        for move in moves:
            assert at.verdict == ONGOING
            assert at.to_move == position.to_move, "the turn is over too early"
            assert move in legal_moves(at)
            at.play(move)
        assert at.quiet == 0
        assert not at.power_used
        assert len(moves) <= turn >> LENGTH_SHIFT
        before = root.key()
        root.play(turn)
        assert result(root.board) == result(at)
        assert (root.to_move, root.verdict, root.reason) == (at.to_move, at.verdict, at.reason)
        assert root.board.barren == at.barren
        root.undo()
        assert root.key() == before
        assert result(root.board) == result(position)


# The root.


@pytest.mark.parametrize("seed", range(MANY))
def test_every_turn_of_the_plan_unfolds_into_legal_moves_that_end_as_foretold(seed: int) -> None:
    chance = random.Random(seed)
    # Interpreted, caps do not wander far.
    far = {} if mode.compiled() else {"quiet_caps": 2}
    for position in (
        played(seed, 40 * seed, **far),
        scattered(chance, 2 + seed % 2, 6, filled=5 + 20 * seed // MANY, **far),
        scattered(chance, 2, 6, filled=15, quiet_caps=1 + seed % 3),
    ):
        turns = legal_moves(plan_turns(position))
        assert turns
        check_unfolding(position, chance.sample(turns, min(len(turns), 40)))


@pytest.mark.parametrize("seed", range(MANY))
def test_without_power_plays_the_plan_has_exactly_the_results_that_the_rules_allow(
    seed: int,
) -> None:
    chance = random.Random(seed)
    limit = 1 + seed % 3 if mode.compiled() else 1
    for position in (
        played(seed, 30 * seed, quiet_caps=limit, power_play=False),
        scattered(chance, 2 + seed % 2, filled=6 + seed, quiet_caps=limit, power_play=False),
    ):
        found = ends(position)
        results = planned(position)
        if any(turn & PASS_FLAG == 0 for turn in results.values()):
            found.discard(result(position))  # a seat that can erupt need not pass
        assert set(results) == found
        assert len(results) == len(legal_moves(plan_turns(position))), "equal results come once"


@pytest.mark.parametrize("seed", range(MANY))
def test_with_power_plays_no_hand_is_better_than_those_of_the_plan(seed: int) -> None:
    chance = random.Random(seed)
    position = scattered(
        chance, 2, 3, filled=12 + seed % 12, quiet_caps=1 + (seed % 4 == 0) * mode.compiled()
    )
    found = ends(position)
    results = planned(position)
    assert set(results) <= found
    best = [Counter(hands[0]) for _, hands in results]
    for _, hands in found:
        assert any(Counter(hands[0]) <= other for other in best)


def test_a_turn_that_wins_is_in_the_plan_whenever_the_rules_have_one() -> None:
    chance = random.Random(1)
    seen = Counter[bool]()
    by_power = 0
    while min(seen[True], seen[False]) < 1 + MANY // 3:
        position = scattered(chance, 2, 8, filled=15, quiet_caps=1)
        if TrioProgress().lacking_pieces(position, 0) > 2:
            continue
        wins = can_win(position, set())
        turn = plan_turns(position).winning_turn()
        assert (turn != NO_MOVE) == wins
        seen[wins] += 1
        if wins:
            by_power += turn & POWER_FLAG != 0
            check_unfolding(position, [turn])
            assert GAME.evaluator(trained=False).winning_move(plan_turns(position)) == turn
    assert by_power or not mode.compiled()


def test_a_plan_begins_anywhere_in_a_turn() -> None:
    for seed in range(MANY):
        chance = random.Random(seed)
        position = scattered(chance, 2, 5, filled=18, quiet_caps=4)
        for _ in range(4):
            quiet = [
                move
                for move in legal_moves(position)
                if move & POWER_FLAG or not position.is_eruption(move)
            ]
            if not quiet:
                break
            powers = [move for move in quiet if move & POWER_FLAG]
            position.play(chance.choice(powers or quiet))
            turns = legal_moves(plan_turns(position))
            check_unfolding(position, chance.sample(turns, min(10, len(turns))))
            assert not any(turn & POWER_FLAG for turn in turns)


def test_who_cannot_erupt_moves_to_the_limit_and_passes() -> None:
    game = load("pyramids", quiet_caps=1)
    for quiet in (0, 1):
        state = middle({}, "c3 a1 a5 a2 e5 a3", quiet_caps=quiet)
        position = game.state_from_json(state)
        turns = legal_moves(game.search_position(position))
        assert [turn & PASS_FLAG for turn in turns] == [PASS_FLAG]
        assert len(game.expand_turn(position, turns[0])) == 2 - quiet
        check_unfolding(position, turns)


def test_a_finished_game_has_no_turns() -> None:
    position = scattered(random.Random(1), quiet_caps=1)
    position.resume_game(300, 0, 0, False, 40)
    assert position.verdict != ONGOING
    assert legal_moves(plan_turns(position)) == []


def test_a_position_that_becomes_the_root_has_all_turns_whatever_the_caps() -> None:
    chance = random.Random(4)
    for seed in range(MANY):
        at = plan_turns(scattered(chance, 2 + seed % 2, 5, filled=22))
        at.play(chance.choice(legal_moves(at)))
        if at.verdict != ONGOING or at.winning_turn() != NO_MOVE:
            continue
        few = set(legal_moves(at))
        at.become_root()
        every = set(legal_moves(at))
        assert few < every
        # The caps of this board reach every eruption, so the rules allow the same turns.
        planned_turns = legal_moves(plan_turns(at.board))
        effects = (1 << LENGTH_SHIFT) - 1
        assert {turn & effects for turn in planned_turns} <= {turn & effects for turn in every}
        at.play(chance.choice(sorted(every)))
        at.undo()
        assert set(legal_moves(at)) == every


# Deeper.


def every_turn(position: PyramidsPosition) -> list[int]:
    """Every eruption that the stacks allow, with every power play before it or none."""
    codes = sorted(set(hand(position, position.to_move)))
    powers = [0] + [
        POWER_FLAG | code << CODE_SHIFT | cell << TARGET_SHIFT
        for code in codes
        for cell in range(CELLS)
    ]
    turns = []
    for power in powers:
        for source in range(CELLS):
            height = position.height[source]
            if height and power & POWER_FLAG and power >> TARGET_SHIFT & 31 == source:
                height += 1
            for towards in range(8):
                for count in range(1, min(height, steps_to_edge(source, towards) - 1) + 1):
                    turns.append(
                        power | count << LANDED_SHIFT | towards << DIRECTION_SHIFT | source
                    )
    return turns


def test_a_win_in_one_is_found_if_and_only_if_some_eruption_at_all_wins() -> None:
    chance = random.Random(7)
    seen = Counter[bool]()
    while min(seen[True], seen[False]) < MANY:
        position = scattered(chance, 2, 8, filled=10 + chance.randrange(15))
        if TrioProgress().lacking_pieces(position, 0) > 3:
            continue
        turn = WinFinder().find_win(position, 0)
        if seen[turn != NO_MOVE] == MANY:
            continue
        seen[turn != NO_MOVE] += 1
        tried = TurnsPosition(position)
        for other in every_turn(position) if turn == NO_MOVE else [turn]:
            tried.play(other)
            assert (tried.verdict == 0) == (turn != NO_MOVE)
            tried.undo()
        # It is the same for the other seat, and a threat.
        position.resume_game(301, 1, 0, False, 0)
        at = TurnsPosition(position)
        assert at.is_menaced() == (turn != NO_MOVE)


def test_deeper_turns_are_taken_back_and_have_keys_of_their_futures() -> None:
    chance = random.Random(3)
    for seats in (2, 3):
        at = plan_turns(scattered(chance, seats, 5, filled=20, quiet_caps=1))
        past: list[tuple[Any, ...]] = []
        while at.verdict == ONGOING and len(past) < 60:
            past.append((at.key(), result(at.board), at.to_move, at.board.ply))
            turns = legal_moves(at)
            assert len(set(turns)) == len(turns) > 0
            at.play(chance.choice(turns))
        twin = at.copy()
        assert (twin.key(), legal_moves(twin), twin.verdict) == (
            at.key(),
            legal_moves(at),
            at.verdict,
        )
        while past:
            at.undo()
            assert (at.key(), result(at.board), at.to_move, at.board.ply) == past.pop()
            assert at.verdict == ONGOING


def test_deeper_everything_that_captures_is_there_and_a_win_stands_alone() -> None:
    chance = random.Random(5)
    for _ in range(MANY):
        at = plan_turns(scattered(chance, 2, 6, filled=20, quiet_caps=1))
        at.play(chance.choice(legal_moves(at)))
        if at.verdict != ONGOING:
            continue
        turns = legal_moves(at)
        if at.winning_turn() != NO_MOVE:
            assert turns == [at.winning_turn()]
            continue
        seat = at.to_move
        results = set()
        for turn in turns:
            at.play(turn)
            results.add(result(at.board))
            at.undo()
        owned = at.board.owned[seat]
        for turn in every_turn(at.board):
            if turn & POWER_FLAG == 0:
                at.play(turn)
                if at.board.owned[seat] > owned:
                    assert result(at.board) in results
                at.undo()
