"""The page of a study: figures of fresh games first, then those that selected the candidates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path

from ludarium.arena.report.html_parts import fill_page, page_facts, page_section, page_table
from ludarium.arena.report.svg_charts import IntervalRow, interval_chart
from ludarium.core.options import STANDARD
from ludarium.core.registry import find_game
from ludarium.design.candidates import candidate_options, space_size
from ludarium.design.estimate import TargetEstimate
from ludarium.design.figures import (
    StageFigures,
    judge_estimate,
    rank_candidates,
    undominated,
)
from ludarium.design.move_speed import scale_nodes
from ludarium.design.space import OpeningKind, Stage
from ludarium.design.study import StudyResult
from ludarium.design.target import Target

LISTED_RAW_CANDIDATES = 200  # of a stage; a page of thousands is not read


def write_balance_page(result: StudyResult, path: Path) -> None:
    """Write the page of a study."""
    path.write_text(render_balance_page(result), "utf-8")


def render_balance_page(result: StudyResult) -> str:
    """The page of a study."""
    file = result.space.file
    parts = [
        page_section("Result", _conclusion(result)),
        page_section("Targets", _targets_table(file.targets)),
        page_section("The nearest candidates", _front(result)),
        page_section("Confirmed", _confirmed(result)),
        *(
            page_section(target.label, _target_chart(result, at))
            for at, target in enumerate(file.targets)
        ),
        *(
            page_section(
                f"Stage {number}: chose the candidates, confirms nothing",
                _stage_table(result, found, stage),
            )
            for number, (stage, found) in enumerate(zip(file.stages, result.raw, strict=True), 1)
        ),
    ]
    return fill_page(
        "plain.html",
        title=f"Balance of {find_game(result.space.game).title}",
        about=page_facts(_about(result)),
        figures="\n".join(parts),
    )


def candidate_name(number: int) -> str:
    """How tables and charts name a candidate."""
    return f"#{number + 1}"


def format_estimate(target: Target, estimate: TargetEstimate | None) -> str:
    """A figure with its interval and how it stands to its target."""
    if estimate is None:
        return "-"
    value = target.format_value(estimate.value)
    if target.measure != "proved":
        low, high = target.format_value(estimate.low), target.format_value(estimate.high)
        value = f"{value} ({low} to {high})"
    return f"{value} {judge_estimate(target, estimate)}"


def format_options(options: Mapping[str, object]) -> str:
    """The options of a candidate as the command line takes them."""
    return " ".join(f"{name}={str(value).lower()}" for name, value in options.items())


def _about(result: StudyResult) -> dict[str, str]:
    space, file = result.space, result.space.file
    sizes = f"{len(result.candidates)} of {space_size(space)} combinations"
    stages = [_describe_stage(stage, result.speed) for stage in file.stages]
    facts = {
        "ruleset": f"{file.ruleset}, {space.seats} seats",
        "candidates": f"{sizes}; waves: {file.waves}",
        "player": file.player,
        "openings": f"{file.opening} random turns; fair to a search of {file.fair_nodes} nodes",
        "stages": "; ".join(stages),
        "confirmation": _describe_stage(file.confirm, result.speed),
        "seed": str(file.seed),
    }
    if result.speed < 1:
        facts["speed"] = f"{result.speed:.2g} of a compiled game's; nodes are fewer in proportion"
    return facts


def _describe_stage(stage: Stage, speed: float) -> str:
    nodes = scale_nodes(stage.nodes, speed)
    return f"{nodes} nodes, up to {stage.games} games ({' and '.join(stage.kinds)} openings)"


def _targets_table(targets: Iterable[Target]) -> str:
    return page_table(("target", "range"), [(one.label, one.range_text) for one in targets])


def _searched_options(result: StudyResult) -> list[str]:
    """The names of the options that have more than one value in the space."""
    return [name for name, values in result.space.values.items() if len(values) > 1]


def _conclusion(result: StudyResult) -> str:
    """The best candidate in words: what it misses, and how to play it."""
    [best, *_] = rank_candidates(result.confirmed)
    space = result.space
    pairs = zip(space.file.targets, result.confirmed[best].gaps, strict=True)
    missed = ", ".join(target.label for target, gap in pairs if gap > 0)
    name = candidate_name(best)
    told = f"All confirmed figures of {name} are in range."
    if missed:
        told = f"No candidate has all figures in range. {name} is the nearest, without: {missed}."
    options = candidate_options(space, result.candidates[best])
    command = " ".join(
        [
            f"ludarium play {space.game}",
            *([] if space.file.ruleset == STANDARD else [f"--ruleset {space.file.ruleset}"]),
            *(f"--option {one}" for one in format_options(options).split()),
        ]
    )
    return f"<p>{escape(told)} To play it:</p><pre class=command>{escape(command)}</pre>"


def _front(result: StudyResult) -> str:
    """The options of the candidates that no other is better than in all targets."""
    front = undominated(result.confirmed)
    names = _searched_options(result)
    rows = []
    for number in front:
        options = candidate_options(result.space, result.candidates[number])
        missed = sum(gap > 0 for gap in result.confirmed[number].gaps)
        told = "all targets" if not missed else f"all but {missed}"
        rows.append((candidate_name(number), *(str(options[name]).lower() for name in names), told))
    note = (
        "<p>No other candidate is as near to all targets and nearer to one, by confirmed"
        " figures.</p>"
    )
    return note + page_table(("candidate", *names, "figures in range"), rows)


def _confirmed(result: StudyResult) -> str:
    """The confirmed figures, a row for each candidate and kind of openings."""
    targets = result.space.file.targets
    kinds = result.space.file.confirm.kinds
    rows = [
        (
            candidate_name(number),
            kind,
            str(result.confirmed[number].games.get(kind, 0)),
            *_row_cells(targets, result.confirmed[number], kind),
        )
        for number in rank_candidates(result.confirmed)
        for kind in kinds
    ]
    note = (
        "<p>Games from openings of their own, which took no part in the choice. Intervals are of"
        " 95 %. met: the interval is in the range; likely: the figure is; unclear: a part of the"
        " interval is; missed: nothing is. In the plots, the range is shaded, and raw is what"
        " chose the candidate.</p>"
    )
    head = ("candidate", "openings", "games", *(target.label for target in targets))
    return note + page_table(head, rows)


def _row_cells(targets: Iterable[Target], found: StageFigures, kind: OpeningKind) -> list[str]:
    pairs = zip(targets, found.estimates, strict=True)
    return [format_estimate(target, estimates.get(kind)) for target, estimates in pairs]


def _target_chart(result: StudyResult, at: int) -> str:
    """Confirmed figures of one target over the range; the raw ones of the last stage are faint."""
    target = result.space.file.targets[at]
    if target.measure == "proved":
        return ""
    rows = []
    for number in rank_candidates(result.confirmed):
        for kind, found in result.confirmed[number].estimates[at].items():
            rows.append(IntervalRow(f"{candidate_name(number)} {kind}", *found))
        if result.raw:
            rows += [
                IntervalRow(f"{candidate_name(number)} raw", *found, faint=True)
                for found in result.raw[-1][number].estimates[at].values()
            ]
    chart = interval_chart(rows, target.label, (target.low, target.high), target.is_share)
    return f"<div class=wide>{chart}</div>"


def _stage_table(result: StudyResult, found: Mapping[int, StageFigures], stage: Stage) -> str:
    targets = result.space.file.targets
    names = _searched_options(result)
    rows = []
    for number in rank_candidates(found)[:LISTED_RAW_CANDIDATES]:
        one = found[number]
        options = candidate_options(result.space, result.candidates[number])
        cells = [
            format_estimate(target, next(iter(estimates.values()), None))
            for target, estimates in zip(targets, one.estimates, strict=True)
        ]
        values = [str(options[name]).lower() for name in names]
        rows.append((candidate_name(number), *values, str(sum(one.games.values())), *cells))
    head = ("candidate", *names, "games", *(target.label for target in targets))
    told = f"{_describe_stage(stage, result.speed)}; targets widened by {stage.slack:g}."
    note = f"<p>{escape(told)}</p>"
    return note + page_table(head, rows)
