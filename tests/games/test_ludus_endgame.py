"""Ludus' endings: leads without fliers are nearly draws, and First Lords are hunted down."""

from __future__ import annotations

import pytest

from ludarium import load
from ludarium.agents.player_spec import read_player_spec
from ludarium.core.constants import ONGOING
from ludarium.search.parameters import set_parameters
from tests.games.ludus_states import GAME, position

# A white army of seven Veterans and three Knights, all on the ground.
ARMY = {f"p{4 * i + 2}": f"{column}9=VL" for i, column in enumerate("abcdefg")} | {
    "p7": "a3",
    "p11": "c3",
    "p50": "e3",
}
SKY_LORD = {"p20": "F6"}


def score(cells: dict[str, str], seat: int = 0, ruleset: str = "standard") -> int:
    game = load("ludus", ruleset)
    state = position(cells=cells)
    return game.evaluator().score(game.state_from_json(state), seat)


def test_a_lead_without_fliers_is_nearly_a_draw() -> None:
    army = score({**ARMY, **SKY_LORD})
    with_flier = score({**ARMY, **SKY_LORD, "p3": "h1"})
    assert 0 < 8 * army < with_flier


def test_the_same_holds_for_the_seat_that_is_behind() -> None:
    army = score({**ARMY, **SKY_LORD}, seat=1)
    with_flier = score({**ARMY, **SKY_LORD, "p3": "h1"}, seat=1)
    assert with_flier < 8 * army < 0


def test_one_flier_is_worth_less_if_the_other_army_can_take_it_in_the_sky() -> None:
    cells = {**ARMY, **SKY_LORD, "p3": "h1"}
    # A Knight Aeris of black costs white more than its Knights Ignus, which are worth the same.
    assert score({**cells, "p0": "k11"}) < score({**cells, "p8": "k11"})


def test_where_armies_decide_at_a_limit_a_lead_is_a_lead() -> None:
    game = load("ludus", tally=True)
    state = position(cells={**ARMY, **SKY_LORD})
    assert game.evaluator().score(game.state_from_json(state), 0) > 400


def test_a_parameter_leaves_leads_as_they_are() -> None:
    at = GAME.state_from_json(position(cells={**ARMY, **SKY_LORD}))
    evaluator = GAME.evaluator()
    damped = evaluator.score(at, 0)
    set_parameters(evaluator, {"damps_scores": 0})
    assert evaluator.score(at, 0) > 400 > damped


def test_without_combat_in_the_sky_scores_stay_as_they_are() -> None:
    cells = {**ARMY, **SKY_LORD}
    assert score(cells, ruleset="original") > 400


def test_a_first_lord_with_fewer_escapes_is_worth_more_to_its_hunter() -> None:
    evaluator = GAME.evaluator()

    def by_hand(**cells: str) -> int:
        state = position(cells={"p23": "f1", "p3": "a1", "p7": "b1", **cells})
        return evaluator.by_hand(GAME.state_from_json(state), 0)

    # In the middle of the sky it can go to nine cells, in the corner to four.
    assert by_hand(p20="D8") > by_hand(p20="F6") + 100


@pytest.mark.parametrize("fliers", [("p3", "p19"), ("p3", "p43"), ("p19", "p27")])
def test_an_army_with_two_fliers_captures_a_lone_first_lord_in_the_sky(
    fliers: tuple[str, str],
) -> None:
    first, second = fliers
    state = position(
        cells={"p20": "F6", "p23": "f1", first: "d1", second: "h1", "p7": "a1", "p50": "k1"}
    )
    at = GAME.state_from_json(state)
    player = read_player_spec("search:nodes=2000").make_player(GAME)
    while at.verdict == ONGOING:
        GAME.advance(at, player.choose_move(at))
    assert at.verdict == 0, GAME.reasons[at.reason]
