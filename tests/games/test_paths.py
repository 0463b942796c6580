"""A click path that is no legal move is refused with the rule that forbids it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludarium import games, load
from ludarium.core.errors import IllegalMove
from ludarium.core.scene import scene_hotspots

# The second turn of each seat ends with an ember.
OPTIONS: dict[str, dict[str, Any]] = {"forge": {"ember_every": 2, "reach": 4}}
EMBER = "c1-c2 d6-d5 c2-c3"
BROKEN_IN = "e3-b6 d9-d8 b6xb10"
POWER = "b4-b3! c2-c3!"

# A game, the moves before, the clicks, and the code of the refusal.
REFUSED = [
    ("caldera", "", "board:3,3", "no_piece"),
    ("caldera", "", "board:0,1", "not_your_piece"),
    ("caldera", "", "board:6,3 board:3,3", "out_of_reach"),
    ("caldera", "", "board:6,3 board:6,4", "own_piece"),
    ("caldera", "", "board:6,1 !forge", "not_a_smith"),
    ("caldera", "", "board:6,2 !forge board:4,2", "not_beside"),
    ("caldera", "", "!forge", "unknown_path"),
    ("caldera", "", "board:6,2 !forge board:5,2 board:5,2", "unknown_path"),
    ("skysummit", "b4,d2", "board:1,1", "occupied"),
    ("skysummit", "b4,d2", "board:0,0 board:1,1", "occupied"),
    ("skysummit", "b4,d2 d4,b2", "board:0,0", "not_your_worker"),
    ("skysummit", "b4,d2 d4,b2", "board:1,1 board:1,3", "not_adjacent"),
    ("skysummit", "b4,d2 d4,b2", "board:1,1 board:1,2 board:4,4", "build_not_adjacent"),
    ("ludus", "", "ground:5,5", "empty_cell"),
    ("ludus", "", "ground:0,0", "not_your_piece"),
    ("ludus", "", "ground:10,0", "stuck_piece"),
    ("ludus", "", "ground:8,4 !strike", "cannot_strike"),
    ("ludus", "", "ground:8,4 sky:2,2", "cannot_fly"),
    ("ludus", BROKEN_IN, "ground:0,1 !strike ground:5,5", "no_target"),
    ("pyramids", "", "board:0,0 board:0,1", "no_cap_there"),
    ("pyramids", POWER, "captured1:RL", "not_yours"),
    ("pyramids", POWER, "captured0:RL board:2,1", "capped"),
    ("forge", "", "board:3,3", "no_token"),
    ("forge", "", "board:0,4", "not_your_token"),
    ("forge", "", "board:5,0 board:0,0", "too_far"),
    ("forge", EMBER, "embers0:ember board:0,2", "ember_on_forge"),
    ("forge", EMBER, "embers1:ember board:3,3", "not_your_ember"),
    ("forge", EMBER, "board:5,0 board:4,0", "ember_due"),
]


@pytest.mark.parametrize(("name", "before", "clicks", "code"), REFUSED)
def test_a_click_that_leads_nowhere_is_explained(
    name: str, before: str, clicks: str, code: str
) -> None:
    game = load(name, **OPTIONS.get(name, {}))
    position = game.new(3)
    for written in before.split():
        game.advance(position, game.move_from_notation(position, written))
    with pytest.raises(IllegalMove) as refused:
        game.move_from_path(position, tuple(clicks.split()))
    assert refused.value.code == code
    assert refused.value.rule


@pytest.mark.parametrize("name", games())
def test_clicks_are_the_move_they_belong_to_or_are_refused(name: str) -> None:
    game = load(name)
    rng = Random(5)
    position = game.new(5)
    for _ in range(40):
        moves = game.moves(position)
        if not moves:
            break
        paths = {game.path(position, move): move for move in moves}
        for path, move in paths.items():
            assert game.move_from_path(position, path) == move
            for length in range(len(path)):
                with pytest.raises(IllegalMove, match="only the beginning"):
                    game.move_from_path(position, path[:length])
        spots = sorted(scene_hotspots(game.scene(position)))
        for _ in range(30):
            clicks = tuple(rng.choices(spots, k=rng.randint(1, 4)))
            if clicks not in paths:
                with pytest.raises(IllegalMove):
                    game.move_from_path(position, clicks)
        game.advance(position, rng.choice(moves))


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize(
    "clicks",
    [
        ("",),
        ("board:99,99",),
        ("ground:99,99", "sky:77,7"),
        ("nowhere:1,1", "nowhere:2,2"),
        ("board:-1,0",),
        ("board:²,1",),
        ("captured9:XX", "board:0,0"),
        ("!", "!!", "!forge"),
        ("board:0", "board:"),
        ("x" * 80,) * 8,
    ],
)
def test_clicks_that_make_no_sense_are_refused(name: str, clicks: tuple[str, ...]) -> None:
    game = load(name)
    with pytest.raises(IllegalMove):
        game.move_from_path(game.new(1), clicks)


@pytest.mark.parametrize(
    ("name", "code"),
    [("caldera", "stuck_piece"), ("forge", "stuck_token"), ("skysummit", "stuck_worker")],
)
def test_a_piece_that_can_do_nothing_says_so(name: str, code: str) -> None:
    game, rng = load(name), Random(1)
    for _ in range(500):
        position = game.new(3)
        while moves := game.moves(position):
            starts = {game.path(position, move)[0] for move in moves}
            own = [t.at for t in game.scene(position).tokens if t.seat == position.to_move]
            stuck = [at for at in own if at not in starts]
            # An ember is put on a cell of its own: tokens wait for that.
            if stuck and any(at in starts for at in own):
                with pytest.raises(IllegalMove) as refused:
                    game.move_from_path(position, (stuck[0],))
                assert refused.value.code == code
                return
            game.advance(position, rng.choice(moves))
    pytest.fail("no piece was ever stuck")
