"""How a game of Pyramids ends."""

from __future__ import annotations

import pytest

from ludarium import IllegalMove, InvalidState, load
from tests.games.pyramids_states import (
    CALM,
    GAME,
    PASS,
    barren,
    cap,
    diagram,
    middle,
    play,
    power,
)

FARTHEST = 2**30  # plies after which no turn begins, even without a limit
UNLIMITED = load("pyramids", ply_limit=0)


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


@pytest.mark.parametrize(
    ("hands", "winner", "reason"),
    [
        pytest.param(("BL BM BM RL", "YS YM YL"), 1, "barren_trios", id="more trios"),
        pytest.param(("BL BM BS", "GL GM RM RL GS RL YM"), 1, "barren_pieces", id="more pieces"),
        pytest.param(("BL BM", "GL GL"), None, "barren", id="level"),
        pytest.param(("", ""), None, "barren", id="no seat has a piece"),
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


@pytest.mark.parametrize("ply", [10**9, FARTHEST - 2])
def test_a_game_without_a_limit_of_plies_reads_every_count_that_it_writes(ply: int) -> None:
    state = middle({}, CALM, ply=ply)
    after = play(state, cap("a1-b1"), cap("b1-a1"), power("BL@c4"), game=UNLIMITED)
    assert (after["ply"], after["reason"]) == (ply + 3, "")
    assert UNLIMITED.state_to_json(UNLIMITED.state_from_json(after)) == after


def test_the_longest_turn_may_go_beyond_the_last_ply_on_which_a_turn_begins() -> None:
    last = FARTHEST - 1
    caps = "c3 a1 a5 c1 e5 a3"
    state = middle({}, caps, quiet_caps=24, power_used=True, to_move=1, ply=last + 25)
    after = play(state, PASS, game=UNLIMITED)
    assert (after["ply"], after["reason"]) == (last + 26, "barren")
    assert UNLIMITED.state_to_json(UNLIMITED.state_from_json(after)) == after
    with pytest.raises(InvalidState) as refused:
        UNLIMITED.state_from_json({**after, "ply": last + 28})
    assert refused.value.code == "out_of_range"


def test_no_count_goes_further_beyond_a_limit_of_plies_than_the_longest_turn() -> None:
    game = load("pyramids", ply_limit=300)
    for ply, code in ((324, ""), (326, "out_of_range"), (10**9, "out_of_range")):
        state = middle({}, CALM, ("BL", "BM"), ply=ply, reason="barren")
        if code:
            with pytest.raises(InvalidState) as refused:
                game.state_from_json(state)
            assert refused.value.code == code
        else:
            assert game.outcome(state) == (None, "barren")
