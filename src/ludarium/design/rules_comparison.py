"""Compares compiled rules with the interpreted ones by random games, under every ruleset.

`python -m ludarium.design.rules_comparison FILE MODULE` does it in a process of its own, because
wrong C types may end the process.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from signal import Signals
from types import ModuleType
from typing import NamedTuple

from ludarium.core.errors import LudariumError
from ludarium.core.game import AnyGame
from ludarium.core.options import STANDARD, Option, Value
from ludarium.core.position_checks import take_snapshot
from ludarium.core.registry import games_of_module
from ludarium.core.symbol_import import import_compiled, import_interpreted
from ludarium.design.watched_process import run_watched

COMPARED_GAMES = 8  # of the standard ruleset
COMPARED_VARIANT_GAMES = 2  # of every other ruleset, number of seats and value of an option
COMPARED_PLIES = 60
COMPARISON_LIMIT_S = 600
# Words of the lines of the process; the last one is the result.
COMPARED, SAME, DIFFERENT = "compared:", "same", "different:"

ComparisonReport = Callable[[int, int], None]  # the games that are compared, and all of them


class RulesSetting(NamedTuple):
    """A way to set a game up."""

    ruleset: str = STANDARD
    options: tuple[tuple[str, Value], ...] = ()
    seats: int | None = None

    def __str__(self) -> str:
        """The setting in words, empty for the standard ruleset."""
        words = [] if self.ruleset == STANDARD else [f"ruleset {self.ruleset}"]
        words += [f"{name}={str(value).lower()}" for name, value in self.options]
        words += [] if self.seats is None else [f"{self.seats} seats"]
        return ", ".join(words)


def find_difference_apart(
    file: Path, compiled: Path, report: ComparisonReport = lambda done, total: None
) -> str:
    """As `find_difference` for a file and its compiled module, in a process of its own."""

    def watch(written: str) -> None:
        counts = [line for line in written.splitlines() if line.startswith(COMPARED)]
        numbers = counts[-1].removeprefix(COMPARED).split() if counts else []
        if len(numbers) == 2:  # the line may not be complete yet
            report(int(numbers[0]), int(numbers[1]))

    command = [sys.executable, "-m", __name__, str(file), str(compiled)]
    try:
        done = run_watched(command, COMPARISON_LIMIT_S, watch)
    except subprocess.TimeoutExpired:
        return f"The comparison with the interpreted form takes more than {COMPARISON_LIMIT_S} s."
    lines = done.stdout.splitlines() or [""]
    if lines[-1] == SAME:
        return ""
    told = done.stderr.strip().splitlines()[-1:]  # compiled rules print exceptions and go on
    if lines[-1].startswith(DIFFERENT):
        return " ".join([lines[-1].removeprefix(DIFFERENT).strip(), *told])
    if done.returncode < 0:
        ended = Signals(-done.returncode).name
        return f"The compiled rules end the process ({ended}): a C type or an index is wrong."
    return " ".join(["The compiled rules fail.", *told])


def find_difference(
    interpreted: ModuleType,
    compiled: ModuleType,
    report: ComparisonReport = lambda done, total: None,
) -> str:
    """The first difference between the games of two modules, in words; empty if there is none."""
    kinds = games_of_module(interpreted).values()
    plan = [
        (kind, setting, seed)
        for kind in kinds
        for setting in list_settings(kind)
        for seed in range(COMPARED_VARIANT_GAMES if str(setting) else COMPARED_GAMES)
    ]
    for done, (kind, setting, seed) in enumerate(plan):
        report(done, len(plan))
        twin = getattr(compiled, kind.__name__)
        options = dict(setting.options)
        ours, theirs = kind(setting.ruleset, **options), twin(setting.ruleset, **options)
        if different := _compare_games(ours, theirs, seed, setting.seats):
            where = f"{setting}, {different}" if str(setting) else different
            return f"{kind.__name__} is another game when compiled: {where}."
    return ""


def list_settings(kind: type[AnyGame]) -> Iterator[RulesSetting]:
    """The standard ruleset; then each other ruleset, number of seats and value of an option."""
    yield RulesSetting()
    yield from (RulesSetting(name) for name in kind.rulesets if name != STANDARD)
    yield from (RulesSetting(seats=seats) for seats in kind.seat_counts[1:])
    for name, option in kind.options.items():
        for value in _other_values(option):
            yield RulesSetting(options=((name, value),))


def _other_values(option: Option) -> list[Value]:
    """The other position of a switch, or the bounds of a number."""
    if isinstance(option.default, bool):
        return [not option.default]
    return [value for value in (option.low, option.high) if value != option.default]


def _compare_games(ours: AnyGame, theirs: AnyGame, seed: int, seats: int | None) -> str:
    rng = random.Random(seed)
    try:
        position, twin = ours.new(seed, seats), theirs.new(seed, seats)
    except LudariumError:
        return ""  # a setting that the game refuses
    seen = [take_snapshot(ours, position)]
    if take_snapshot(theirs, twin) != seen[0]:
        return f"seed {seed}, the first position"
    while len(seen) <= COMPARED_PLIES and (moves := ours.moves(position)):
        move = rng.choice(moves)
        ours.advance(position, move)
        theirs.advance(twin, move)
        seen.append(take_snapshot(ours, position))
        if take_snapshot(theirs, twin) != seen[-1]:
            return f"seed {seed}, after {len(seen) - 1} random moves"
    for ply in reversed(range(len(seen) - 1)):
        twin.undo()
        if take_snapshot(theirs, twin) != seen[ply]:
            return f"seed {seed}, undone to {ply} random moves"
    return ""


def main() -> None:
    """Compare both forms of the file that the command line names."""
    file, compiled = map(Path, sys.argv[1:])
    different = find_difference(
        import_interpreted(file), import_compiled(file, compiled), _print_count
    )
    sys.stdout.write(f"\n{DIFFERENT} {different}\n" if different else f"\n{SAME}\n")


def _print_count(done: int, total: int) -> None:
    sys.stdout.write(f"\n{COMPARED} {done} {total}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
