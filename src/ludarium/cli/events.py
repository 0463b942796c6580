"""Commands about events: matches and tournaments between players of any kind."""
# ruff: noqa: PLC0415  slow imports happen in the command that needs them

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli.arguments import GameName
from ludarium.cli.event_options import GameTerms, RunOptions, expand_options

PLAYER_HELP = (
    "random, first, greedy, easy to master, search:nodes=N, mcts:iterations=N, path.py:Symbol, "
    "subprocess:<command> or ws://…; name=… before it names the player."
)

Players = Annotated[list[str], typer.Argument(help=PLAYER_HELP)]
Games = Annotated[int, typer.Option(min=1, help="Games, rounded up to whole openings.")]
Rounds = Annotated[int, typer.Option(min=0, help="Openings of each pairing, instead of --games.")]
NO_PLAYERS: list[str] = []  # typer reads the default and never changes it


@expand_options
def match(
    game: GameName,
    players: Players = NO_PLAYERS,
    games: Games = 200,
    rounds: Rounds = 0,
    sprt: Annotated[
        str, typer.Option(help="End by a sequential test: 'elo0=0 elo1=5 alpha=0.05 beta=0.05'.")
    ] = "",
    *,
    terms: GameTerms,
    place: RunOptions,
) -> None:
    """Play two players, each opening in all seats. After Ctrl-C the same command continues."""
    from ludarium.arena.formats.sprt import read_hypotheses

    length = rounds or terms.count_openings(games, 2)
    if sprt:
        test = read_hypotheses(sprt)
        event = terms.make_event("sprt", game, players, length=length, hypotheses=test)
    else:
        event = terms.make_event("match", game, players, length=length)
    place.run_event(event)


@expand_options
def round_robin(
    game: GameName,
    players: Players = NO_PLAYERS,
    games: Games = 20,
    rounds: Rounds = 0,
    *,
    terms: GameTerms,
    place: RunOptions,
) -> None:
    """Play every player against every other one."""
    group = min(terms.seats, terms.count_players(players))
    length = rounds or terms.count_openings(games, group)
    place.run_event(terms.make_event("round-robin", game, players, length=length))


@expand_options
def gauntlet(
    game: GameName,
    players: Players = NO_PLAYERS,
    games: Games = 20,
    rounds: Rounds = 0,
    *,
    terms: GameTerms,
    place: RunOptions,
) -> None:
    """Play the first player against each of the others."""
    length = rounds or terms.count_openings(games, 2)
    place.run_event(terms.make_event("gauntlet", game, players, length=length))


@expand_options
def swiss(
    game: GameName,
    players: Players = NO_PLAYERS,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds in all.")] = 5,
    games: Games = 2,
    *,
    terms: GameTerms,
    place: RunOptions,
) -> None:
    """Play a Swiss tournament: each round pairs players of similar score."""
    each = terms.count_openings(games, 2)
    place.run_event(terms.make_event("swiss", game, players, length=rounds, each=each))


@expand_options
def knockout(
    game: GameName,
    players: Players = NO_PLAYERS,
    games: Games = 4,
    *,
    terms: GameTerms,
    place: RunOptions,
) -> None:
    """Play a knockout: of each pair the winner of --games goes on; the order is the seeding."""
    from ludarium.arena.formats.knockout import knockout_rounds

    rounds, each = knockout_rounds(terms.count_players(players)), terms.count_openings(games, 2)
    place.run_event(terms.make_event("knockout", game, players, length=rounds, each=each))


@expand_options
def sprt(
    game: GameName,
    players: Players = NO_PLAYERS,
    elo0: Annotated[
        float, typer.Option(help="H0: the first player is better by at most this Elo.")
    ] = 0.0,
    elo1: Annotated[
        float, typer.Option(help="H1: the first player is better by at least this Elo.")
    ] = 5.0,
    alpha: Annotated[float, typer.Option(help="Allowed rate of wrongly accepting H1.")] = 0.05,
    beta: Annotated[float, typer.Option(help="Allowed rate of wrongly accepting H0.")] = 0.05,
    games: Games = 50_000,
    *,
    terms: GameTerms,
    place: RunOptions,
) -> None:
    """Play until a sequential test decides whether the first player is better."""
    from ludarium.arena.formats.event import Hypotheses

    hypotheses = Hypotheses(elo0, elo1, alpha, beta)
    length = terms.count_openings(games, 2)
    place.run_event(terms.make_event("sprt", game, players, length=length, hypotheses=hypotheses))


@expand_options
def home_and_away(
    config: Annotated[Path, typer.Option(help="A TOML file with the players and their games.")],
    *,
    place: RunOptions,
) -> None:
    """Play at home, away and on neutral ground: each player brings a game, 3/1/0 points."""
    from ludarium.arena.formats.home_and_away import read_config

    place.run_event(read_config(config))
