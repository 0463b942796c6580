"""Stored results that no longer describe the players, and what measuring them again costs."""

from __future__ import annotations

from typing import NamedTuple

from ludarium.agents.levels import find_level
from ludarium.arena.report.strength_summary import StrengthSummary, weights_digest
from ludarium.core.errors import LudariumError
from ludarium.core.registry import load

GAME_GONE = "the game or the ruleset no longer exists"


class OutdatedResult(NamedTuple):
    """A stored result, why it is outdated, and the CPU seconds of its turns at that time."""

    summary: StrengthSummary
    reason: str
    cpu_s: float


def find_outdated(results: list[StrengthSummary]) -> list[OutdatedResult]:
    """The results that can be measured again, the cheapest first."""
    found = [OutdatedResult(one, outdated_reason(one), turns_cpu_s(one)) for one in results]
    measurable = (one for one in found if one.reason not in ("", GAME_GONE))
    return sorted(measurable, key=lambda one: one.cpu_s)


def outdated_reason(summary: StrengthSummary) -> str:
    """What changed since a result was measured; empty if nothing did."""
    about = summary.about
    try:
        game = load(about.game, about.ruleset)
    except LudariumError:
        return GAME_GONE
    # An option that was added since then has the value of the ruleset.
    if about.rules_version != game.rules_version or not about.options.keys() <= game.options.keys():
        return "the rules changed"
    if about.network and about.network != weights_digest(game):
        return "the network changed"
    levels = about.levels.items()
    if any(level != find_level(game.id, name, about.seats) for name, level in levels):
        return "a level changed"
    return "" if about.measured_by == "arena" else "an earlier engine played"


def turns_cpu_s(summary: StrengthSummary) -> float:
    """The CPU seconds of all turns, if the players made equally many. Openings are not counted."""
    seconds = summary.turn_seconds
    return summary.moves * sum(seconds) / max(1, len(seconds))
