"""Commands about events: matches and tournaments between players of any kind."""
# ruff: noqa: PLC0415  slow imports happen in the command that needs them

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli.arguments import GameName
from ludarium.cli.terms import GameTerms, RunOptions, spread

PLAYER = (
    "random, first, greedy, easy to master, search:nodes=N, mcts:iterations=N, path.py:Symbol, "
    "subprocess:<command> or ws://…; name=… before it gives it a name."
)

Player = Annotated[str, typer.Argument(help=PLAYER)]
Players = Annotated[list[str], typer.Argument(help=PLAYER)]
Games = Annotated[int, typer.Option(min=1, help="Games, rounded up to whole openings.")]


@spread
def match(
    game: GameName,
    player: Player,
    against: Player,
    games: Games = 200,
    *,
    terms: GameTerms,
    place: RunOptions,
) -> None:
    """Two players, every opening in all seats; the same command goes on after Ctrl-C."""
    length = terms.openings(games, 2)
    place.run(terms.event("match", game, [player, against], length=length))


@spread
def round_robin(
    game: GameName, players: Players, games: Games = 20, *, terms: GameTerms, place: RunOptions
) -> None:
    """Every player meets every other one, so many games for each pairing."""
    length = terms.openings(games, min(terms.seats, len(players)))
    place.run(terms.event("round-robin", game, players, length=length))


@spread
def gauntlet(
    game: GameName,
    player: Player,
    others: Players,
    games: Games = 20,
    *,
    terms: GameTerms,
    place: RunOptions,
) -> None:
    """One player with each of the others, so many games for each pairing."""
    length = terms.openings(games, 2)
    place.run(terms.event("gauntlet", game, [player, *others], length=length))


@spread
def swiss(
    game: GameName,
    players: Players,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds in all.")] = 5,
    games: Games = 2,
    *,
    terms: GameTerms,
    place: RunOptions,
) -> None:
    """Rounds in which equals meet, so many games for each pairing."""
    each = terms.openings(games, 2)
    place.run(terms.event("swiss", game, players, length=rounds, each=each))


@spread
def sprt(
    game: GameName,
    player: Player,
    against: Player,
    elo0: Annotated[float, typer.Option(help="H0: better by this at most.")] = 0.0,
    elo1: Annotated[float, typer.Option(help="H1: better by this at least.")] = 5.0,
    alpha: Annotated[float, typer.Option(help="How often H1 may be accepted wrongly.")] = 0.05,
    beta: Annotated[float, typer.Option(help="How often H0 may be accepted wrongly.")] = 0.05,
    games: Games = 50_000,
    *,
    terms: GameTerms,
    place: RunOptions,
) -> None:
    """Two players until it is decided whether the first is better; `games` are the most."""
    from ludarium.arena.formats.event import Hypotheses

    hypotheses = Hypotheses(elo0, elo1, alpha, beta)
    length = terms.openings(games, 2)
    place.run(terms.event("sprt", game, [player, against], length=length, hypotheses=hypotheses))


@spread
def home_and_away(
    config: Annotated[Path, typer.Option(help="Who competes, with which games: a TOML file.")],
    *,
    place: RunOptions,
) -> None:
    """Each player brings a game: at home, away and on neutral ground, 3/1/0 points."""
    from ludarium.arena.formats.home_and_away import read_config

    place.run(read_config(config))
