"""Tunes the dial of a game from the terminal and prints, or writes, the lines of the settings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from ludarium.agents import levels, style
from ludarium.agents.levels import STEADY, STYLES
from ludarium.agents.style import StyleTerms
from ludarium.arena.formats.game_setting import describe_game
from ludarium.arena.report.dial import DialTerms, engine_nodes, styled_level
from ludarium.arena.run.atomic_file import replace_file
from ludarium.arena.run.executor import Executor
from ludarium.arena.tuning.rung import open_ladder
from ludarium.arena.tuning.settings_lines import level_lines, replace_lines, style_lines
from ludarium.arena.tuning.style_tuner import tune_style
from ludarium.arena.tuning.trial_log import TrialLog
from ludarium.arena.tuning.tuner import TunedDial, Tuner, TuningTerms

LOG_SUFFIX = ".jsonl"

OnTuning = Callable[[str, int, int], None]


class TuningWork(NamedTuple):
    """What a tuning session needs beside its games."""

    terms: TuningTerms
    folder: Path
    executor: Executor
    write: bool  # into levels.toml and styles.toml

    def open_log(self, game: str) -> TrialLog:
        """The trials of a game."""
        return TrialLog(self.folder / f"{game}{LOG_SUFFIX}", self.executor)


def tune_levels(name: str, work: TuningWork, console: Console, tell: OnTuning) -> TunedDial:
    """Play the trials of a game's levels, or the rest of them, and show the lines."""
    setting = describe_game(name)
    game = setting.load()
    ladder = open_ladder(game.id, engine_nodes(game, DialTerms()))
    found = Tuner(setting, ladder, work.terms, work.open_log(game.id)).tune(tell)
    console.print(tuning_table(found))
    lines = level_lines(found.levels, found.medium)
    _show_lines(game.id, lines, console)
    if work.write:
        _write_lines(levels.LEVELS_FILE, game.id, lines)
        levels.read_levels.cache_clear()
    return found


def tune_styles(
    name: str, work: TuningWork, console: Console, tell: OnTuning
) -> dict[str, StyleTerms]:
    """The same for the styles of a game, at the level at which they are compared."""
    setting = describe_game(name)
    game = setting.load()
    level = levels.find_level(game.id, styled_level(game.id))
    log = work.open_log(game.id)
    terms = work.terms
    found = {
        each: tune_style(setting, level, each, terms.games, terms.seed, log, tell)
        for each in STYLES
        if each != STEADY
    }
    lines = style_lines(found)
    _show_lines(game.id, lines, console)
    if work.write:
        _write_lines(style.STYLES_FILE, game.id, lines)
        style.read_styles.cache_clear()
    return found


def tuning_table(found: TunedDial) -> Table:
    """What the fit expects of each level."""
    table = Table("level", "kind", "score against the weaker neighbour", "95 % interval")
    for name, level in found.levels.items():
        score = found.scores[int(name) - 2] if name != "1" else None
        table.add_row(
            name,
            level.kind,
            f"{score[0]:.3f}" if score else "",
            f"{score[1]:.3f} to {score[2]:.3f}" if score else "",
        )
    return table


def _show_lines(game: str, lines: dict[str, str], console: Console) -> None:
    for line in (f"[{game}]", *lines.values()):
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def _write_lines(path: Path, game: str, lines: dict[str, str]) -> None:
    replace_file(path, replace_lines(path.read_text("utf-8"), game, lines).encode())
