"""The figures of a profile: seats, length, choices, events, pieces, lead, depth and endings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from ludarium.arena.formats.schedule import open_format
from ludarium.arena.formats.unit import EventProgress
from ludarium.arena.report.anchor import Anchor
from ludarium.arena.report.ratings import Rating, rate_entrants
from ludarium.arena.report.standings import (
    ScoreInterval,
    counted_units,
    score_interval,
    seat_intervals,
)
from ludarium.arena.report.strength_summary import EndingCount, count_endings
from ludarium.arena.run.event_store import EventStore
from ludarium.arena.run.game_measures import GameMeasures
from ludarium.design.estimate import (
    TargetEstimate,
    estimate_mean,
    estimate_median,
    estimate_move_share,
)
from ludarium.design.game_course import GameCourse

MODEL_GAMES = 3


class EventUse(NamedTuple):
    """How much a kind of event, or a named fact of moves, is used."""

    moves: TargetEstimate  # share of all moves
    games: ScoreInterval  # share of the games that see it
    median_count: float  # median number of such moves in a game
    value: float  # mean value of the fact in such a move


class DoublingGain(NamedTuple):
    """What twice the nodes gain."""

    less: int
    more: int
    games: int
    rating: Rating


class ProfileFigures(NamedTuple):
    """Everything that a profile tells, from self-play and matches."""

    games: int
    seats: list[ScoreInterval]
    decided: ScoreInterval
    turns: list[int]  # of every game, in order
    median_turns: TargetEstimate
    choices: TargetEstimate
    events: dict[str, EventUse]
    pieces: dict[str, TargetEstimate]
    lead_changes: TargetEstimate | None  # a game's mean
    changed_games: ScoreInterval | None  # share of games in which the lead changes
    endings: dict[str, EndingCount]
    ending_turns: dict[str, float]  # median length by ending
    model_games: list[tuple[str, GameCourse]]  # with the reason why each was chosen


def profile_figures(store: EventStore, courses: Sequence[GameCourse]) -> ProfileFigures:
    """All figures of self-play; the courses are of the games of its store."""
    event = store.event
    complete = counted_units(open_format(event), EventProgress(event.seats, store.results()))
    results = [course.stored.result for course in courses]
    measures = [measured(course) for course in courses]
    turns = [one.turns for one in measures]
    changes = [one.lead_changes for one in courses if one.lead_changes is not None]
    return ProfileFigures(
        games=len(courses),
        seats=seat_intervals(complete, 0),
        decided=score_interval([float(max(result.points) == 1) for result in results]),
        turns=sorted(turns),
        median_turns=estimate_median(turns),
        choices=estimate_mean([one.choices for one in measures], [one.moves for one in measures]),
        events=count_event_use(measures),
        pieces=count_pieces(courses),
        lead_changes=estimate_mean(changes, [1] * len(changes)) if changes else None,
        changed_games=score_interval([float(one > 0) for one in changes]) if changes else None,
        endings=count_endings(event.seats, results),
        ending_turns={
            reason: median(
                [
                    one.turns
                    for one, result in zip(measures, results, strict=True)
                    if result.reason == reason
                ]
            )
            for reason in {result.reason for result in results}
        },
        model_games=choose_model_games(courses),
    )


def doubling_gain(store: EventStore) -> DoublingGain:
    """The Elo that the first player of a match, with twice the nodes, gains on the second."""
    event = store.event
    complete = counted_units(open_format(event), EventProgress(event.seats, store.results()))
    more, less = (int(one.spec.rpartition("=")[2]) for one in event.entrants)
    games = sum(map(len, complete.values()))
    return DoublingGain(less, more, games, rate_entrants(2, complete, Anchor(1))[0])


def measured(course: GameCourse) -> GameMeasures:
    """The measures of a game that a profile played."""
    found = course.stored.extras.measures
    assert found is not None
    return found


def count_event_use(measures: Sequence[GameMeasures]) -> dict[str, EventUse]:
    """The use of every event, the most frequent first."""
    names = {name for one in measures for name in one.facts}
    moves = [one.moves for one in measures]
    found = {}
    for name in names:
        counts = [one.count_moves(name) for one in measures]
        values = Counter[int]()
        for one in measures:
            values.update(one.facts.get(name, {}))
        found[name] = EventUse(
            estimate_move_share(counts, moves),
            score_interval([float(count > 0) for count in counts]),
            median(counts),
            sum(value * count for value, count in values.items()) / values.total(),
        )
    return dict(sorted(found.items(), key=lambda item: (-item[1].moves.value, item[0])))


def count_pieces(courses: Sequence[GameCourse]) -> dict[str, TargetEstimate]:
    """The share of moves in which each kind of piece acts, the most frequent first."""
    moves = [measured(course).moves for course in courses]
    found = {
        glyph: estimate_move_share([course.pieces[glyph] for course in courses], moves)
        for glyph in {glyph for course in courses for glyph in course.pieces}
    }
    return dict(sorted(found.items(), key=lambda item: (-item[1].value, item[0])))


def choose_model_games(courses: Sequence[GameCourse]) -> list[tuple[str, GameCourse]]:
    """Three games to look at: a typical one, the most changeable one and the quickest win."""
    if not courses:
        return []
    left = list(courses)
    reasons = Counter(course.stored.result.reason for course in courses)
    usual = reasons.most_common(1)[0][0]
    middle = median([measured(course).turns for course in courses])
    orders = {
        "the most frequent ending, of about median length": lambda course: (
            course.stored.result.reason != usual,
            abs(measured(course).turns - middle),
        ),
        "the lead changes most often": lambda course: (-(course.lead_changes or 0), 0.0),
        "the quickest win": lambda course: (
            max(course.stored.result.points) < 1,
            measured(course).turns,
        ),
    }
    chosen: list[tuple[str, GameCourse]] = []
    for why, order in orders.items():
        if left:
            best = min(left, key=order)
            left.remove(best)
            chosen.append((why, best))
    return chosen
