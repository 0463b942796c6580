"""Ludus' later rules: walls, flanking, check, and the tally at a limit (rules L10, L28 to L30)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ludarium import ONGOING, IllegalMove, InvalidState, Outcome, load, mode
from ludarium.agents.level_player import LevelPlayer
from ludarium.core.constants import NO_MOVE
from ludarium.games.ludus.board import wall_size
from ludarium.games.ludus.state import removed_pieces
from tests.games.ludus_states import (
    CU,
    FL,
    KR,
    Move,
    State,
    after,
    asked,
    find,
    moves_of,
    place,
    position,
    said,
)

LEGION = load("ludus", "legion")
WALLS = load("ludus", shieldwall=True)
FLANKS = load("ludus", flanking=True)
CHECK = load("ludus", check=True)
TALLY = load("ludus", tally=True)
ROW = {"p2": "a5", "p6": "b5", "p10": "c5"}


def wall(piece: str, cell: str, count: Any) -> Move:
    """A wall that may be illegal."""
    return {**asked(piece, "wall", cell), "count": count}


# Walls.


def test_every_part_of_a_row_is_a_wall_the_smaller_ones_first() -> None:
    state = position(cells=ROW)
    assert moves_of("p2", state, WALLS) == ["move a6", "wall a6", "wall a6"]
    counts = [m["count"] for m in WALLS.legal_moves(state) if m["type"] == "wall"]
    assert counts == [2, 3, 2]


def test_a_wall_is_five_legionares_long_at_most() -> None:
    ids = ("p2", "p6", "p10", "p14", "p18", "p22", "p26")
    state = position(cells={piece: f"{'abcdefg'[n]}5" for n, piece in enumerate(ids)})
    counts = [m["count"] for m in WALLS.legal_moves(state) if m["type"] == "wall"]
    assert counts == [2, 3, 4, 5] * 3 + [2, 3, 4, 2, 3, 2]


def test_a_wall_steps_forward_as_one_action_and_is_progress() -> None:
    state = WALLS.apply_move(position(quiet=7, cells=ROW), wall("p2", "a6", 3))
    assert [find(state, p)["r"] for p in ROW] == [5, 5, 5]  # type: ignore[index]
    assert state["quiet"] == 0
    assert state["turn"] == "black"


def test_a_wall_that_reaches_the_last_row_is_promoted_as_one() -> None:
    state = WALLS.apply_move(position(p2="a10", p6="b10"), wall("p2", "a11", 2))
    assert [find(state, p)["type"] for p in ("p2", "p6")] == ["VL", "VL"]  # type: ignore[index]


def test_black_names_its_walls_by_the_lower_column_too() -> None:
    state = position("black", p1="a8", p5="b8")
    assert WALLS.apply_move(state, wall("p1", "a7", 2))["turn"] == "white"


def test_a_wall_that_has_moved_takes_no_double_step() -> None:
    game = WALLS.new()
    for written in ("a2+b2", "a10-a9"):
        WALLS.advance(game, WALLS.move_from_notation(game, written))
    notations = {choice.notation for choice in WALLS.choices(game)}
    assert "b3-b4" in notations
    assert not {"a3-a5", "b3-b5"} & notations


@pytest.mark.parametrize(
    ("cells", "move", "code"),
    [
        (ROW, wall("p2", "a6", 4), "broken_wall"),
        (ROW, wall("p2", "a6", 1), "wrong_wall_size"),
        (ROW, wall("p2", "a6", 6), "wrong_wall_size"),
        (ROW, wall("p2", "a7", 2), "wall_not_forward"),
        ({**ROW, "p4": "b6"}, wall("p2", "a6", 2), "wall_blocked"),
        ({**ROW, "p50": "d5"}, wall("p2", "a6", 4), "broken_wall"),
        ({**ROW, "p50": "d5"}, wall(KR, "d6", 2), "not_a_legionare"),
        ({**ROW, "p4": "b6"}, {**wall("p2", "a6", 2), "targets": ["p4"]}, "wrong_targets"),
        (ROW, wall("p2", "a6", True), "malformed_move"),
        (ROW, {**asked("p2", "move", "a6"), "count": 1}, "malformed_move"),
        (ROW, asked("p2", "wall", "a6"), "malformed_move"),
    ],
)
def test_a_wall_that_cannot_go_is_refused(cells: dict[str, str], move: Move, code: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        WALLS.apply_move(position(cells=cells), move)
    assert refused.value.code == code
    assert refused.value.rule in ("L2", "L10", "L16")


def test_without_the_option_there_are_no_walls() -> None:
    with pytest.raises(IllegalMove) as refused:
        FLANKS.apply_move(position(cells=ROW), wall("p2", "a6", 2))
    assert refused.value.code == "no_shieldwall"


def test_a_wall_is_written_and_clicked_by_its_two_ends() -> None:
    at = WALLS.state_from_json(position(p2="a10", p6="b10"))
    [choice] = [c for c in WALLS.choices(at) if c.json["type"] == "wall"]
    assert choice.notation == "a10+b10"
    assert choice.path == ("ground:1,0", "ground:1,1")
    backwards = ("ground:1,1", "ground:1,0")
    assert WALLS.other_paths(at, choice.move) == (backwards,)
    assert WALLS.move_from_path(at, backwards) == choice.move
    assert WALLS.move_from_notation(at, "b10+a10") == choice.move
    assert [(e.kind, e.token, e.at, e.to) for e in WALLS.events(at, choice.move)] == [
        ("move", "p2", "ground:1,0", "ground:0,0"),
        ("move", "p6", "ground:1,1", "ground:0,1"),
        ("change", "p2", "ground:0,0", ""),
        ("change", "p6", "ground:0,1", ""),
    ]


@pytest.mark.parametrize(
    ("written", "clicks", "code"),
    [
        ("e2+a2", "ground:9,4 ground:9,0", "wall_blocked"),
        ("a2+e2", "ground:9,0 ground:9,4", "wall_blocked"),
        ("a2+k2", "ground:9,0 ground:9,10", "wrong_wall_size"),
    ],
)
def test_a_wall_that_is_typed_or_clicked_wrongly_is_explained(
    written: str, clicks: str, code: str
) -> None:
    start = LEGION.new()
    with pytest.raises(IllegalMove) as typed:
        LEGION.move_from_notation(start, written)
    with pytest.raises(IllegalMove) as clicked:
        LEGION.move_from_path(start, tuple(clicks.split()))
    assert typed.value.code == clicked.value.code == code


# Flanking.

PINCERS = {"p50": "g5", "p18": "e7", "p44": "e6"}  # a Cursor below a legionare


def test_a_move_beside_an_enemy_held_from_behind_removes_it() -> None:
    state = after(position(cells=PINCERS), KR, "move e5 p44", FLANKS)
    assert find(state, "p44") is None
    assert state["captured"]["white"][-1] == {"type": "CU", "color": "black", "by": "KR"}
    assert state["quiet"] == 0


def test_a_capture_can_flank_as_well_and_names_the_captured_piece_first() -> None:
    state = position(p50="g5", p8="e5", p44="e6", p18="e7", p46="d5", p2="c5")
    assert "move e5 p8,p44,p46" in moves_of(KR, state, FLANKS)


def test_wards_do_not_help_against_flanking() -> None:
    assert "move e5 p46" in moves_of(KR, position(p50="g5", p18="e7", p46="e6"), FLANKS)
    sheltered = position(cells={**PINCERS, "p45": "f6"})
    assert "move e5 p44" in moves_of(KR, sheltered, FLANKS)


@pytest.mark.parametrize(
    ("cells", "piece", "move"),
    [
        ({**PINCERS, "p18": "f7"}, KR, "move e5"),  # behind it, but diagonally
        ({"p50": "e5", "p44": "e6", "p18": "d5"}, KR, "move e4"),
        ({"p50": "g5", "p20": "e6", "p18": "e7"}, KR, "move e5"),  # the First Lord
        ({"p50": "c6", "p44": "d6", "p8": "f6", "p18": "k5"}, KR, "move e4"),
        ({"p3": "E5", "p44": "e6", "p18": "e7"}, "p3", "fly e5"),
        ({"p48": "e7", "p44": "e6"}, CU, "move e8"),  # the moved piece itself stood behind
    ],
)
def test_what_does_not_flank(cells: dict[str, str], piece: str, move: str) -> None:
    assert move in moves_of(piece, position(cells=cells), FLANKS)


def test_a_piece_that_moves_in_between_two_enemies_is_safe() -> None:
    state = after(position(p50="e7", p44="d5", p46="f5"), KR, "move e5", FLANKS)
    assert find(state, KR) is not None


def test_a_flanked_piece_goes_to_the_tray_after_the_move() -> None:
    at = FLANKS.state_from_json(position(cells=PINCERS))
    [choice] = [c for c in FLANKS.choices(at) if said(c.json) == "move e5 p44"]
    assert choice.notation == "g5-e5"
    kinds = [(e.kind, e.token) for e in FLANKS.events(at, choice.move)]
    assert kinds == [("move", KR), ("capture", "p44")]


# Check.


def test_a_first_lord_may_not_be_left_open() -> None:
    state = position(p23="f1", p50="f2", p46="f3", p18="k5")
    with pytest.raises(IllegalMove) as refused:
        CHECK.apply_move(state, asked(KR, "move", "e2"))
    assert (refused.value.code, refused.value.rule) == ("exposes_first_lord", "L10")
    assert CHECK.apply_move(state, asked(KR, "move", "f3", "p46"))["turn"] == "black"


def test_an_exposing_move_is_explained_when_typed_or_clicked() -> None:
    at = LEGION.state_from_json(position(p23="f1", p50="f2", p46="f3", p18="k5"))
    with pytest.raises(IllegalMove) as typed:
        LEGION.move_from_notation(at, "f2-e2")
    with pytest.raises(IllegalMove) as clicked:
        LEGION.move_from_path(at, ("ground:9,5", "ground:9,4"))
    assert typed.value.code == clicked.value.code == "exposes_first_lord"


def test_an_attack_must_be_answered() -> None:
    state = position(p23="f1", p46="f3", p18="k5")
    assert moves_of("p18", state, CHECK) == []
    assert moves_of(FL, state, CHECK)


def test_a_screen_beside_the_first_lord_can_open_it_to_a_pierce() -> None:
    """The High Lord on f4 is too far from f1, but it strikes f2 and pierces."""
    moves = moves_of(CU, position(p23="f1", p16="f4", p48="e2"), CHECK)
    assert "move e3" in moves
    assert "move f2" not in moves


MATE = position(p20="a11", p48="e8", p50="b8", p51="c8")


def test_a_seat_whose_first_lord_cannot_be_saved_is_checkmated() -> None:
    state = after(MATE, CU, "move e11", CHECK)
    assert CHECK.outcome(state) == Outcome(0, "checkmated")
    assert CHECK.legal_moves(state) == []


def test_a_seat_without_an_action_loses_even_if_it_is_not_attacked() -> None:
    ends = [CHECK.outcome(CHECK.apply_move(MATE, move)) for move in CHECK.legal_moves(MATE)]
    assert Outcome(0, "no_legal_moves") in ends


def test_a_state_with_the_wrong_first_lord_open_is_impossible() -> None:
    with pytest.raises(InvalidState) as refused:
        CHECK.legal_moves(position(p50="f9"))
    assert refused.value.code == "impossible"
    with pytest.raises(InvalidState):
        CHECK.outcome(after(position(p50="f9"), KR, "move f11 p20"))


def test_the_evaluator_finds_exactly_the_checkmates_in_one() -> None:
    found = 0
    for ruleset, seed in (("legion", 1), ("legion", 2), ("standard", 3)):
        game = load("ludus", ruleset, check=True)
        evaluator = game.evaluator(trained=False)
        rng = random.Random(seed)
        at = game.state_from_json(MATE) if seed == 2 else game.new()
        for _ in range(40 if mode.compiled() else 4):
            if at.verdict != ONGOING:
                break
            mates = set()
            for move in game.moves(at):
                child = at.copy()
                game.advance(child, move)
                if game.result(child) == Outcome(at.to_move, "checkmated"):
                    mates.add(move)
            win = evaluator.winning_move(at)
            assert (win in mates) if mates else (win == NO_MOVE)
            assert evaluator.is_threatened(at) == at.is_attacked(at.to_move)
            found += bool(mates)
            game.advance(at, rng.choice(game.moves(at)))
    assert found


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_a_level_takes_a_checkmate_in_one(level: str) -> None:
    at = LEGION.state_from_json(MATE)
    move = LevelPlayer(LEGION, level, nodes=1_000).choose_move(at)
    LEGION.advance(at, move)
    assert LEGION.result(at) == Outcome(0, LEGION.reason(at))


# The tally.


def test_the_more_valuable_army_wins_at_a_limit() -> None:
    state = after(position(p50="c6", quiet=99), KR, "move c7", TALLY)
    assert TALLY.outcome(state) == Outcome(0, "quiet_limit_value")
    state = after(position("black", p50="c6", p4="k4", p8="k6", ply=598), "p20", "move f10", TALLY)
    assert TALLY.outcome(state) == Outcome(1, "turn_limit_value")


def test_armies_of_equal_value_draw_at_a_limit() -> None:
    state = after(position(p50="c6", p46="k6", quiet=99), KR, "move c7", TALLY)
    assert TALLY.outcome(state) == Outcome(None, "quiet_limit")


def test_trays_show_the_value_of_the_armies_only_where_it_decides() -> None:
    trays = TALLY.scene(TALLY.new()).trays
    assert [tray.note for tray in trays] == ["Army: 62", "Army: 62"]
    few = TALLY.state_from_json(position(p50="c6", p4="k4"))
    assert [tray.note for tray in TALLY.scene(few).trays] == ["Army: 4", "Army: 3"]
    assert [tray.note for tray in LEGION.scene(LEGION.new()).trays] == ["", ""]


def test_the_prompt_counts_the_last_moves_before_the_armies_decide() -> None:
    def prompt(state: State) -> str:
        return TALLY.scene(TALLY.state_from_json(state)).prompts[0]

    plain = LEGION.scene(LEGION.new()).prompts[0]
    assert prompt(position(p50="c6", quiet=79)) == plain
    assert prompt(position(p50="c6", quiet=80)) == f"{plain}; armies decide in 20 moves"
    assert prompt(position(p50="c6", quiet=99)) == f"{plain}; armies decide in 1 move"
    assert prompt(position(p50="c6", ply=590)) == f"{plain}; armies decide in 10 moves"


# Playing on, and back.


@pytest.mark.parametrize("options", [{}, {"check": False}])
def test_a_game_of_the_legion_is_the_game_reloaded_and_taken_back(options: dict[str, Any]) -> None:
    game = load("ludus", "legion", **options)
    rng = random.Random(4)
    at = game.new()
    past: list[tuple[int, State]] = []
    flanked = walls = 0
    while at.verdict == ONGOING and len(past) < (200 if mode.compiled() else 30):
        state = game.state_to_json(at)
        past.append((at.key(), state))
        again = game.state_from_json(state)
        assert again.key() == at.key()
        assert game.moves(again) == game.moves(at)
        moves = game.moves(at)
        special = [m for m in moves if wall_size(m) or len(removed_pieces(at, m)) > 1]
        move = rng.choice(special if special and rng.random() < 0.3 else moves)
        flanked += len(removed_pieces(at, move)) > 1
        walls += wall_size(move) > 0
        at.play(move)
        if at.verdict == ONGOING and not game.moves(at):
            break
    assert walls
    assert flanked or not mode.compiled()
    for key, state in reversed(past):
        at.undo()
        assert at.key() == key
        assert game.state_to_json(at) == state


def test_the_cell_of_a_wall_is_that_of_its_lowest_column() -> None:
    [first, *_] = [m for m in LEGION.legal_moves(LEGION.initial_state()) if m["type"] == "wall"]
    assert first == {
        "pieceId": "p2", "type": "wall", "to": place("a3"), "targets": [], "count": 2,
    }  # fmt: skip


def test_every_action_of_the_legion_has_a_number_of_its_own() -> None:
    """Walls from one cell differ only by their size."""
    batch = LEGION.batch(4, seed=3)
    for seed in range(20):
        for index in range(batch.size):
            assert batch.masks[index].sum() == len(LEGION.moves(batch.position(index)))
        batch.step_randomly(seed)
