"""The strength of players from the file of an event: scores, endings, lengths and game events."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import groupby
from typing import Any, Literal, NamedTuple

import msgspec

from ludarium.agents import player_spec, time_control
from ludarium.agents.levels import find_level, is_level_name
from ludarium.arena.formats.event import ArenaEvent
from ludarium.arena.formats.event import entrant as describe_entrant
from ludarium.arena.formats.game_setting import (
    GameSetting,
    describe_game,
)
from ludarium.arena.formats.schedule import open_format
from ludarium.arena.formats.unit import EventProgress, GameResult, points_of
from ludarium.arena.report.standings import (
    ScoreInterval,
    counted_units,
    entrant_points,
    score_interval,
    seat_intervals,
)
from ludarium.arena.run.event_store import EventStore, StoredGame
from ludarium.core import record as records
from ludarium.core import scene as scenes
from ludarium.core.game import AnyGame
from ludarium.core.registry import load

FAIR_NODES = 100_000  # of the search that has to find the openings of a measurement fair
TRAY = "tray"
SHARE_DIGITS = 4


class Conditions(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The conditions of a measurement: everything that decides its games, except their number."""

    kind: Literal["match", "selfplay"]
    game: str
    ruleset: str
    options: dict[str, Any]
    rules_version: int
    seats: int
    players: list[str]
    opening: tuple[int, int]
    seed: int
    fair: int = FAIR_NODES
    control: str = time_control.NO_TIME_CONTROL
    # The options among them that the command gave; the others had the value of the ruleset.
    given: dict[str, Any] = {}
    # What the levels among the players meant then, if known. Not `Level`: reading a stored one
    # would add settings that did not exist then.
    levels: dict[str, dict[str, Any]] = {}
    digests: list[str] = []  # of the files that make the other players
    network: str = ""  # the digest of the weights that judge positions, none for rules of thumb
    # Before the arena played these games, players that draw were seeded in another way.
    measured_by: Literal["lab", "arena"] = "lab"


class EndingCount(msgspec.Struct, frozen=True):
    """Games that ended for one reason, and how many of them each seat won; the rest is drawn."""

    games: int
    won: list[int]


class EventCount(msgspec.Struct, frozen=True):
    """A kind of game event: how many there were, in how many moves and in how many games."""

    events: int
    moves: int
    games: int


class StrengthSummary(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    rename={"turn_seconds": "thought", "events": "happenings"},
):
    """The figures of one event, as docs/reference/strength.json keeps them."""

    about: Conditions
    games: int
    openings: int
    score: ScoreInterval  # the first player's in a match, the first seat's in self-play
    seats: list[ScoreInterval]
    won: int  # by the first player, or seat
    drawn: int
    endings: dict[str, EndingCount]
    turns: list[int]  # the length of every game, in order
    moves: int  # of the players in all games
    turn_seconds: list[float]  # of a processor, player by player
    events: dict[str, EventCount]  # of self-play


class ReplayedGame(NamedTuple):
    """The facts that a replay of a stored game adds to its result."""

    result: GameResult
    turns: int  # with the turns of the opening
    moves: int  # of the players
    entrant_turns: Counter[int]
    entrant_seconds: dict[int, float]
    events: Counter[str]  # by kind
    eventful_moves: Counter[str]  # moves with an event of that kind


def summarise_event(store: EventStore) -> StrengthSummary | None:
    """All figures of a match or of self-play on one game; None for any other event."""
    event = store.event
    if event.format not in ("match", "self-play") or len(event.grounds) != 1:
        return None
    complete = counted_units(open_format(event), EventProgress(event.seats, store.results()))
    game = event.grounds[0].load()
    alone = event.format == "self-play"
    games = [
        replay_game(stored, game, alone)
        for stored in store.games()
        if stored.result.unit in complete
    ]
    seats = [_rounded(one) for one in seat_intervals(complete, 0)]
    if not games:
        seats = [_rounded(score_interval([]))] * event.seats
    means = [points_of(unit, 0) / len(unit) for unit in complete.values()]
    first = [_first_points(one.result, alone) for one in games]
    return StrengthSummary(
        about=read_conditions(event),
        games=len(games),
        openings=len(complete),
        score=seats[0] if alone else _rounded(score_interval(means)),
        seats=seats,
        won=sum(points == 1 for points in first),
        drawn=sum(max(one.result.points) < 1 for one in games),
        endings=count_endings(event.seats, [one.result for one in games]),
        turns=sorted(one.turns for one in games),
        moves=sum(one.moves for one in games),
        turn_seconds=[_turn_seconds(games, who) for who in range(len(event.entrants))],
        events=count_events(games),
    )


def read_conditions(event: ArenaEvent) -> Conditions:
    """The conditions that an event fixes."""
    setting = event.grounds[0]
    players = [canonical_spec(entrant.spec) for entrant in event.public().entrants]
    names = [player.partition(":")[0] for player in players]
    # The file of levels may have changed since the event: what they meant then is unknown.
    current = [
        is_level_name(name) and entrant.digest == describe_entrant(name, name).digest
        for name, entrant in zip(names, event.entrants, strict=True)
    ]
    game = setting.load()
    return Conditions(
        kind="selfplay" if event.format == "self-play" else "match",
        game=setting.game,
        ruleset=setting.ruleset,
        options=setting.options,
        given=given_options(setting),
        rules_version=setting.rules_version,
        seats=event.seats,
        players=players,
        opening=event.opening,
        seed=event.seed,
        fair=event.fair,
        control=event.control,
        levels={
            name: msgspec.to_builtins(find_level(game.id, name, event.seats))
            for name, same in zip(names, current, strict=True)
            if same
        },
        digests=[
            "" if same else entrant.digest
            for same, entrant in zip(current, event.entrants, strict=True)
        ],
        network=network_digest(setting, game),
        measured_by="arena",
    )


def given_options(setting: GameSetting) -> dict[str, Any]:
    """The options that do not have the value of the ruleset."""
    usual = load(setting.game, setting.ruleset).values
    return {name: value for name, value in setting.options.items() if value != usual.get(name)}


def canonical_spec(written: str) -> str:
    """A built-in player in its shortest form; any other player as it is written."""
    return (
        str(player_spec.read_player_spec(written))
        if player_spec.is_built_in(written.partition(":")[0])
        else written
    )


def network_digest(setting: GameSetting, game: AnyGame) -> str:
    """The digest of the game's weights, or the event's own digest if they changed since."""
    if describe_game(setting.game, setting.ruleset, setting.options).digest != setting.digest:
        return setting.digest
    return weights_digest(game)


def weights_digest(game: AnyGame) -> str:
    """The digest of the weights that the game has now; empty if it has none."""
    place = game.weights_file()
    return hashlib.sha256(place.read_bytes()).hexdigest()[:12] if place.is_file() else ""


def replay_game(stored: StoredGame, game: AnyGame, with_events: bool) -> ReplayedGame:
    """Count the turns of a stored game, and its events if they are wanted."""
    match = records.replay(stored.record, type(game))
    extras, lineup = stored.extras, stored.result.lineup
    scene = game.scene(match.position)
    seats = []
    events: Counter[str] = Counter()
    eventful: Counter[str] = Counter()
    for number, (position, move) in enumerate(match.steps()):
        seats.append(position.to_move)
        if with_events and number >= extras.opening:
            found = Counter(label_event(one, scene) for one in game.events(position, move))
            events.update(found)
            eventful.update(found.keys())
    seconds = dict.fromkeys(lineup, 0.0)
    for seat, spent in enumerate(extras.cpu_seconds or _wall_seconds(stored)):
        seconds[lineup[seat]] += spent
    return ReplayedGame(
        stored.result,
        turns=sum(1 for _ in groupby(seats)),
        moves=len(seats) - extras.opening,
        entrant_turns=Counter(lineup[seat] for seat, _ in groupby(seats[extras.opening :])),
        entrant_seconds=seconds,
        events=events,
        eventful_moves=eventful,
    )


def label_event(event: scenes.Event, scene: scenes.Scene) -> str:
    """The kind of an event, with both places if it leaves a grid or a tray."""
    grids = {grid.id for grid in scene.grids}
    ends = [
        place if place in grids else TRAY
        for place in (end.split(":")[0] for end in (event.at, event.to) if end)
    ]
    if len(set(ends)) < 2:
        return event.kind
    return f"{event.kind}, {ends[0]} to {ends[1]}"


def count_endings(seats: int, results: list[GameResult]) -> dict[str, EndingCount]:
    """The games by the reason of their end, the most frequent first."""
    total = Counter(result.reason for result in results)
    won = Counter(
        (result.reason, seat)
        for result in results
        for seat, points in enumerate(result.points)
        if points == 1
    )
    return {
        reason: EndingCount(count, [won[reason, seat] for seat in range(seats)])
        for reason, count in total.most_common()
    }


def count_events(games: list[ReplayedGame]) -> dict[str, EventCount]:
    """The events of some games by kind."""
    return {
        kind: EventCount(
            sum(one.events[kind] for one in games),
            sum(one.eventful_moves[kind] for one in games),
            sum(kind in one.events for one in games),
        )
        for kind in sorted({kind for one in games for kind in one.events})
    }


def percentile(ordered: list[int], share: float) -> int:
    """The percentile: the number that this share of the numbers does not exceed."""
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def _first_points(result: GameResult, alone: bool) -> float:
    return result.points[0] if alone else entrant_points(result)[0]


def _rounded(share: ScoreInterval) -> ScoreInterval:
    numbers = (share.mean, share.low, share.high)
    return ScoreInterval(*(round(number, SHARE_DIGITS) for number in numbers))


def _turn_seconds(games: list[ReplayedGame], who: int) -> float:
    spent = sum(one.entrant_seconds.get(who, 0.0) for one in games)
    return round(spent / max(sum(one.entrant_turns[who] for one in games), 1), SHARE_DIGITS)


def _wall_seconds(stored: StoredGame) -> list[float]:
    """The wall-clock seconds of each seat, for files without CPU seconds."""
    spent = [0.0] * len(stored.result.lineup)
    for seat, seconds in zip(stored.extras.movers, stored.extras.seconds, strict=True):
        spent[int(seat)] += seconds
    return spent
