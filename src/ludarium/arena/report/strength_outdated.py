"""Stored results that no longer describe the players, and what measuring them again costs."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from ludarium.agents.levels import Level, find_level
from ludarium.arena.report.strength_summary import StrengthSummary, weights_digest
from ludarium.core.errors import LudariumError
from ludarium.core.registry import load

DEFAULT_SETTINGS: dict[str, Any] = msgspec.to_builtins(Level("search"))
# `answer` shortens a search only on a machine that was late before; `measured` is for calibrations.
NOT_PLAYING = {"answer", "measured"}
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
    values = {**game.values, **about.given}
    # An option that was added since then has the value of the ruleset.
    same = all(values.get(name) == value for name, value in about.options.items())
    if about.rules_version != game.rules_version or not same:
        return "the rules changed"
    if about.network and about.network != weights_digest(game):
        return "the network changed"
    for name, level in about.levels.items():
        now = msgspec.to_builtins(find_level(game.id, name, about.seats))
        if playing_settings(level) != playing_settings(now):
            return "a level changed"
    return "" if about.measured_by == "arena" else "an earlier engine played"


def playing_settings(level: dict[str, Any]) -> dict[str, Any]:
    """The settings of a stored level that decide its moves.

    A setting that was added since then had its default.
    """
    settings = {**DEFAULT_SETTINGS, **level}
    return {name: value for name, value in settings.items() if name not in NOT_PLAYING}


def turns_cpu_s(summary: StrengthSummary) -> float:
    """The CPU seconds of all turns, if the players made equally many. Openings are not counted."""
    seconds = summary.turn_seconds
    return summary.moves * sum(seconds) / max(1, len(seconds))
