"""Figures of candidates: estimates of all targets, their order, and which are not dominated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from ludarium.design.estimate import MeasuredGame, TargetEstimate, estimate_target
from ludarium.design.space import OpeningKind
from ludarium.design.target import Target

UNPLAYED_GAP = 1.0  # a candidate without games is not better than any other

Standing = Literal["met", "likely", "unclear", "missed", "unknown"]


class StageFigures(NamedTuple):
    """What the games of one stage say about a candidate, target by target."""

    games: dict[OpeningKind, int]
    estimates: list[dict[OpeningKind, TargetEstimate]]  # for each target, by kind of openings
    gaps: list[float]  # how far each figure is from its range, the worse kind of openings
    sure_gaps: list[float]  # how far its whole interval is
    proof: str | None

    @property
    def rank_key(self) -> tuple[tuple[bool, ...], float, float]:
        """The order of candidates: an earlier target that is surely missed weighs more."""
        return tuple(gap > 0 for gap in self.sure_gaps), sum(self.sure_gaps), sum(self.gaps)


def assess_candidate(
    targets: Sequence[Target],
    slack: float,
    games: Mapping[OpeningKind, Sequence[MeasuredGame]],
    proof: str | None,
) -> StageFigures:
    """The figures of a candidate from its games by kind of openings."""
    estimates = [
        {
            kind: _proof_estimate(proof)
            if target.measure == "proved"
            else estimate_target(target, found)
            for kind, found in games.items()
            if found or target.measure == "proved"
        }
        for target in targets
    ]
    pairs = list(zip(targets, estimates, strict=True))
    return StageFigures(
        {kind: len(found) for kind, found in games.items()},
        estimates,
        [
            max((t.gap(e.value, e.value) for e in found.values()), default=UNPLAYED_GAP)
            for t, found in pairs
        ],
        [
            max((t.gap(e.low, e.high, slack) for e in found.values()), default=UNPLAYED_GAP)
            for t, found in pairs
        ],
        proof,
    )


def rank_candidates(found: Mapping[int, StageFigures]) -> list[int]:
    """All candidates, best first."""
    return sorted(found, key=lambda number: (found[number].rank_key, number))


def keep_candidates(found: Mapping[int, StageFigures], keep: int) -> list[int]:
    """The candidates that go on, best first: those that may meet all targets, 0 for all of them.

    Where none may, the nearest go on: not all targets can hold at once, and earlier ones weigh
    more.
    """
    ranked = rank_candidates(found)
    hopeful = [number for number in ranked if not any(found[number].sure_gaps)]
    return (hopeful or ranked)[: keep or None]


def undominated(found: Mapping[int, StageFigures]) -> list[int]:
    """The candidates to which no other is as near in all targets and nearer in one."""
    return [
        number
        for number in rank_candidates(found)
        if not any(_dominates(other.gaps, found[number].gaps) for other in found.values())
    ]


def judge_estimate(target: Target, estimate: TargetEstimate | None) -> Standing:
    """How a figure stands to its target.

    `met`: the whole interval is in the range; `likely`: the figure is; `unclear`: a part of the
    interval is; `missed`: nothing is.
    """
    if estimate is None:
        return "unknown"
    if target.gap(estimate.low, estimate.high) > 0:
        return "missed"
    if target.gap(estimate.value, estimate.value) > 0:
        return "unclear"
    ends = (estimate.low, estimate.high)
    return "met" if all(target.gap(end, end) == 0 for end in ends) else "likely"


def _proof_estimate(proof: str | None) -> TargetEstimate:
    proved = float(proof in ("win", "loss"))
    return TargetEstimate(proved, proved, proved)


def _dominates(gaps: Sequence[float], others: Sequence[float]) -> bool:
    pairs = list(zip(gaps, others, strict=True))
    return all(one <= other for one, other in pairs) and any(one < other for one, other in pairs)
