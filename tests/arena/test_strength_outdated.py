"""Outdated results: what makes a stored result outdated, and how it is measured again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from ludarium.arena.report import strength_document as document
from ludarium.arena.report.strength_outdated import find_outdated, outdated_reason
from ludarium.arena.report.strength_summary import StrengthSummary
from ludarium.arena.run.atomic_file import indented_json
from ludarium.cli import make_application


def ludarium(*words: object) -> str:
    done = CliRunner().invoke(make_application(["strength"]), ["strength", *map(str, words)])
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> StrengthSummary:
    """A short match that the arena has just played."""
    folder = tmp_path_factory.mktemp("strength")
    match = ("match", "skysummit", "easy", "first", "--games", 2, "--fair", 0)
    ludarium(*match, "--workers", 1, "--out", folder / "runs")
    (found,) = document.write_document(folder / "runs", folder / "docs")
    return found


def changed(found: StrengthSummary, **facts: Any) -> StrengthSummary:
    return msgspec.structs.replace(found, about=msgspec.structs.replace(found.about, **facts))


def test_a_result_is_outdated_when_what_decided_it_has_changed(measured: StrengthSummary) -> None:
    assert outdated_reason(measured) == ""
    level = measured.about.levels["easy"]
    limit = measured.about.options["turn_limit"]
    for facts, reason in (
        ({"ruleset": "gone"}, "the game or the ruleset no longer exists"),
        ({"rules_version": 0}, "the rules changed"),
        ({"options": {"gone": 1}}, "the rules changed"),
        ({"network": "0" * 12}, "the network changed"),
        ({"options": {"turn_limit": limit - 1}}, "the rules changed"),
        ({"options": {"turn_limit": 40}, "given": {"turn_limit": 40}}, ""),
        ({"levels": {"easy": {**level, "noise": 7}}}, "a level changed"),
        ({"levels": {"easy": {**level, "gone": 1}}}, "a level changed"),
        ({"levels": {"easy": {**level, "answer": 9.0}}}, ""),  # a promise, not a way to play
        ({"measured_by": "lab"}, "an earlier engine played"),
    ):
        assert outdated_reason(changed(measured, **facts)) == reason


def test_an_option_that_was_added_since_then_does_not_make_another_comparison(
    measured: StrengthSummary,
) -> None:
    older = changed(measured, options={}, measured_by="lab")
    assert outdated_reason(changed(measured, options={})) == ""
    assert document.merge_summaries([older], [measured]) == [measured]


def test_a_level_is_kept_as_it_was_stored(measured: StrengthSummary, tmp_path: Path) -> None:
    level = {name: value for name, value in measured.about.levels["easy"].items() if name != "slip"}
    older = changed(measured, levels={**measured.about.levels, "easy": level})
    assert outdated_reason(older) == ""  # a setting that was added since then had its default
    stored = tmp_path / document.SUMMARIES_FILE
    stored.write_bytes(indented_json([older]))
    assert document.read_summaries(stored) == [older]
    assert document.merge_summaries([older], [measured]) == [measured]


def test_a_variant_is_another_comparison(measured: StrengthSummary) -> None:
    variant = changed(measured, given={"turn_limit": 40})
    assert len(document.merge_summaries([variant], [measured])) == 2
    assert "--option turn_limit=40" in document.command_line(variant)


def test_the_cheapest_result_comes_first(measured: StrengthSummary) -> None:
    old = changed(measured, measured_by="lab")
    dear = msgspec.structs.replace(old, moves=measured.moves * 100, turn_seconds=[1.0, 1.0])
    gone = changed(measured, ruleset="gone")
    assert [one.summary for one in find_outdated([dear, gone, measured, old])] == [old, dear]


def test_an_outdated_result_is_measured_again_by_its_own_command(
    measured: StrengthSummary, tmp_path: Path
) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    stored = docs / document.SUMMARIES_FILE
    stored.write_bytes(indented_json([changed(measured, measured_by="lab")]))
    places = ("--docs", docs, "--runs", tmp_path / "runs", "--workers", 1)
    told = ludarium("again", "--dry-run", *places)
    assert "1 of 1 (an earlier engine played" in told
    assert "ludarium strength match skysummit easy first --games 2 --fair 0" in told
    assert not (tmp_path / "runs").exists()
    assert ludarium("again", "--game", "ludus", *places) == ""
    ludarium("again", *places)
    (now,) = document.read_summaries(stored)
    assert now.about == measured.about
    assert now.turns == measured.turns
    assert ludarium("again", *places) == "", "nothing is outdated any more"
