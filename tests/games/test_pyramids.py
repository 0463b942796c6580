"""The rules of Pyramids, sentence by sentence."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from typing import Any

import pytest

from ludarium import AnyGame, IllegalMove, InvalidOption, InvalidState, load
from ludarium.core.position import UNDO_DEPTH
from ludarium.core.scene import cell_name, hotspots

GAME = load("pyramids")
CODES = [colour + size for colour in "BGRY" for size in "LMS"]
CELLS = [(row, col) for row in range(5) for col in range(5)]
# The start that the rules text shows.
DIAGRAM = ("RYGBY", "GBRYR", "YR.GB", "BGYRG", "RYBGB")
SET_UPS = [
    "GBRYGBGYRYGY.BRBRGYBGYRBR",
    "YBGYRBGBRYGY.YRRBYBGGRGRB",
    "GYGYRRBYRBYG.GRBRBRGYBYGB",
    "RBRYRBGYGBYB.YGGRYRBYGBGR",
    "BRBGBYGRYRRB.BYGYGRBYGYGR",
]
ALL_WAYS = ["c4", "d4", "d3", "d2", "c2", "b2", "b3", "b4"]  # from c3: N, NE, E, ... NW


def cell(name: str) -> list[int]:
    return [5 - int(name[1]), "abcde".index(name[0])]


def cap(written: str) -> dict[str, Any]:
    source, target = written.split("-")
    return {"t": "cap", "from": cell(source), "to": cell(target)}


def power(written: str) -> dict[str, Any]:
    piece, target = written.split("@")
    return {"t": "power", "piece": piece, "to": cell(target)}


PASS = {"t": "pass"}


def stack(state: dict[str, Any], name: str) -> list[str]:
    row, col = cell(name)
    found: list[str] = state["stacks"][row][col]
    return found


def diagram(**fields: Any) -> dict[str, Any]:
    """The start of the rules text."""
    nests = [[[] if c == "." else [c + "S", c + "M", c + "L"] for c in row] for row in DIAGRAM]
    return {
        "stacks": nests,
        "caps": [[row, col] for row, col in CELLS if DIAGRAM[row][col] == "R"],
        "captured": [[], []],
        "to_move": 0,
        "quiet_caps": 0,
        "power_used": False,
        "barren_turns": 0,
        "ply": 0,
        "winner": None,
        "reason": "",
    } | fields


def middle(
    stacks: dict[str, str], caps: str, captured: tuple[str, ...] = ("BL", "YS"), **fields: Any
) -> dict[str, Any]:
    """A state in the middle of a game; what is not named lies in one pile on e1."""
    board = {name: pieces.split() for name, pieces in stacks.items()}
    hands = [sorted(pieces.split()) for pieces in captured]
    used = Counter(piece for pieces in [*board.values(), *hands] for piece in pieces)
    rest = [code for code in CODES for _ in range(6 - used[code])]
    board["e1"] = rest + board.get("e1", [])
    names = [[cell_name(row, col, 5) for col in range(5)] for row in range(5)]
    return {
        "stacks": [[board.get(name, []) for name in row] for row in names],
        "caps": sorted(cell(name) for name in caps.split()),
        "captured": hands,
        "to_move": 0,
        "quiet_caps": 0,
        "power_used": False,
        "barren_turns": 0,
        "ply": 300,
        "winner": None,
        "reason": "",
    } | fields


def play(state: dict[str, Any], *moves: dict[str, Any], game: AnyGame = GAME) -> dict[str, Any]:
    for move in moves:
        state = game.apply_move(state, move)
    return state


def written(state: dict[str, Any], game: AnyGame = GAME) -> list[str]:
    return [choice.notation for choice in game.choices(game.state_from_json(state))]


def refusal(state: dict[str, Any], move: Any, game: AnyGame = GAME) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as caught:
        game.apply_move(state, move)
    assert caught.value.message.endswith(".")
    return caught.value.code, caught.value.rule


# The set-up.


def test_the_start_has_six_nests_of_each_colour_around_an_empty_centre_and_caps_on_the_red() -> (
    None
):
    for seed in range(20):
        state = GAME.initial_state(seed)
        nests = [tuple(state["stacks"][row][col]) for row, col in CELLS]
        assert Counter(nests) == {
            (): 1,
            ("RS", "RM", "RL"): 6,
            ("YS", "YM", "YL"): 6,
            ("GS", "GM", "GL"): 6,
            ("BS", "BM", "BL"): 6,
        }
        assert nests[12] == ()
        assert state["caps"] == [
            [*at] for at, nest in zip(CELLS, nests, strict=True) if "RL" in nest
        ]


def colours(seed: int) -> str:
    stacks = GAME.initial_state(seed)["stacks"]
    return "".join(stacks[row][col][0][0] if stacks[row][col] else "." for row, col in CELLS)


def test_whatever_the_seed_no_two_cells_that_share_a_side_have_the_same_colour() -> None:
    odd = [
        sign * 2**power + i for sign in (1, -1) for power in (63, 64, 200, 5000) for i in (-1, 0)
    ]
    seeds = [*range(-1000, 2000), *odd]
    drawn = [colours(seed) for seed in seeds]
    for found in drawn:
        assert sorted(found) == sorted("." + "RYGB" * 6)
        for i in range(25):
            assert i % 5 == 4 or found[i] != found[i + 1]
            assert i >= 20 or found[i] != found[i + 5]
    assert len(set(drawn)) > len(seeds) - 5, "set-ups hardly ever repeat"
    # Every cell sees every colour about equally often.
    for i in set(range(25)) - {12}:
        shares = Counter(found[i] for found in drawn)
        assert all(0.2 < shares[colour] / len(drawn) < 0.3 for colour in "RYGB")


def test_a_seed_gives_the_same_set_up_on_every_machine() -> None:
    assert [colours(seed) for seed in (0, 1, -1, 2**64, -(10**30))] == SET_UPS


def test_two_or_three_play() -> None:
    assert GAME.initial_state(5)["captured"] == [[], []]
    assert GAME.initial_state(5, seats=3)["captured"] == [[], [], []]
    assert GAME.initial_state(5)["stacks"] == GAME.initial_state(5, seats=3)["stacks"]
    with pytest.raises(InvalidOption):
        GAME.initial_state(5, seats=4)


def test_the_start_has_the_fields_of_the_rules_in_their_order() -> None:
    assert list(GAME.initial_state(1)) == list(diagram())
    assert GAME.legal_moves(diagram())[0] == {"t": "cap", "from": [0, 0], "to": [0, 1]}
    assert json.dumps(play(diagram(), cap("d2-d1"))["power_used"]) == "false"


def test_the_state_shown_in_the_rules_text_arises_as_told() -> None:
    shown = re.search(r'```json\n(\{\n  "stacks".*?)```', GAME.rules(), re.DOTALL)
    assert shown is not None
    assert play(diagram(), cap("a1-b1"), cap("d2-d1")) == json.loads(shown[1])


# Cap moves.


def test_a_cap_goes_one_cell_in_each_of_eight_directions_clockwise_from_the_north() -> None:
    state = middle({}, "c3 a1 a5 e5 a3 c1")
    ways = [text.split("-")[1] for text in written(state) if text.startswith("c3-")]
    assert ways == ALL_WAYS


def test_a_cap_stays_on_the_board_and_off_other_caps() -> None:
    state = middle({}, "a5 b5 a4 e5 e1 c1")
    assert [text for text in written(state) if text.startswith("a5")] == ["a5-b4"]
    assert [text.split("-")[1] for text in written(state) if text.startswith("b5-")] == [
        "c5",
        "c4",
        "b4",
    ]


def test_a_cap_may_go_to_an_empty_cell() -> None:
    assert stack(diagram(), "c3") == []
    after = play(diagram(), cap("b3-c3"))
    assert cell("c3") in after["caps"]


def test_caps_belong_to_nobody() -> None:
    movers = {text[:2] for text in written(diagram())}
    assert movers == {"a5", "c4", "e4", "b3", "d2", "a1"}
    later = play(diagram(), cap("a1-b1"))
    assert later["to_move"] == 1
    assert {text[:2] for text in written(later)} == {"a5", "c4", "e4", "b3", "d2", "b1"}


def test_caps_are_listed_along_the_rows_from_the_top_left() -> None:
    after = play(middle({}, "a1 b1 c1 d1 e1 a2"), cap("d1-d2"), cap("b1-b2"))
    assert after["caps"] == [cell(name) for name in ("a2", "b2", "d2", "a1", "c1", "e1")]


# Eruptions and captures.


def test_a_stack_flows_from_the_top_to_distances_two_three_and_four() -> None:
    after = play(diagram(), cap("a1-b1"))
    assert stack(after, "a1") == []
    assert stack(after, "b1") == ["YS", "YM", "YL"]
    assert after["captured"] == [["RL"], []]
    assert stack(after, "c1") == ["BS", "BM", "BL"]
    assert stack(after, "d1") == ["GS", "GM", "GL", "RM"]
    assert stack(after, "e1") == ["BS", "BM", "BL", "RS"]


@pytest.mark.parametrize("target", ALL_WAYS)
def test_an_eruption_goes_the_way_of_its_cap(target: str) -> None:
    state = middle({"c3": "RS RM"}, "c3 a2 a4 e2 e4 b1")
    row, col = cell(target)
    beyond = cell_name(2 * row - 2, 2 * col - 2, 5)
    after = play(state, cap(f"c3-{target}"))
    assert stack(after, "c3") == ["RS"]
    assert stack(after, beyond)[-1] == "RM"
    assert after["to_move"] == 1


def test_a_flow_ends_before_a_cap_and_the_rest_stays() -> None:
    after = play(diagram(), cap("a5-b4"))
    assert stack(after, "c3") == ["RL"]
    assert stack(after, "a5") == ["RS", "RM"]
    assert stack(after, "d2") == ["RS", "RM", "RL"]
    assert after["captured"] == [[], []]
    assert (after["to_move"], after["barren_turns"]) == (1, 1)


def test_a_flow_ends_at_the_edge_and_the_rest_stays() -> None:
    after = play(middle({"b3": "RS RM RL YM"}, "b3 a1 a5 e5 e1 c1"), cap("b3-c3"))
    assert stack(after, "b3") == ["RS", "RM"]
    assert (stack(after, "d3"), stack(after, "e3")) == (["YM"], ["RL"])


def test_of_a_tall_stack_three_pieces_flow_at_most() -> None:
    after = play(middle({"a3": "YS YM RS RM RL"}, "a3 a1 a5 e5 e1 c1"), cap("a3-b3"))
    assert stack(after, "a3") == ["YS", "YM"]
    assert [stack(after, name) for name in ("b3", "c3", "d3", "e3")] == [[], ["RL"], ["RM"], ["RS"]]


def test_a_piece_that_lands_on_its_own_size_is_captured_whatever_the_colours() -> None:
    state = middle({"a3": "RS RM RL", "c3": "YL", "d3": "RM", "e3": "BS"}, "a3 a1 a5 e5 e1 c1")
    after = play(state, cap("a3-b3"))
    assert after["captured"][0] == ["BL", "RL", "RM", "RS"]
    assert [stack(after, name) for name in ("c3", "d3", "e3")] == [["YL"], ["RM"], ["BS"]]


def test_only_the_top_of_the_landing_cell_counts() -> None:
    after = play(middle({"a3": "RL", "c3": "YL YS"}, "a3 a1 a5 e5 e1 c1"), cap("a3-b3"))
    assert stack(after, "c3") == ["YL", "YS", "RL"]
    assert after["captured"][0] == ["BL"]


def test_a_piece_of_another_size_stays_on_top_whether_it_is_larger_or_smaller() -> None:
    state = middle({"a3": "RS RM", "c3": "GS", "d3": "GL"}, "a3 a1 a5 e5 e1 c1")
    after = play(state, cap("a3-b3"))
    assert (stack(after, "c3"), stack(after, "d3")) == (["GS", "RM"], ["GL", "RS"])


def test_a_landing_on_an_empty_cell_is_an_eruption_and_ends_the_turn() -> None:
    after = play(middle({"a3": "RS"}, "a3 a1 a5 e5 e1 c1"), cap("a3-b3"))
    assert stack(after, "c3") == ["RS"]
    assert (after["to_move"], after["barren_turns"]) == (1, 1)


def test_a_cap_captures_nothing_and_nothing_lands_on_its_new_cell() -> None:
    after = play(middle({"a3": "RS RM", "b3": "YM"}, "a3 a1 a5 e5 e1 c1"), cap("a3-b3"))
    assert stack(after, "b3") == ["YM"]
    assert after["captured"][0] == ["BL"]


def test_captures_are_listed_alphabetically() -> None:
    state = middle({"a3": "BL", "c3": "YL"}, "a3 a1 a5 e5 e1 c1", ("YS RM GL", "GM"))
    assert play(state, cap("a3-b3"))["captured"][0] == ["BL", "GL", "RM", "YS"]


# Quiet moves and turns.


@pytest.mark.parametrize(
    ("state", "move"),
    [
        pytest.param(diagram(), "d2-d1", id="the edge"),
        pytest.param(middle({"c3": "RS"}, "c3 e3 a1 a5 c1 e5"), "c3-d3", id="a cap beyond"),
        pytest.param(middle({}, "c3 a1 a5 c1 e5 a3"), "c3-c4", id="nothing under the cap"),
    ],
)
def test_a_cap_move_without_eruption_leaves_the_turn_with_the_seat(
    state: dict[str, Any], move: str
) -> None:
    assert move in written(state)
    after = play(state, cap(move))
    assert (after["to_move"], after["quiet_caps"], after["ply"]) == (0, 1, state["ply"] + 1)
    assert after["stacks"] == state["stacks"]
    assert after["barren_turns"] == state["barren_turns"]


def test_an_eruption_closes_the_turn_and_the_next_seat_starts_afresh() -> None:
    state = middle({"a3": "RS"}, "a3 a1 a5 e5 e1 c1", quiet_caps=3, power_used=True)
    after = play(state, cap("a3-b3"))
    assert (after["to_move"], after["quiet_caps"], after["power_used"]) == (1, 0, False)


def test_three_seats_take_turns_in_order() -> None:
    state = GAME.initial_state(7, seats=3)
    seats = []
    for _ in range(7):
        erupting = [text for text in written(state) if text.endswith("!")]
        seats.append(state["to_move"])
        state = play(state, cap(erupting[0][:-1]))
    assert seats == [0, 1, 2, 0, 1, 2, 0]


def test_every_kind_of_move_counts_as_a_ply() -> None:
    state = middle({}, "c3 a1 a5 c1 e5 a3")
    assert play(state, power("BL@b2"))["ply"] == 301
    assert play(state, cap("c3-c4"))["ply"] == 301
    stuck = middle({}, "c3 a1 a5 c1 e5 a3", quiet_caps=24)
    assert play(stuck, PASS)["ply"] == 301


def test_once_the_quiet_moves_are_used_up_only_eruptions_are_legal() -> None:
    game = load("pyramids", quiet_caps=1)
    state = middle({"a3": "RS"}, "a3 a1 a5 e5 c1 e1")
    # e1 holds the pile of what is left, and can flow as well.
    assert "BL@c3" in written(state, game)
    after = play(state, cap("a1-b1"), game=game)
    assert after["quiet_caps"] == 1
    texts = written(after, game)
    assert texts
    assert all(text.endswith("!") for text in texts)
    assert texts == [text for text in written(after | {"quiet_caps": 0}, game) if "!" in text]


def test_a_seat_that_must_erupt_and_cannot_passes_and_that_is_its_only_move() -> None:
    state = middle({}, "c3 a1 a5 c1 e5 a3", quiet_caps=24)
    assert GAME.legal_moves(state) == [PASS]
    after = play(state, PASS)
    assert (after["to_move"], after["quiet_caps"], after["barren_turns"]) == (1, 0, 1)
    assert after["stacks"] == state["stacks"]


def test_nobody_passes_while_there_is_another_move() -> None:
    assert "pass" not in written(middle({}, "c3 a1 a5 c1 e5 a3", quiet_caps=23))


# Power plays.


def test_a_captured_piece_goes_back_on_any_cell_without_a_cap() -> None:
    state = middle({"b2": "RS"}, "c3 a1 a5 c1 e5 a3", ("BL", "GL"))
    targets = [text[3:] for text in written(state) if text.startswith("BL@")]
    free = [cell_name(row, col, 5) for row, col in CELLS]
    assert targets == [name for name in free if name not in "c3 a1 a5 c1 e5 a3"]
    assert not [text for text in written(state) if text.startswith("GL@")]
    after = play(state, power("BL@b2"))
    assert stack(after, "b2") == ["RS", "BL"]
    assert stack(play(state, power("BL@b4")), "b4") == ["BL"]
    assert after["captured"] == [[], ["GL"]]
    assert (after["to_move"], after["power_used"], after["quiet_caps"]) == (0, True, 0)


def test_a_power_play_captures_nothing() -> None:
    state = middle({"b2": "YL"}, "c3 a1 a5 c1 e5 a3", ("BL", "GL"), barren_turns=2)
    after = play(state, power("BL@b2"))
    assert stack(after, "b2") == ["YL", "BL"]
    assert after["captured"] == [[], ["GL"]]
    assert after["barren_turns"] == 2


def test_there_is_one_power_play_a_turn_also_after_quiet_moves() -> None:
    state = middle({}, "c3 a1 a5 c1 e5 a3", ("BL GM", "YS"))
    quiet = play(state, cap("c3-c4"))
    assert "GM@c3" in written(quiet)
    after = play(quiet, power("GM@c3"))
    assert not [text for text in written(after) if "@" in text]
    assert (after["quiet_caps"], after["power_used"]) == (1, True)


def test_the_power_play_of_the_rules_text_wins_two_for_one() -> None:
    plain = diagram(captured=[["GM"], []], ply=40, barren_turns=1)
    plain["stacks"][4][3].remove("GM")  # taken from d1, where the example does not look
    assert play(plain, cap("d2-c2"))["captured"][0] == ["GM", "RL"]
    assert play(plain, power("GM@a2"), cap("d2-c2"))["captured"][0] == ["RL", "RM"]


def test_each_code_is_offered_once_however_many_are_owned() -> None:
    state = middle({}, "c3 a1 a5 c1 e5 a3", ("BL BL BL YS", "YS"))
    texts = written(state)
    assert len(texts) == len(set(texts))
    assert sum("BL@" in text for text in texts) == sum("YS@" in text for text in texts) == 19


def test_without_the_option_there_are_no_power_plays() -> None:
    game = load("pyramids", power_play=False)
    state = middle({}, "c3 a1 a5 c1 e5 a3")
    assert "@" in "".join(written(state))
    assert "@" not in "".join(written(state, game))
    assert load("pyramids").values == {
        "power_play": True,
        "quiet_caps": 24,
        "barren_turns": 40,
        "ply_limit": 3000,
    }


def test_legal_moves_are_caps_along_the_rows_then_power_plays_by_code_and_cell() -> None:
    state = middle({}, "c3 a1 a5 c1 e5 a3", ("RS BM RL", "YS"))
    texts = written(state)
    steps = [text for text in texts if "@" not in text]
    assert texts[: len(steps)] == steps
    assert list(dict.fromkeys(text[:2] for text in steps)) == ["a5", "e5", "a3", "c3", "a1", "c1"]
    plays = texts[len(steps) :]
    assert list(dict.fromkeys(text[:2] for text in plays)) == ["BM", "RL", "RS"]
    places = [cell(text[3:]) for text in plays[:19]]
    assert places == sorted(places)


# How the game ends.


def test_three_trios_win_at_once_and_a_colour_may_count_twice() -> None:
    hand = "RS RM GS GS GM GM GL GL GL"
    state = middle({"a3": "RL", "c3": "YL"}, "a3 a1 a5 e5 e1 c1", (hand, "YS"))
    assert GAME.outcome(state) is None
    after = play(state, cap("a3-b3"))
    assert (after["winner"], after["reason"]) == (0, "three_trios")
    assert after["to_move"] == 1, "the turn passes all the same"
    assert GAME.outcome(after) == (0, "three_trios")
    assert GAME.legal_moves(after) == []
    assert GAME.to_move(after) is None
    with pytest.raises(IllegalMove, match="ended"):
        GAME.apply_move(after, cap("b3-b2"))


def test_nine_pieces_that_are_no_three_trios_do_not_win() -> None:
    hand = "RS RM GS GS GM GM GL YL YL YL"
    state = middle({"a3": "RL", "c3": "YL"}, "a3 a1 a5 e5 e1 c1", (hand, "YS"))
    assert play(state, cap("a3-b3"))["reason"] == ""


def test_a_third_seat_can_win() -> None:
    hand = "RS RM GS GM GL BS BM BL"
    stacks = {"a3": "RL", "c3": "YL"}
    state = middle(stacks, "a3 a1 a5 e5 e1 c1", ("YS", "YM", hand), to_move=2, ply=302)
    after = play(state, cap("a3-b3"))
    assert (after["winner"], after["to_move"]) == (2, 0)


CALM = "a3 a1 a5 e5 e1 c1"


def barren(*hands: str) -> dict[str, Any]:
    """A state one turn before the 40th barren one, the last seat to move."""
    seats = len(hands)
    # 39 barren turns, the last capture by a seat that has had turns since.
    fields = {"to_move": seats - 1, "barren_turns": 39, "ply": 300 - 300 % seats + seats - 1}
    return play(middle({"a3": "RS"}, CALM, hands, **fields), cap("a3-b3"))


@pytest.mark.parametrize(
    ("hands", "winner", "reason"),
    [
        pytest.param(("BL BM BM RL", "YS YM YL"), 1, "barren_trios", id="more trios"),
        pytest.param(("BL BM BS", "GL GM RM RL GS RL YM"), 1, "barren_pieces", id="more pieces"),
        pytest.param(("BL BM", "GL GL"), None, "barren", id="level"),
        pytest.param(("", ""), None, "barren", id="nobody has anything"),
        pytest.param(("BL BM BS", "GL GM GL GM GL GM"), 0, "barren_trios", id="trios go first"),
        pytest.param(("BL BM BS", "RL RM RL RM RL", "YS YM YL BL"), 2, "barren_pieces", id="three"),
        pytest.param(("BL BM BS", "RL RM RL RM RL", "YS YM YL"), None, "barren", id="two of three"),
        pytest.param(("BL BM", "YS", "GL GM"), None, "barren", id="three without trios"),
        pytest.param(("BL", "YS YM YL", "GL"), 1, "barren_trios", id="one of three"),
    ],
)
def test_forty_barren_turns_end_the_game_by_trios_then_by_pieces_of_those_level(
    hands: tuple[str, ...], winner: int | None, reason: str
) -> None:
    after = barren(*hands)
    assert after["barren_turns"] == 40
    assert (after["winner"], after["reason"]) == (winner, reason)
    assert GAME.outcome(after) == (winner, reason)
    assert GAME.legal_moves(after) == []


def test_a_capture_starts_the_count_of_barren_turns_anew() -> None:
    state = middle({"a3": "RS", "c3": "YS"}, CALM, barren_turns=39, to_move=1, ply=301)
    after = play(state, cap("a3-b3"))
    assert (after["barren_turns"], after["reason"]) == (0, "")


def test_a_pass_is_a_barren_turn() -> None:
    caps = "c3 a1 a5 c1 e5 a3"
    state = middle({}, caps, quiet_caps=24, barren_turns=39, to_move=1, ply=325)
    after = play(state, PASS)
    assert (after["barren_turns"], after["reason"]) == (40, "barren")


def test_the_number_of_barren_turns_is_an_option() -> None:
    game = load("pyramids", barren_turns=1)
    after = play(diagram(), cap("a5-b4"), game=game)
    assert after["reason"] == "barren"
    assert play(diagram(), cap("a1-b1"), game=game)["reason"] == ""


# Refusals.

QUIET = middle({}, "c3 a1 a5 c1 e5 a3", quiet_caps=24)
FORCED = middle({"a3": "RS"}, CALM, quiet_caps=24)


@pytest.mark.parametrize(
    ("state", "move", "code", "rule"),
    [
        (diagram(), None, "malformed_move", "P8"),
        (diagram(), {"t": "hop"}, "malformed_move", "P8"),
        (diagram(), {"t": ["cap"]}, "malformed_move", "P8"),
        (diagram(), {"t": "cap", "from": [0, 0]}, "malformed_move", "P8"),
        (diagram(), cap("a5-b5") | {"piece": "RL"}, "malformed_move", "P8"),
        (diagram(), {"t": "cap", "from": 0, "to": 1}, "off_board", "P8"),
        (diagram(), {"t": "cap", "from": [0, 0], "to": [-1, 0]}, "off_board", "P8"),
        (diagram(), {"t": "cap", "from": [0, 0], "to": [False, True]}, "off_board", "P8"),
        (diagram(), cap("b5-b4"), "no_cap_there", "P2"),
        (diagram(), cap("a5-c5"), "not_adjacent", "P2"),
        (diagram(), cap("a5-a5"), "not_adjacent", "P2"),
        (diagram(), cap("c4-b3"), "cap_in_the_way", "P2"),
        (diagram(), PASS, "pass_not_allowed", "P10"),
        (FORCED, PASS, "pass_not_allowed", "P10"),
        (FORCED, cap("a1-b1"), "must_erupt", "P17"),
        (QUIET, cap("c3-c4"), "must_pass", "P17"),
        (QUIET, power("BL@c4"), "power_too_late", "P17"),
        (middle({}, CALM), power("RX@c4"), "unknown_piece", "P11"),
        (middle({}, CALM), power("BL@c4") | {"piece": 7}, "unknown_piece", "P11"),
        (middle({}, CALM), power("BL@c4") | {"to": [5, 0]}, "off_board", "P8"),
        (middle({}, CALM), power("GM@c4"), "not_captured", "P5"),
        (middle({}, CALM), power("YS@c4"), "not_yours", "P5"),
        (middle({}, CALM), power("BL@a3"), "capped", "P5"),
        (middle({}, CALM, power_used=True), power("BL@c4"), "power_used", "P5"),
    ],
)
def test_a_refusal_names_the_rule(state: dict[str, Any], move: Any, code: str, rule: str) -> None:
    assert refusal(state, move) == (code, rule)


def test_a_power_play_is_refused_where_there_are_none() -> None:
    game = load("pyramids", power_play=False)
    assert refusal(middle({}, CALM), power("BL@c4"), game) == ("no_power_plays", "P20")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a5-b4", "wrong_mark"),
        ("d2-d1!", "wrong_mark"),
        ("a5-c5", "not_adjacent"),
        ("a5-a6", "off_board"),
        ("RL@c3", "not_captured"),
        ("QQ@c3", "unknown_piece"),
        ("pass", "pass_not_allowed"),
        ("castles", "unknown_notation"),
    ],
)
def test_a_written_move_that_cannot_be_played_is_explained(text: str, code: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        GAME.move_from_notation(GAME.state_from_json(diagram()), text)
    assert caught.value.code == code


# States.


def test_a_state_without_its_past_can_be_taken_up() -> None:
    for state in (middle({}, CALM), QUIET, barren("BL", "YS"), diagram()):
        assert GAME.state_to_json(GAME.state_from_json(state)) == state


def crowded() -> dict[str, Any]:
    state = diagram(ply=2)
    state["stacks"][0][1], state["stacks"][0][2] = [], ["GS", "GM", "GL", "YL", "YM", "YS"]
    return state


def swapped() -> dict[str, Any]:
    state = diagram()
    top, below = state["stacks"][:2]
    top[1], below[0] = below[0], top[1]
    return state


def greedy() -> dict[str, Any]:
    state = diagram(ply=2, barren_turns=1)
    taken = state["stacks"][4][0] + state["stacks"][0][1]
    state["stacks"][4][0], state["stacks"][0][1] = [], []
    return state | {"captured": [sorted(taken), []]}


def lost() -> dict[str, Any]:
    state = diagram(ply=2)
    state["stacks"][0][1].pop()
    return state


TRIOS = "RS RM RL GS GM GL BS BM BL"


@pytest.mark.parametrize(
    ("state", "code"),
    [
        pytest.param(None, "wrong_type", id="nothing"),
        pytest.param([], "wrong_type", id="a list"),
        pytest.param({"stacks": []}, "missing_key", id="few keys"),
        pytest.param(diagram(extra=1), "unknown_key", id="a key too many"),
        pytest.param(diagram(stacks=[[]] * 5), "wrong_length", id="rows without stacks"),
        pytest.param(diagram(caps=[[0, 0]]), "wrong_length", id="one cap"),
        pytest.param(diagram(caps=[[0, 0]] * 6), "impossible", id="caps on one cell"),
        pytest.param(diagram(caps=[[0, 5]] * 6), "out_of_range", id="a cap off the board"),
        pytest.param(diagram(caps=diagram()["caps"][::-1]), "not_canonical", id="caps unsorted"),
        pytest.param(diagram(captured=[[]]), "wrong_length", id="one seat"),
        pytest.param(diagram(captured=[[]] * 4), "wrong_length", id="four seats"),
        pytest.param(diagram(captured=[["RX"], []]), "out_of_range", id="no such piece"),
        pytest.param(diagram(captured=[["RL"], []]), "impossible", id="a seventh large red"),
        pytest.param(lost(), "impossible", id="a piece is missing"),
        pytest.param(middle({}, CALM, to_move=2), "out_of_range", id="no such seat"),
        pytest.param(middle({}, CALM, to_move=False), "wrong_type", id="a seat that is no number"),
        pytest.param(middle({}, CALM, quiet_caps=25), "out_of_range", id="too many quiet moves"),
        pytest.param(middle({}, CALM, power_used=0), "wrong_type", id="power_used is a number"),
        pytest.param(middle({}, CALM, barren_turns=41), "out_of_range", id="too barren"),
        pytest.param(middle({}, CALM, ply=-1), "out_of_range", id="before the start"),
        pytest.param(middle({}, CALM, ply=10**12), "out_of_range", id="beyond all games"),
        pytest.param(middle({}, CALM, winner=0), "not_canonical", id="a winner in a running game"),
        pytest.param(middle({}, CALM, reason="barren"), "not_canonical", id="an end that is none"),
        pytest.param(
            middle({}, CALM, ("YS RM GL", "GM")) | {"captured": [["YS", "RM", "GL"], ["GM"]]},
            "not_canonical",
            id="captures unsorted",
        ),
        pytest.param(middle({}, CALM, (TRIOS, "")), "impossible", id="seat to move has won"),
        pytest.param(
            middle({}, CALM, (TRIOS, ""), to_move=1, ply=301, quiet_caps=1),
            "impossible",
            id="a quiet move after the end",
        ),
        pytest.param(
            middle({}, CALM, (" ".join([TRIOS] * 2), ""), to_move=1, ply=301),
            "impossible",
            id="six trios at a stroke",
        ),
        pytest.param(
            middle({}, CALM, (TRIOS, ""), to_move=1, ply=301), "not_canonical", id="a win unsaid"
        ),
        pytest.param(
            middle({}, CALM, barren_turns=40, quiet_caps=1), "impossible", id="after a barren end"
        ),
        pytest.param(diagram(ply=3, quiet_caps=4), "impossible", id="more moves than plies"),
        pytest.param(diagram(to_move=1), "impossible", id="the second seat begins"),
        pytest.param(diagram(ply=1, quiet_caps=1, barren_turns=1), "impossible", id="barren early"),
        pytest.param(diagram(ply=4), "impossible", id="turns without a trace"),
        pytest.param(diagram(ply=1, power_used=True), "impossible", id="power without captures"),
        pytest.param(middle({}, CALM, ply=6), "impossible", id="too much moved in six plies"),
        pytest.param(crowded(), "impossible", id="two turns moved three pieces without order"),
        pytest.param(greedy(), "impossible", id="six captures in one turn"),
        pytest.param(swapped(), "impossible", id="nests that were never set up so"),
        pytest.param(
            diagram(caps=[[0, 1], *diagram()["caps"][1:]]), "impossible", id="a cap off its nest"
        ),
    ],
)
def test_a_state_that_cannot_arise_is_refused(state: Any, code: str) -> None:
    with pytest.raises(InvalidState) as caught:
        GAME.state_from_json(state)
    assert caught.value.code == code


def test_power_cannot_have_been_used_where_there_are_no_power_plays() -> None:
    state = middle({}, CALM, power_used=True)
    assert GAME.legal_moves(state)
    with pytest.raises(InvalidState):
        load("pyramids", power_play=False).legal_moves(state)


def test_who_took_the_last_piece_has_it_unless_there_was_a_turn_to_give_it_back() -> None:
    state = middle({}, CALM, ("BL", ""), barren_turns=0)
    with pytest.raises(InvalidState):
        GAME.state_from_json(state)  # the second seat has just captured, and holds nothing
    GAME.state_from_json(state | {"barren_turns": 1})
    GAME.state_from_json(state | {"barren_turns": 2})


# What players see.


def test_tokens_keep_their_ids_through_moves_captures_and_power_plays() -> None:
    rng = random.Random(4)
    position = GAME.new(4, seats=3)
    look = {t.id: (t.glyph, t.text, t.tint) for t in GAME.scene(position).tokens}
    assert len(look) == 78
    while position.ply < 250 and (moves := GAME.moves(position)):
        before = {t.id: t.at for t in GAME.scene(position).tokens}
        move = rng.choice(moves)
        events = GAME.events(position, move)
        GAME.advance(position, move)
        after = {t.id: t.at for t in GAME.scene(position).tokens}
        assert {t.id: (t.glyph, t.text, t.tint) for t in GAME.scene(position).tokens} == look
        for event in events:
            if event.token:
                assert before[event.token] == event.at
                before[event.token] = event.to
        assert before == after, "the events lead from one scene to the next"


def test_a_stack_is_shown_in_layers_with_its_cap_on_top() -> None:
    scene = GAME.scene(GAME.state_from_json(diagram()))
    corner = [(t.layer, t.glyph, t.tint, t.text) for t in scene.tokens if t.at == "board:0,0"]
    assert corner == [
        (0, "pyramid.small", "red", "RS"),
        (1, "pyramid.medium", "red", "RM"),
        (2, "pyramid.large", "red", "RL"),
        (3, "cap", "black", "^"),
    ]
    assert [tray.id for tray in scene.trays] == ["captured0", "captured1"]
    assert scene.buttons == ()


def test_an_eruption_is_told_piece_by_piece() -> None:
    position = GAME.state_from_json(diagram())
    told = GAME.events(position, GAME.move_from_notation(position, "a1-b1!"))
    assert [(event.kind, event.token[:2], event.at, event.to) for event in told] == [
        ("move", "ca", "board:4,0", "board:4,1"),
        ("erupt", "", "board:4,0", ""),
        ("move", "RL", "board:4,0", "board:4,2"),
        ("capture", "RL", "board:4,2", "captured0:RL"),
        ("move", "RM", "board:4,0", "board:4,3"),
        ("move", "RS", "board:4,0", "board:4,4"),
    ]


def test_paths_are_a_cap_and_its_target_a_captured_piece_and_its_cell_or_the_pass_button() -> None:
    position = GAME.state_from_json(middle({}, "c3 a1 a5 c1 e5 a3"))
    paths = {choice.notation: choice.path for choice in GAME.choices(position)}
    assert paths["c3-c4"] == ("board:2,2", "board:1,2")
    assert paths["BL@b2"] == ("captured0:BL", "board:3,1")
    stuck = GAME.state_from_json(QUIET)
    assert [choice.path for choice in GAME.choices(stuck)] == [("!pass",)]
    assert "!pass" in hotspots(GAME.scene(stuck))
    assert "!pass" not in hotspots(GAME.scene(position))


def test_the_board_can_be_drawn() -> None:
    drawn = GAME.render(middle({"b2": "RS GM"}, CALM))
    assert " GM" in drawn
    assert "Captured by First: BL" in drawn


# Keys and taking back.


def key(state: dict[str, Any], game: AnyGame = GAME) -> int:
    found: int = game.state_from_json(state).key()
    return found


def test_the_key_sees_neither_the_way_nor_which_of_like_pieces_is_where() -> None:
    state = middle({"a3": "RL", "c3": "YL", "b5": "RL"}, "c1 d1 a1 a5 e5 a3", ("RL RL", "YS"))
    there = play(state, cap("c1-c2"), cap("d1-d2"))
    back = play(state, cap("d1-d2"), cap("c1-c2"))
    assert there == back
    position = GAME.state_from_json(state)
    for text in ("c1-c2", "d1-d2", "RL@e3"):
        GAME.advance(position, GAME.move_from_notation(position, text))
    assert position.key() == key(play(there, power("RL@e3")))
    assert key(state) == key(state | {"ply": 400})


def test_a_spent_power_play_makes_no_difference_to_a_seat_that_holds_nothing() -> None:
    state = middle({}, CALM, ("", "YS"))
    assert key(state) == key(state | {"power_used": True, "ply": 301})
    rich = middle({}, CALM, ("BL", "YS"))
    assert key(rich) != key(rich | {"power_used": True, "ply": 301})


def test_the_key_sees_everything_else() -> None:
    state = middle({"a3": "RS RM", "b3": "RL"}, CALM)
    others = [
        state | {"quiet_caps": 1},
        state | {"barren_turns": 1},
        state | {"to_move": 1, "ply": 301},
        middle({"a3": "RM RS", "b3": "RL"}, CALM),
        middle({"a3": "RS RM", "b4": "RL"}, CALM),
        middle({"a3": "RS RM", "b3": "YL"}, CALM),
        middle({"a3": "RS RM", "b3": "RL"}, "a3 a1 a5 e5 e1 d1"),
        middle({"a3": "RS RM", "b3": "RL"}, CALM, ("YS", "BL")),
        middle({"a3": "RS RM", "b3": "RL"}, CALM, ("BL BL", "YS")),
        middle({"a3": "RS RM", "b3": "RL"}, CALM, ("BL", "YS", ""), barren_turns=1),
    ]
    keys = {key(other) for other in [state, *others]}
    assert len(keys) == len(others) + 1
    far = load("pyramids", quiet_caps=900, barren_turns=900)
    assert key(state, far) == key(state | {"quiet_caps": 1, "barren_turns": 2}, far)


def test_moves_are_taken_back_to_the_last_detail_also_in_games_longer_than_the_memory() -> None:
    rng = random.Random(11)
    position = GAME.new(11)
    seen = []
    while position.ply < 2 * UNDO_DEPTH and (moves := GAME.moves(position)):
        seen.append((GAME.state_to_json(position), position.key(), GAME.scene(position).tokens))
        GAME.advance(position, rng.choice(moves))
    assert len(seen) > UNDO_DEPTH
    for before in reversed(seen[-UNDO_DEPTH:]):
        position.undo()
        after = (GAME.state_to_json(position), position.key(), GAME.scene(position).tokens)
        assert after == before


def test_no_turn_begins_after_the_last_ply() -> None:  # P23
    game = load("pyramids", ply_limit=3)
    position = game.new(1)
    quiet = [move for move in game.moves(position) if "!" not in game.notate(position, move)]
    game.advance(position, quiet[0])
    while position.to_move == 0:  # the limit does not cut a turn short
        assert game.result(position) is None
        written = [(game.notate(position, move), move) for move in game.moves(position)]
        erupting = [move for name, move in written if "!" in name]
        still = [move for name, move in written if "!" not in name]
        game.advance(position, still[0] if position.ply < 4 else erupting[0])
    assert position.ply == 5
    outcome = game.result(position)
    assert outcome is not None
    assert outcome.reason in {"barren", "barren_pieces"}
    state = game.state_to_json(position)
    assert game.outcome(state) == outcome


def test_a_turn_under_way_at_the_limit_is_read_and_a_later_one_is_not() -> None:  # P23
    game = load("pyramids", ply_limit=3)
    position = game.new(1)
    for _ in range(4):
        quiet = [move for move in game.moves(position) if "!" not in game.notate(position, move)]
        game.advance(position, quiet[0])
    state = game.state_to_json(position)
    assert game.state_from_json(state).key() == position.key()
    with pytest.raises(InvalidState):
        game.state_from_json(state | {"ply": 9, "to_move": 1, "barren_turns": 1})
