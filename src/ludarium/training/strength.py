"""Comparing players: matches from shared openings and self-play, resumable game by game."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path
from typing import NamedTuple

from ludarium.agents import spec
from ludarium.agents.levels import LEVELS, Level, level
from ludarium.core.errors import InvalidOption
from ludarium.core.game import AnyGame
from ludarium.training.ledger import Header, Ledger
from ludarium.training.pairing import FAIR, Pairing, Played, play, schedule
from ludarium.training.pool import open_pool, spread
from ludarium.training.setting import Setting, home

Tell = Callable[[list[Played], int], None]


class Plan(NamedTuple):
    """What is to be played: two players are a match, one plays against itself."""

    setting: Setting
    players: tuple[str, ...]
    folder: Path
    seats: int = 2
    games: int = 200
    opening: tuple[int, int] = (2, 6)
    seed: int = 1
    fair: int = FAIR
    workers: int = 0


def header(plan: Plan) -> Header:
    """What the games of a plan are about; InvalidOption if they cannot be played."""
    game = plan.setting.load()
    if plan.seats not in game.seat_counts:
        known = " or ".join(map(str, game.seat_counts))
        raise InvalidOption("wrong_seats", f"{game.title} is a game for {known} seats.")
    return Header(
        kind="match" if len(plan.players) == 2 else "selfplay",
        game=plan.setting.game,
        ruleset=plan.setting.ruleset,
        options=plan.setting.options,
        rules_version=game.rules_version,
        seats=plan.seats,
        players=[str(spec.read(player)) for player in plan.players],
        opening=plan.opening,
        seed=plan.seed,
        fair=plan.fair,
        levels=levels(game, plan.players, plan.seats),
        network=network(game),
    )


def levels(game: AnyGame, players: tuple[str, ...], seats: int) -> dict[str, Level]:
    """What the levels among the players mean in a game of so many seats."""
    names = (spec.read(player).name for player in players)
    return {name: level(game.id, name, seats) for name in names if name in LEVELS}


def network(game: AnyGame) -> str:
    """The digest of a game's weights, nothing if it has none."""
    place = home(game)
    return hashlib.sha256(place.read_bytes()).hexdigest()[:12] if place.is_file() else ""


def run(plan: Plan, tell: Tell, pool: Executor | None = None) -> Ledger:
    """Play the games that are in no file yet, and give all of them."""
    about = header(plan)
    ledger = Ledger(plan.folder / about.name(), about)
    players = tuple(about.players)
    wanted = schedule(
        plan.setting, players, plan.seats, plan.games, plan.opening, plan.seed, plan.fair
    )
    done = ledger.done()
    missing = [pairing for pairing in wanted if (pairing.number, pairing.lineup) not in done]
    tell(ledger.games, len(wanted))
    if missing:
        with pool or open_pool(plan.workers) as opened:
            _play_all(missing, ledger, lambda: tell(ledger.games, len(wanted)), opened, plan)
    return ledger


def _play_all(
    missing: list[Pairing], ledger: Ledger, tell: Callable[[], None], pool: Executor, plan: Plan
) -> None:
    try:
        for _, played in spread(pool, play, missing, plan.workers):
            ledger.add(played)
            tell()
    except KeyboardInterrupt:
        pool.shutdown(wait=True, cancel_futures=True)
        raise
