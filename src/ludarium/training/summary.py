"""What the games of a comparison come to: scores with intervals, endings, lengths, events."""

from __future__ import annotations

from collections import Counter, defaultdict

import msgspec

from ludarium.training.gate import Standing, lineups, standing
from ludarium.training.ledger import Header
from ludarium.training.pairing import Played


class Share(msgspec.Struct, frozen=True):
    """A share of the points; `low` to `high` holds the truth 19 times in 20."""

    score: float
    low: float
    high: float


class Ending(msgspec.Struct, frozen=True):
    """Games that ended for one reason, and how many of them each seat won; the rest is drawn."""

    games: int
    won: list[int]


class Happening(msgspec.Struct, frozen=True):
    """A kind of event: how many there were, in how many moves and in how many games."""

    events: int
    moves: int
    games: int


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """A comparison, as docs/strength.json keeps it."""

    about: Header
    games: int
    openings: int
    score: Share  # the first player's in a match, the first seat's in self-play
    seats: list[Share]
    won: int  # by the first player, or seat
    drawn: int
    endings: dict[str, Ending]
    turns: list[int]  # the length of every game, in order
    moves: int  # of the players in all games
    thought: list[float]  # seconds of a processor for a turn, player by player
    happenings: dict[str, Happening]


def summarise(about: Header, games: list[Played]) -> Summary:
    """All figures of a comparison; openings that are not played in all lineups do not count."""
    counted = complete(about, games)
    flat = [played for group in counted for played in group]
    seats = [_share([[_seat_points(one, seat)] for one in flat]) for seat in range(about.seats)]
    match = about.kind == "match"
    points = [[_points(one) for one in group] for group in counted]
    mine = [_points(one) if match else _seat_points(one, 0) for one in flat]
    return Summary(
        about=about,
        games=len(flat),
        openings=len(counted),
        score=_share(points) if match else seats[0],
        seats=seats,
        won=sum(point == 1 for point in mine),
        drawn=sum(one.winner is None for one in flat),
        endings=_endings(about, flat),
        turns=sorted(one.turns for one in flat),
        moves=sum(one.moves for one in flat),
        thought=_thought(about, flat),
        happenings=_happenings(flat),
    )


def complete(about: Header, games: list[Played]) -> list[list[Played]]:
    """The games by opening, where all of an opening's are there."""
    size = len(lineups(about.seats)) if about.kind == "match" else 1
    found: dict[int, dict[tuple[int, ...], Played]] = defaultdict(dict)
    for played in games:
        # Two runs at a time may have played the same game; it counts once.
        found[played.number].setdefault(tuple(played.lineup), played)
    return [list(group.values()) for _, group in sorted(found.items()) if len(group) == size]


def match_standing(about: Header, games: list[Played]) -> Standing:
    """The first player's share of the points so far."""
    return standing([_points(one) for one in group] for group in complete(about, games))


def percentile(ordered: list[int], share: float) -> int:
    """The number below or at which that share of them lies."""
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def _points(played: Played) -> float:
    """The first player's points: 1 if any of its seats won, half if nobody did."""
    return 0.5 if played.winner is None else float(played.lineup[played.winner] == 0)


def _seat_points(played: Played, seat: int) -> float:
    """A seat's points; who draws has a share of the win."""
    return 1 / len(played.lineup) if played.winner is None else float(played.winner == seat)


def _share(points: list[list[float]]) -> Share:
    found = standing(points)
    return Share(round(found.score, 4), round(found.low, 4), round(found.high, 4))


def _endings(about: Header, games: list[Played]) -> dict[str, Ending]:
    total = Counter(played.reason for played in games)
    won = Counter((played.reason, played.winner) for played in games)
    return {
        reason: Ending(count, [won[reason, seat] for seat in range(about.seats)])
        for reason, count in total.most_common()
    }


def _thought(about: Header, games: list[Played]) -> list[float]:
    spent = [sum(one.seconds[who] for one in games) for who in range(len(about.players))]
    turns = [sum(one.thoughts[who] for one in games) for who in range(len(about.players))]
    return [round(one / max(count, 1), 4) for one, count in zip(spent, turns, strict=True)]


def _happenings(games: list[Played]) -> dict[str, Happening]:
    kinds = sorted({kind for played in games for kind in played.events})
    return {
        kind: Happening(
            sum(one.events[kind][0] for one in games if kind in one.events),
            sum(one.events[kind][1] for one in games if kind in one.events),
            sum(kind in one.events for one in games),
        )
        for kind in kinds
    }
