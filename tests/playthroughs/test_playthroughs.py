"""The checked-in playthroughs are what the games play today (`make regenerate` after a change)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.playthroughs.playthrough import file_name, playthrough, seed_of, titles

FOLDER = Path(__file__).parent
# A game that has none yet gets its playthroughs by `make regenerate`.
TITLES = [title for title in titles() if (FOLDER / file_name(*title)).is_file()]


@pytest.mark.parametrize(("name", "ruleset", "seats"), TITLES)
def test_the_playthrough_is_unchanged(name: str, ruleset: str, seats: int) -> None:
    written = (FOLDER / file_name(name, ruleset, seats)).read_text("utf-8")
    assert playthrough(name, ruleset, seats, seed_of(written)).splitlines() == written.splitlines()


def test_no_playthrough_is_left_over() -> None:
    assert {file.name for file in FOLDER.glob("*.txt")} <= {file_name(*title) for title in titles()}


def test_the_five_games_are_played_through() -> None:
    assert {name for name, _, _ in TITLES} >= {"caldera", "forge", "ludus", "pyramids", "skysummit"}
