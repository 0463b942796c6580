"""Commands about language models: tools for an assistant, and a measurement."""
# ruff: noqa: PLC0415  slow imports happen in the command that needs them

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from ludarium.cli.arguments import GameName, Options, Ruleset, console, load_named_game
from ludarium.core.errors import InvalidOption

TOKEN_VARIABLE = "LUDARIUM_TOKEN"


def mcp(
    legal_moves: Annotated[
        bool, typer.Option(help="Show the legal moves to the assistant, or withhold them.")
    ] = True,
    game: Annotated[
        list[str], typer.Option(help="Another game: path/to/file.py:Symbol; repeatable.")
    ] = [],  # noqa: B006  typer reads the default and never changes it
    server: Annotated[
        str,
        typer.Option(
            help="A game server (https://…) whose rooms the assistant may join; its token "
            "is read from the environment variable LUDARIUM_TOKEN."
        ),
    ] = "",
) -> None:
    """Serve the games to an assistant over stdin and stdout (Model Context Protocol)."""
    from ludarium.assistants.mcp_server import make_server

    token = os.environ.get(TOKEN_VARIABLE, "")
    if server and not token:
        raise InvalidOption("no_token", f"Put the token into the variable {TOKEN_VARIABLE}.")
    make_server(legal_moves, tuple(game), server, token).run("stdio")


def llm_bench(
    game: GameName,
    endpoint: Annotated[str, typer.Option(help="An OpenAI-compatible URL, up to /v1.")] = "",
    model: Annotated[str, typer.Option(help="The name of the model at the endpoint.")] = "",
    command: Annotated[
        str, typer.Option(help="A command that reads messages as JSON and prints an answer.")
    ] = "",
    key_variable: Annotated[
        str, typer.Option(help="The environment variable with the key of the endpoint.")
    ] = "OPENAI_API_KEY",
    levels: Annotated[str, typer.Option(help="The levels to play, with commas.")] = "easy,medium",
    games: Annotated[int, typer.Option(min=1, help="Games against each level.")] = 4,
    seed: Annotated[int, typer.Option(min=0)] = 1,
    legal_moves: Annotated[
        bool, typer.Option(help="Show the legal moves to the model, or withhold them.")
    ] = True,
    loss_nodes: Annotated[
        int, typer.Option(min=0, help="Nodes to judge each move with; 0: not judged.")
    ] = 20_000,
    level_nodes: Annotated[
        int, typer.Option(min=0, help="Limit of nodes of the levels' searches; 0: their own.")
    ] = 0,
    price_in: Annotated[float, typer.Option(min=0, help="Price of a million tokens read.")] = 0.0,
    price_out: Annotated[
        float, typer.Option(min=0, help="Price of a million tokens written.")
    ] = 0.0,
    elo: Annotated[
        list[str],
        typer.Option(help="level=number, for levels of a game whose ratings are not known."),
    ] = [],  # noqa: B006  as above
    out: Annotated[Path, typer.Option(help="A file of finished games; the command goes on.")] = (
        Path("llm-bench.jsonl")
    ),
    ruleset: Ruleset = "standard",
    option: Options = [],  # noqa: B006  as above
) -> None:
    """Let a language model play levels: score, Elo, illegal answers by rule, loss, tokens, cost."""
    from ludarium.agents.level_ratings import level_ratings
    from ludarium.arena.report.step_bar import progress_bars
    from ludarium.assistants.model_bench import BenchPlan, make_report, report_rows, run_bench
    from ludarium.assistants.model_client import CommandModel, EndpointModel, LanguageModel

    if bool(endpoint) == bool(command):
        raise InvalidOption("no_model", "Name a model: either --endpoint or --command.")
    asked: LanguageModel = (
        EndpointModel(endpoint, model, key_variable) if endpoint else CommandModel(command)
    )
    given_elos = _read_elos(elo)
    loaded = load_named_game(game, ruleset, option)
    chosen = tuple(name.strip() for name in levels.split(",") if name.strip())
    plan = BenchPlan(chosen, games, seed, legal_moves, loss_nodes, level_nodes)
    with progress_bars(out) as bar:
        played = run_bench(
            loaded, plan, asked, out, lambda done, total: bar.tell("games", done, total)
        )
    elos = {level: float(found.elo) for level, found in level_ratings(loaded.id).items()}
    report = make_report(played, elos | given_elos, price_in, price_out)
    table = Table(title=f"{model or command} plays {loaded.title}", show_header=False)
    for row in report_rows(report):
        table.add_row(*row)
    console.print(table)
    if report.elo is None:
        console.print(
            "There is no Elo, because the levels of this game have no known ratings: measure them "
            "with `ludarium strength calibrate`, and name them with --elo."
        )


def _read_elos(words: list[str]) -> dict[str, float]:
    """Ratings of levels as the command line names them."""
    try:
        return {level: float(number) for level, number in (word.split("=") for word in words)}
    except ValueError as error:
        raise InvalidOption("wrong_elo", "Write --elo as level=number: easy=1100.") from error
