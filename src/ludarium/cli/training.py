"""Commands about training: train a network, build an opening book."""
# ruff: noqa: PLC0415  slow imports happen in the command that needs them

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli.arguments import (
    GameName,
    OnRay,
    Options,
    Ruleset,
    RunSeed,
    Workers,
    console,
    load_named_game,
)
from ludarium.core.extras import require_packages
from ludarium.core.options import STANDARD


def train(
    game: GameName,
    generations: Annotated[int, typer.Option(min=1, help="Networks to train in all.")] = 2,
    games: Annotated[int, typer.Option(min=20, help="Self-play games for each network.")] = 2000,
    nodes: Annotated[int, typer.Option(min=1, help="Nodes for each move.")] = 1500,
    opening: Annotated[
        str, typer.Option(help="Random plies at the start, for example 2-12.")
    ] = "2-12",
    seed: RunSeed = 1,
    played_out: Annotated[
        float,
        typer.Option(min=0, max=1, help="Share of the games to play on after they are decided."),
    ] = 0.1,
    longest: Annotated[
        int, typer.Option(min=2, max=20_000, help="Plies until a game of self-play is a draw.")
    ] = 400,
    keep: Annotated[
        float, typer.Option(min=0.01, max=1, help="Share of the positions to keep.")
    ] = 1.0,
    hidden: Annotated[int, typer.Option(min=16, max=1024, help="Units of the hidden layer.")] = 128,
    epochs: Annotated[int, typer.Option(min=1, help="Passes over the positions.")] = 30,
    mix: Annotated[
        float, typer.Option(min=0, max=1, help="Weight of the search score against the result.")
    ] = 0.9,
    parent: Annotated[Path | None, typer.Option(help="Weights to start from.")] = None,
    rate: Annotated[
        float, typer.Option(min=1e-6, max=0.1, help="The highest learning rate.")
    ] = 0.003,
    odds: Annotated[
        float,
        typer.Option(
            min=0,
            max=10_000,
            help="Points of a score that are odds of e to 1; 0: fitted to the results.",
        ),
    ] = 0,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Fit from random numbers, not from the parent.")
    ] = False,
    remember: Annotated[
        int, typer.Option(min=0, help="Earlier generations to learn from too.")
    ] = 4,
    gate_games: Annotated[
        int, typer.Option(min=2, help="Games against the parent at the most.")
    ] = 1000,
    gate_seconds: Annotated[
        float, typer.Option(min=0.001, help="Seconds for each move of the gate.")
    ] = 0.1,
    gate_nodes: Annotated[
        int, typer.Option(min=0, help="Nodes for each move of the gate, instead of seconds.")
    ] = 0,
    elo0: Annotated[float, typer.Option(help="The gate refuses at this strength.")] = 0,
    elo1: Annotated[float, typer.Option(help="The gate accepts at this strength.")] = 20,
    workers: Workers = 0,
    ray: OnRay = False,
    out: Annotated[
        Path | None, typer.Option(help="The folder of the run; by default runs/<game>.")
    ] = None,
    install: Annotated[
        bool, typer.Option("--install", help="Install the best network in the game.")
    ] = False,
    ruleset: Ruleset = STANDARD,
    option: Options = [],  # noqa: B006  typer reads the default and never changes it
) -> None:
    """Train the network of a game. After Ctrl-C the same command continues."""
    require_packages("networkx", "numpy", "scipy", extra="train")
    from ludarium.arena.formats.event import Hypotheses
    from ludarium.arena.formats.game_setting import describe_game
    from ludarium.arena.formats.opening_range import read_turns
    from ludarium.training.selfplay_style import SelfPlayStyle
    from ludarium.training.session import show_training
    from ludarium.training.train import TrainingPlan

    loaded = load_named_game(game, ruleset, option)
    plan = TrainingPlan(
        setting=describe_game(game, ruleset, loaded.values),
        folder=out or Path("runs") / loaded.id,
        generations=generations,
        games=games,
        style=SelfPlayStyle(
            nodes,
            opening=read_turns(opening),
            kept=keep,
            played_out=played_out,
            longest=longest,
        ),
        seed=seed,
        hidden=hidden,
        epochs=epochs,
        mix=mix,
        parent=parent,
        rate=rate,
        odds=odds,
        fresh=fresh,
        remembered=remember,
        gate_games=gate_games,
        gate_seconds=gate_seconds,
        gate_nodes=gate_nodes,
        hypotheses=Hypotheses(elo0=elo0, elo1=elo1),
        workers=workers,
        ray=ray,
        install=install,
    )
    show_training(plan, console)


def book(
    game: GameName,
    nodes: Annotated[int, typer.Option(min=1, help="Nodes for each position.")] = 20_000,
    finer: Annotated[
        int, typer.Option(min=0, help="Nodes of a second search of the best moves; 0: none.")
    ] = 0,
    candidates: Annotated[
        int, typer.Option(min=1, help="The number of moves with a second search.")
    ] = 8,
    weights: Annotated[
        Path | None, typer.Option(help="The network; by default that of the game, or none.")
    ] = None,
    workers: Workers = 0,
    ray: OnRay = False,
    out: Annotated[
        Path | None, typer.Option(help="The folder of the run; by default runs/book/<game>.")
    ] = None,
    install: Annotated[
        bool, typer.Option("--install", help="Install the book in the game.")
    ] = False,
    ruleset: Ruleset = STANDARD,
    option: Options = [],  # noqa: B006  typer reads the default and never changes it
) -> None:
    """Build the opening book of a game. After Ctrl-C the same command continues."""
    from ludarium.arena.formats.game_setting import describe_game
    from ludarium.training.book_builder import BookPlan, book_weights
    from ludarium.training.session import show_book

    loaded = load_named_game(game, ruleset, option)
    plan = BookPlan(
        setting=describe_game(game, ruleset, loaded.values),
        folder=out or Path("runs") / "book" / loaded.id,
        nodes=nodes,
        finer_nodes=finer,
        candidates=candidates,
        weights=book_weights(loaded, weights),
        workers=workers,
        ray=ray,
    )
    show_book(plan, install, console)
