"""The gate: a sequential test in the arena of a new network against its parent."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from ludarium.agents.network_player import network_spec
from ludarium.arena.formats.event import ArenaEvent, Hypotheses, entrant
from ludarium.arena.formats.game_setting import GameSetting
from ludarium.arena.formats.schedule import SprtFormat
from ludarium.arena.formats.unit import EventProgress, lineups, points_of
from ludarium.arena.report.standings import score_interval
from ludarium.arena.run.event_store import STORE_SUFFIX, EventStore
from ludarium.arena.run.executor import Executor
from ludarium.arena.run.runner import Runner
from ludarium.search.limits import Limits
from ludarium.training.lineage import GateFigures

OnOpenings = Callable[[int, int], None]  # openings played, and openings in all


class GateMatch(NamedTuple):
    """What decides the games of a gate; without weights the evaluation by hand plays."""

    setting: GameSetting
    new: Path | None
    old: Path | None
    limits: Limits
    opening: tuple[int, int]
    seed: int
    games: int  # at the most: a sequential test ends as soon as it is decided
    hypotheses: Hypotheses = Hypotheses()


def gate_events(match: GateMatch) -> list[ArenaEvent]:
    """The events of a gate: a sequential test for each number of seats."""
    counts = match.setting.load().seat_counts
    average = sum(len(lineups((0, 1), seats)) for seats in counts) / len(counts)
    openings = max(round(match.games / average), 1)
    lengths = [len(range(at, openings, len(counts))) for at in range(len(counts))]
    specs = [network_spec(weights, match.limits) for weights in (match.new, match.old)]
    entrants = tuple(map(entrant, ("new", "old"), specs))
    return [
        ArenaEvent(
            format="sprt",
            grounds=(match.setting,),
            entrants=entrants,
            length=length,
            seats=seats,
            opening=match.opening,
            seed=match.seed,
            hypotheses=match.hypotheses,
        )
        for seats, length in zip(counts, lengths, strict=True)
        if length
    ]


def play_gate(
    match: GateMatch, folder: Path, executor: Executor, on_openings: OnOpenings
) -> GateFigures:
    """Play the games of a gate that its files lack; the same match always has the same games."""
    events = gate_events(match)
    total = sum(event.length for event in events)
    means: list[float] = []
    verdicts: list[str] = []
    games = 0
    for event in events:
        before = len(means)

        def tell(progress: EventProgress, before: int = before) -> None:
            on_openings(before + len(progress.complete), total)

        # Other limits or weights are another match, and get a file of their own.
        path = folder / f"gate-{event.seats}-{event.digest()}{STORE_SUFFIX}"
        plan = SprtFormat(event)
        with EventStore(path, event) as store:
            progress = Runner(store, plan, executor).run(tell)
        units = [progress.complete[number] for number in range(plan.test.units)]
        means += [points_of(unit, 0) / len(unit) for unit in units]
        games += sum(map(len, units))
        verdicts.append(plan.test.verdict or "")
    share = score_interval(means)
    return GateFigures(
        games=games,
        score=share.mean,
        low=share.low,
        high=share.high,
        nodes=match.limits.nodes,
        seconds=match.limits.seconds,
        elo0=match.hypotheses.elo0,
        elo1=match.hypotheses.elo1,
        verdicts=verdicts,
    )


def passes_gate(result: GateFigures) -> bool:
    """Whether the new network takes the place of its parent: better with every number of seats."""
    return all(verdict == "H1" for verdict in result.verdicts)
