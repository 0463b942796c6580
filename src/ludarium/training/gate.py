"""The gate: a match in the arena of a new network against its parent, from shared openings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from ludarium.agents.network_player import network_spec
from ludarium.arena.formats.event import ArenaEvent, entrant
from ludarium.arena.formats.game_setting import GameSetting
from ludarium.arena.formats.schedule import open_format
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
    games: int


def gate_events(match: GateMatch) -> list[ArenaEvent]:
    """The events of a gate: one for each number of seats, which share the openings."""
    counts = match.setting.load().seat_counts
    average = sum(len(lineups((0, 1), seats)) for seats in counts) / len(counts)
    openings = max(round(match.games / average), 1)
    lengths = [len(range(at, openings, len(counts))) for at in range(len(counts))]
    specs = [network_spec(weights, match.limits) for weights in (match.new, match.old)]
    entrants = tuple(map(entrant, ("new", "old"), specs))
    return [
        ArenaEvent(
            format="match",
            grounds=(match.setting,),
            entrants=entrants,
            length=length,
            seats=seats,
            opening=match.opening,
            seed=match.seed,
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
    games = 0
    for event in events:
        before = len(means)

        def tell(progress: EventProgress, before: int = before) -> None:
            on_openings(before + len(progress.complete), total)

        # Other limits or weights are another match, and get a file of their own.
        path = folder / f"gate-{event.seats}-{event.digest()}{STORE_SUFFIX}"
        with EventStore(path, event) as store:
            progress = Runner(store, open_format(event), executor).run(tell)
        units = [progress.complete[number] for number in range(event.length)]
        means += [points_of(unit, 0) / len(unit) for unit in units]
        games += sum(map(len, units))
    share = score_interval(means)
    return GateFigures(
        games=games,
        score=share.mean,
        low=share.low,
        high=share.high,
        nodes=match.limits.nodes,
        seconds=match.limits.seconds,
    )


def passes_gate(result: GateFigures, needed: float, floor: float) -> bool:
    """Whether the new network takes the place of its parent."""
    return result.score >= needed and result.low >= floor
