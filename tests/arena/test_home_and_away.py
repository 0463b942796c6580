"""Home and away: every two meet on three grounds, and points are counted by context."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ludarium.arena.formats.home_and_away import read_config
from ludarium.arena.formats.schedule import fixtures, open_format
from ludarium.arena.report.home_standings import ContextRow, context_standings, total_points
from ludarium.arena.run.event_store import EventStore
from ludarium.arena.run.runner import Runner
from ludarium.core.errors import InvalidOption
from tests.arena.events import BOTS, NOUGHTS, ROOT, unit
from tests.arena.test_runner import Here

CONFIG = f"""
neutral = "{NOUGHTS}"
openings = 1
time = "none"

[[competitor]]
name = "Basalt"
agent = "random"
home = "caldera"

[[competitor]]
name = "Granite"
agent = "{BOTS}:last"
home = "skysummit"

[[competitor]]
name = "Third"
agent = "first"
home = {{ game = "forge", ruleset = "standard" }}
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "arena.toml"
    file.write_text(CONFIG)
    return file


def test_every_two_meet_at_the_home_of_each_and_on_neutral_ground(config: Path) -> None:
    event = read_config(config)
    found = fixtures(event)
    assert len(found) == 3 * 3
    assert Counter(one.pair for one in found) == {(0, 1): 3, (0, 2): 3, (1, 2): 3}
    for one in found:
        assert one.host is None or one.host in one.pair
        assert one.ground == (3 if one.host is None else one.host)
    assert [ground.game for ground in event.grounds][:3] == ["caldera", "skysummit", "forge"]
    assert open_format(event).total() == 9 * 2


def test_points_are_three_for_a_win_and_one_for_a_draw_by_context(config: Path) -> None:
    event = read_config(config)
    complete = {
        0: unit(0, [1.0, 0.5], (0, 1)),  # at the home of 0
        1: unit(1, [1.0, 0.0], (0, 1)),  # at the home of 1
        2: unit(2, [0.5, 0.5], (0, 1)),  # neutral
    }
    first, second, third = context_standings(event, complete)
    assert first == {
        "home": ContextRow(1, 1, 0),
        "away": ContextRow(1, 0, 1),
        "neutral": ContextRow(0, 2, 0),
    }
    assert second == {
        "home": ContextRow(1, 0, 1),
        "away": ContextRow(0, 1, 1),
        "neutral": ContextRow(0, 2, 0),
    }
    assert (total_points(first), total_points(second), total_points(third)) == (
        4 + 3 + 2,
        3 + 1 + 2,
        0,
    )


def test_an_event_of_three_is_played_to_the_end(config: Path, tmp_path: Path) -> None:
    event = read_config(config)
    with EventStore(tmp_path / "event", event) as store:
        progress = Runner(store, open_format(event), Here()).run(lambda _: None)
    rows = context_standings(event, progress.complete)
    for row in rows:
        games = {context: sum(found) for context, found in row.items()}
        assert games == {"home": 4, "away": 4, "neutral": 4}


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        (("[[competitor]]", "[[competitors]]"), "wrong_config"),
        (('time = "none"', 'time = "soon"'), "wrong_time_control"),
        (('home = "caldera"', 'home = "nowhere"'), "unknown_game"),
        (("openings = 1", "openings = '1'"), "wrong_config"),
        (("openings = 1", "openings ="), "wrong_config"),
    ],
)
def test_a_wrong_configuration_is_refused(
    config: Path, changed: tuple[str, str], code: str
) -> None:
    from ludarium.core.errors import LudariumError

    config.write_text(CONFIG.replace(*changed))
    with pytest.raises(LudariumError) as refusal:
        read_config(config)
    assert refusal.value.code == code


def test_a_missing_configuration_is_told() -> None:
    with pytest.raises(InvalidOption):
        read_config(Path("nowhere.toml"))


def test_the_example_can_be_read_from_anywhere() -> None:
    event = read_config(ROOT / "examples" / "arena" / "arena.toml")
    assert event.grounds[-1].load().title == "Tic-tac-toe"
    assert len(event.entrants) >= 2
