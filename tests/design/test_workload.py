"""The estimate of a search covers all of its stages and leaves out what an earlier run did."""

from __future__ import annotations

from pathlib import Path

from ludarium.design.study import Study
from tests.design.spaces import Together, space

STAGES = [
    {"nodes": 1, "games": 16, "keep": 4, "slack": 0.02},
    {"nodes": 4, "games": 16, "keep": 2, "slack": 0.02},
]


def told_work(folder: Path) -> list[tuple[int, int, str]]:
    told: list[tuple[int, int, str]] = []
    given = space(stages=STAGES, candidates=9, waves=2)
    Study(given, folder, Together(16), lambda *work: told.append(work)).run()
    return told


def test_the_work_told_is_of_the_whole_search(tmp_path: Path) -> None:
    told = told_work(tmp_path)
    most = 2 * 9 * 16 + 4 * 16 * 4 + 2 * 120  # games times nodes, before a candidate is out
    done, total, note = told[0]
    assert done == 0
    assert total % most == 0
    assert note.startswith("wave 1, random openings: 0/")
    unit = total // most
    counts = [done // unit for done, _, _ in told]
    assert counts == sorted(counts)
    assert all(done <= total for done, total, _ in told)
    assert told[-1][0] == told[-1][1]  # nothing is left
    assert counts[-1] < most  # races ended early
    totals = [total for _, total, _ in told]
    assert totals == sorted(totals, reverse=True)  # what is left never grows


def test_games_of_an_earlier_run_are_not_counted(tmp_path: Path) -> None:
    told_work(tmp_path)
    again = told_work(tmp_path)
    assert {done for done, _, _ in again} == {0}
    assert again[-1][1] == 0
