"""A search of rules from the terminal: progress, the table of survivors, and its files."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from ludarium.arena.formats.game_setting import describe_game
from ludarium.arena.report.step_bar import progress_bars
from ludarium.arena.run.atomic_file import indented_json, replace_file
from ludarium.arena.run.executor import Executor
from ludarium.design.balance_page import (
    candidate_name,
    format_estimate,
    format_options,
    write_balance_page,
)
from ludarium.design.candidates import candidate_options
from ludarium.design.figures import StageFigures, rank_candidates, undominated
from ludarium.design.space import Space
from ludarium.design.study import Study, StudyResult

PAGE_FILE = "balance.html"
RESULT_FILE = "balance.json"
RUN_STEP = "Whole search"  # one bar for all stages, so that its estimate is of all of them


def study_folder(space: Space, parent: Path) -> Path:
    """The folder of a study; another space, or another version of the game, has another one."""
    setting = describe_game(space.game, space.file.ruleset)
    name = re.sub(r"\W+", "-", Path(space.game).name.lower()).strip("-")
    parts = [name, space.digest(), str(setting.rules_version), setting.digest]
    return parent / "-".join(filter(None, parts))


def run_balance(
    space: Space, parent: Path, open_executor: Callable[[], Executor], console: Console
) -> StudyResult:
    """Search a space or go on with it, show the survivors, and write page and JSON."""
    folder = study_folder(space, parent)
    with progress_bars(folder) as bar:
        executor = open_executor()
        try:
            tell = partial(bar.tell, RUN_STEP)
            result = Study(space, folder, executor, tell).run()
        finally:
            executor.close()
    replace_file(folder / RESULT_FILE, indented_json(export_result(result)))
    write_balance_page(result, folder / PAGE_FILE)
    show_result(result, console)
    console.print(
        f"The page is {folder / PAGE_FILE}.", markup=False, highlight=False, soft_wrap=True
    )
    return result


def show_result(result: StudyResult, console: Console) -> None:
    """Print the confirmed figures of the candidates that are not dominated."""
    targets = result.space.file.targets
    for number in undominated(result.confirmed):
        found = result.confirmed[number]
        options = format_options(candidate_options(result.space, result.candidates[number]))
        title = f"{candidate_name(number)}: {options}"
        kinds = list(found.games)
        heads = [f"{kind} openings, {found.games[kind]} games" for kind in kinds]
        table = Table("target", "range", *heads, title=title, title_justify="left")
        for target, estimates in zip(targets, found.estimates, strict=True):
            cells = [format_estimate(target, estimates.get(kind)) for kind in kinds]
            table.add_row(target.label, target.range_text, *cells)
        console.print(table)


def export_result(result: StudyResult) -> dict[str, Any]:
    """Everything for programs; `raw` chose the candidates, `confirmed` was measured afterwards."""
    front = undominated(result.confirmed)
    return {
        "game": result.space.game,
        "space": result.space.file,
        "speed": result.speed,
        "confirmed": [
            {
                "candidate": number + 1,
                "options": candidate_options(result.space, result.candidates[number]),
                "undominated": number in front,
                **_export_figures(result.confirmed[number]),
            }
            for number in rank_candidates(result.confirmed)
        ],
        "raw": [
            [
                {
                    "candidate": number + 1,
                    "options": candidate_options(result.space, result.candidates[number]),
                    **_export_figures(found[number]),
                }
                for number in rank_candidates(found)
            ]
            for found in result.raw
        ],
    }


def _export_figures(found: StageFigures) -> dict[str, Any]:
    return {
        "games": found.games,
        "estimates": [
            {kind: one._asdict() for kind, one in estimates.items()}
            for estimates in found.estimates
        ],
        "proof": found.proof,
    }
