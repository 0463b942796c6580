"""The dial of a game: matches between neighbouring levels, and the Elo that they give."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from ludarium.agents.level_ratings import GameRatings, LevelRating, PairScore
from ludarium.agents.levels import DIAL, STEADY, STYLES, Level, LevelName, find_level
from ludarium.agents.style import find_style
from ludarium.arena.formats.event import ArenaEvent, Entrant
from ludarium.arena.formats.game_setting import describe_game
from ludarium.arena.formats.schedule import open_format
from ludarium.arena.formats.unit import EventProgress, GameResult, points_of
from ludarium.arena.report.anchor import Anchor
from ludarium.arena.report.ratings import rate_entrants
from ludarium.arena.report.standings import counted_units, score_interval
from ludarium.arena.report.strength_summary import weights_digest
from ludarium.arena.run.event_store import STORE_SUFFIX, EventStore
from ludarium.core.game import AnyGame

ANCHOR_LEVEL, ANCHOR_ELO = "6", 1500
TARGET_SHARES = (0.65, 0.80)  # of the stronger one of two neighbours
GAMES_A_UNIT = 2
COSTLY_NODES = 10_000  # of a move: with more of them fewer games are played
SCORE_DIGITS = 4


class DialTerms(NamedTuple):
    """What decides the games of a calibration, beside the game itself."""

    games: int = 200  # of each pair
    costly_games: int = 60  # the least, of a pair in which a player has many nodes
    seed: int = 1
    engine_nodes: int = 0  # of the level that only time limits; 0: four times those of the next


class DialPair(NamedTuple):
    """A level, the one it is measured against, and their match."""

    player: LevelName
    against: LevelName
    event: ArenaEvent


def dial_pairs(name: str, terms: DialTerms) -> list[DialPair]:
    """The matches of each level of a game with the next weaker one."""
    names = [LevelName(level, STEADY) for level in DIAL]
    return [_make_pair(name, stronger, weaker, terms) for weaker, stronger in pairwise(names)]


def style_pairs(name: str, terms: DialTerms) -> list[DialPair]:
    """The matches of each style with the steady one at the same level."""
    level = styled_level(describe_game(name).load().id)
    steady = LevelName(level, STEADY)
    return [
        _make_pair(name, LevelName(level, style), steady, terms)
        for style in STYLES
        if style != STEADY
    ]


def styled_level(game: str) -> str:
    """The level of a game, by its id, at which styles are compared: the first that nodes limit."""
    return next(
        name
        for name in DIAL
        if (level := find_level(game, name)).kind == "search" and not level.depth
    )


def level_spec(game: AnyGame, name: LevelName, terms: DialTerms) -> str:
    """The player of a level with its nodes written out, so that no clock decides."""
    level = find_level(game.id, name.level)
    if level.kind in ("first", "random"):
        return str(name)
    return f"{name}:nodes={level.nodes or engine_nodes(game, terms)}"


def engine_nodes(game: AnyGame, terms: DialTerms) -> int:
    """The nodes of the full engine, which only time limits elsewhere."""
    levels = _dial_levels(game)
    deep = [level.nodes for level in levels if not level.depth]
    return terms.engine_nodes or levels[-1].measured or 4 * max(deep)


def _dial_levels(game: AnyGame) -> list[Level]:
    return [find_level(game.id, name) for name in DIAL]


def count_games(games: int, costly_games: int, nodes: int) -> int:
    """The games of a pair: from COSTLY_NODES on the fewer, the more nodes a player searches.

    `nodes` are those of a search that no depth ends sooner. `costly_games` is the least number.
    """
    if nodes < COSTLY_NODES:
        return games
    return max(min(games, costly_games), games * COSTLY_NODES // nodes)


def searched_nodes(level: Level, engine: int) -> int:
    """The nodes of a move that no depth ends sooner; `engine` are those of the full engine."""
    if level.kind != "search" or level.depth:
        return 0
    return level.nodes or engine


def _make_pair(name: str, player: LevelName, against: LevelName, terms: DialTerms) -> DialPair:
    setting = describe_game(name)
    game = setting.load()
    entrants = tuple(
        Entrant(str(each), level_spec(game, each, terms), _settings_digest(game, each))
        for each in (player, against)
    )
    full = engine_nodes(game, terms)
    nodes = max(searched_nodes(find_level(game.id, each.level), full) for each in (player, against))
    count = count_games(terms.games, terms.costly_games, nodes)
    return DialPair(
        player,
        against,
        ArenaEvent(
            format="match",
            grounds=(setting,),
            entrants=entrants,
            length=-(-count // GAMES_A_UNIT),
            seed=terms.seed,
        ),
    )


def _settings_digest(game: AnyGame, name: LevelName) -> str:
    """The digest of a level of this game: the levels of other games may change."""
    level = find_level(game.id, name.level)
    # No clock decides these games.
    written = msgspec.json.encode(
        (replace(level, seconds=0.0, answer=0.0, threads=1), find_style(game.id, name.style))
    )
    return hashlib.sha256(written).hexdigest()[:12]


def rate_dial(name: str, terms: DialTerms, folder: Path, command: str = "") -> GameRatings | None:
    """The ratings of a game from the files of its matches; None before the first games."""
    game = describe_game(name).load()
    pairs = [(pair, _pair_units(pair, folder)) for pair in dial_pairs(name, terms)]
    styles = [(pair, _pair_units(pair, folder)) for pair in style_pairs(name, terms)]
    if not any(units for _, units in pairs):
        return None
    complete: dict[int, list[GameResult]] = {}
    for pair, units in pairs:
        seats = {0: DIAL.index(pair.player.level), 1: DIAL.index(pair.against.level)}
        for unit in units:
            number = len(complete)
            complete[number] = [
                result._replace(unit=number, lineup=tuple(seats[who] for who in result.lineup))
                for result in unit
            ]
    anchor = Anchor(DIAL.index(ANCHOR_LEVEL), ANCHOR_ELO)
    found = rate_entrants(len(DIAL), complete, anchor)
    met = {who for games in complete.values() for game in games for who in game.lineup}
    return GameRatings(
        rules_version=game.rules_version,
        network=weights_digest(game),
        levels={
            level: LevelRating(*(round(number) for number in found[who][:3]))
            for who, level in enumerate(DIAL)
            if who in met
        },
        pairs=_pair_scores(pairs),
        styles=_pair_scores(styles),
        command=command,
    )


def _pair_units(pair: DialPair, folder: Path) -> list[list[GameResult]]:
    path = folder / (pair.event.name() + STORE_SUFFIX)
    if not path.is_file():
        return []
    with EventStore(path) as store:
        progress = EventProgress(pair.event.seats, store.results())
        return [list(games) for games in counted_units(open_format(pair.event), progress).values()]


def _pair_scores(pairs: Iterable[tuple[DialPair, list[list[GameResult]]]]) -> list[PairScore]:
    return [_pair_score(pair, units) for pair, units in pairs if units]


def _pair_score(pair: DialPair, units: list[list[GameResult]]) -> PairScore:
    share = score_interval([points_of(unit, 0) / len(unit) for unit in units])
    player, against = (entrant.spec for entrant in pair.event.entrants)
    numbers = (share.mean, share.low, share.high)
    score, low, high = (round(number, SCORE_DIGITS) for number in numbers)
    return PairScore(player, against, sum(map(len, units)), score, low, high)
