"""A profile from the terminal: plays what is missing, then writes the pages."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ludarium.arena.report.step_bar import progress_bars
from ludarium.arena.run.event_store import EventStore
from ludarium.arena.run.executor import Executor
from ludarium.design.game_course import follow_game
from ludarium.design.profile_figures import doubling_gain, profile_figures
from ludarium.design.profile_page import (
    Profile,
    profile_parts,
    render_profile_html,
    write_profile_markdown,
)
from ludarium.design.profile_plan import ProfilePlan, open_stores, play_profile


def run_profile(
    plan: ProfilePlan,
    folder: Path,
    open_executor: Callable[[], Executor],
    console: Console,
    docs: Path | None = None,
) -> Profile:
    """Play the games of a profile or go on with them, and write its pages."""
    with progress_bars(folder) as bar:
        executor = open_executor()
        try:
            paths = play_profile(plan, folder, executor, bar.tell)
        finally:
            executor.close()
        with ExitStack() as stack:
            selfplay, *matches = open_stores(paths, stack)
            profile = make_profile(plan, selfplay, matches, bar.tell)
            page = paths[0].with_suffix(".html")
            page.write_text(render_profile_html(profile, selfplay.event), "utf-8")
    written = [page]
    if docs is not None:
        written.append(write_profile_markdown(profile, docs))
    for part in profile_parts(profile):
        console.print(f"{part.title}. {part.text}", markup=False, highlight=False)
        if part.rows:
            table = Table(*part.head)
            for row in part.rows:
                table.add_row(*map(escape, row))
            console.print(table)
    for path in written:
        console.print(f"The page is {path}.", markup=False, highlight=False, soft_wrap=True)
    return profile


def make_profile(
    plan: ProfilePlan,
    selfplay: EventStore,
    matches: list[EventStore],
    tell: Callable[[str, int, int], None],
) -> Profile:
    """Replay the games and count."""
    game = plan.setting.load()
    courses = []
    for number, stored in enumerate(selfplay.games(), 1):
        if stored.result.unit < plan.games:
            courses.append(follow_game(stored, game))
        tell("replaying games", number, plan.games)
    figures = profile_figures(selfplay, courses)
    return Profile(plan, game, figures, [doubling_gain(one) for one in matches])
