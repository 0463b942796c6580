"""Pyramids' power plays: captured pieces put back."""

from __future__ import annotations

from ludarium import load
from ludarium.core.scene import cell_name
from tests.games.pyramids_states import (
    CELLS,
    cap,
    cell,
    diagram,
    middle,
    play,
    power,
    stack,
    written,
)


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
