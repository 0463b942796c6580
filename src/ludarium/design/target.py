"""Targets: the ranges in which measured figures of a ruleset must lie."""

from __future__ import annotations

from typing import Literal

import msgspec

from ludarium.core.errors import InvalidOption
from ludarium.core.game import AnyGame

MeasureName = Literal[
    "seat_share",
    "draws",
    "decided",
    "ending",
    "turns",
    "branching",
    "event_moves",
    "event_games",
    "event_count",
    "proved",
]
SHARE_MEASURES = (
    "seat_share",
    "draws",
    "decided",
    "ending",
    "event_moves",
    "event_games",
    "proved",
)
EVENT_MEASURES = ("event_moves", "event_games", "event_count")
DEFAULT_PROOF_POSITIONS = 10_000_000


class Target(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A figure and the range it should be in; a bound that is left out does not bind."""

    measure: MeasureName
    low: float | None = None
    high: float | None = None
    seat: int = 1  # of seat_share, counted from 1
    event: str = ""  # of the event measures: a name that Game.measure_move gives
    at_least: int = 1  # of the event measures: the least value that counts
    reason: str = ""  # of ending: the code of the reason
    positions: int = DEFAULT_PROOF_POSITIONS  # of proved: the budget of the proof

    @property
    def label(self) -> str:
        """The measure in words."""
        event = f"{self.event} of {self.at_least} or more" if self.at_least > 1 else self.event
        return {
            "seat_share": f"seat {self.seat}'s share of points",
            "draws": "draws",
            "decided": "decided games",
            "ending": f"games ended by {self.reason}",
            "turns": "median turns",
            "branching": "legal moves",
            "event_moves": f"moves with {event}",
            "event_games": f"games with {event}",
            "event_count": f"median count of {event}",
            "proved": f"win proved in {self.positions:,} positions".replace(",", " "),
        }[self.measure]

    @property
    def is_share(self) -> bool:
        """Whether the figure lies between 0 and 1."""
        return self.measure in SHARE_MEASURES

    def format_value(self, value: float) -> str:
        """A figure as it is printed."""
        if self.measure == "proved":
            return "yes" if value else "no"
        return f"{value:.0%}" if self.is_share else f"{value:.3g}"

    @property
    def range_text(self) -> str:
        """The range in words."""
        if self.low is not None and self.high is not None:
            if self.low == self.high:
                return self.format_value(self.low)
            return f"{self.format_value(self.low)} to {self.format_value(self.high)}"
        if self.low is not None:
            return f"at least {self.format_value(self.low)}"
        assert self.high is not None
        if self.measure == "proved":
            return self.format_value(self.high)
        return f"at most {self.format_value(self.high)}"

    def gap(self, low: float, high: float, slack: float = 0.0) -> float:
        """How far all of an interval lies outside the range, 0 if any of it is inside.

        Shares count as they are, other figures as parts of the bound. `slack` widens the range.
        """
        if self.low is not None:
            below = (self.low - high) / self._scale(self.low) - slack
            if below > 0:
                return below
        if self.high is not None:
            above = (low - self.high) / self._scale(self.high) - slack
            if above > 0:
                return above
        return 0.0

    def _scale(self, bound: float) -> float:
        return 1.0 if self.is_share else max(abs(bound), 1.0)


def check_target(target: Target, game: AnyGame, seats: int) -> None:
    """InvalidOption if no ruleset of the game could meet a target, or all would."""
    problem = ""
    if target.low is None and target.high is None:
        problem = "needs a low or a high bound"
    elif target.low is not None and target.high is not None and target.low > target.high:
        problem = "has a low bound above its high bound"
    elif not _is_reachable(target):
        problem = "asks for a figure that cannot be"
    elif target.measure in EVENT_MEASURES and not target.event:
        problem = "needs the name of an event"
    elif target.at_least < 1:
        problem = "counts events of at least 1"
    elif target.measure == "ending" and target.reason not in game.reasons:
        problem = f"needs a reason, one of {', '.join(game.reasons)}"
    elif not 1 <= target.seat <= seats:
        problem = f"needs a seat from 1 to {seats}"
    elif target.positions < 1:
        problem = "needs a positive number of positions"
    if problem:
        raise InvalidOption("impossible_target", f"The target {target.label} {problem}.")


def _is_reachable(target: Target) -> bool:
    top = 1.0 if target.is_share else float("inf")
    return (target.low is None or target.low <= top) and (target.high is None or target.high >= 0)
