"""Commands about events: matches and tournaments between players of any kind."""
# ruff: noqa: PLC0415  what is slow to import is imported by the command that needs it

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludarium.cli.arguments import GameName, Options, Ruleset, console, load
from ludarium.core.options import STANDARD

if TYPE_CHECKING:
    from ludarium.arena.event import Event, Format

RUNS = Path("runs") / "arena"
PLAYER = (
    "random, first, greedy, easy to master, search:nodes=N, mcts:iterations=N, path.py:Symbol, "
    "subprocess:<command> or ws://…; name=… before it gives it a name."
)

Player = Annotated[str, typer.Argument(help=PLAYER)]
Players = Annotated[list[str], typer.Argument(help=PLAYER)]
Games = Annotated[int, typer.Option(min=1, help="Games, rounded up to whole openings.")]
Seats = Annotated[int, typer.Option(min=2, help="How many play a game.")]
Opening = Annotated[str, typer.Option(help="Random turns at the start, as 4 or 2-6.")]
Fair = Annotated[
    int, typer.Option(min=0, help="Nodes of a search that has to find openings fair; 0: none.")
]
Seed = Annotated[int, typer.Option(min=0, help="The same seed, the same openings and draws.")]
Time = Annotated[
    str, typer.Option(help="move=1, move=1,bank=10, clock=60+0.6, nodes=20000, or none.")
]
Moves = Annotated[bool, typer.Option("--expose-legal-moves/--withhold-legal-moves")]
Sandbox = Annotated[str, typer.Option(help="For subprocess: players: auto, required or off.")]
Workers = Annotated[int, typer.Option(min=0, help="Games at a time; 0: one for a core.")]
Executor = Annotated[str, typer.Option(help="Where games are played: processes or ray.")]
Address = Annotated[str, typer.Option(help="Of a Ray cluster; without one Ray starts here.")]
Out = Annotated[Path, typer.Option(help="The folder with the files of events.")]
Export = Annotated[Path | None, typer.Option("--json", help="Write everything here as JSON too.")]


def match(
    game: GameName,
    player: Player,
    against: Player,
    games: Games = 200,
    seats: Seats = 2,
    opening: Opening = "2-6",
    fair: Fair = 0,
    seed: Seed = 1,
    time: Time = "none",
    moves: Moves = True,
    sandbox: Sandbox = "auto",
    ruleset: Ruleset = STANDARD,
    option: Options = [],  # noqa: B006  typer reads the default, nobody changes it
    workers: Workers = 0,
    executor: Executor = "processes",
    address: Address = "",
    out: Out = RUNS,
    export: Export = None,
) -> None:
    """Two players, every opening in all seats; the same command goes on after Ctrl-C."""
    event = _event(
        "match", game, [player, against], seats, opening, fair, seed, time, moves, sandbox, ruleset,
        option, length=_openings(games, 2, seats),
    )  # fmt: skip
    _run(event, workers, executor, address, out, export)


def round_robin(
    game: GameName,
    players: Players,
    games: Games = 20,
    seats: Seats = 2,
    opening: Opening = "2-6",
    fair: Fair = 0,
    seed: Seed = 1,
    time: Time = "none",
    moves: Moves = True,
    sandbox: Sandbox = "auto",
    ruleset: Ruleset = STANDARD,
    option: Options = [],  # noqa: B006  typer reads the default, nobody changes it
    workers: Workers = 0,
    executor: Executor = "processes",
    address: Address = "",
    out: Out = RUNS,
    export: Export = None,
) -> None:
    """Everybody with everybody, so many games for each pairing."""
    event = _event(
        "round-robin", game, players, seats, opening, fair, seed, time, moves, sandbox, ruleset,
        option, length=_openings(games, min(seats, len(players)), seats),
    )  # fmt: skip
    _run(event, workers, executor, address, out, export)


def gauntlet(
    game: GameName,
    player: Player,
    others: Players,
    games: Games = 20,
    seats: Seats = 2,
    opening: Opening = "2-6",
    fair: Fair = 0,
    seed: Seed = 1,
    time: Time = "none",
    moves: Moves = True,
    sandbox: Sandbox = "auto",
    ruleset: Ruleset = STANDARD,
    option: Options = [],  # noqa: B006  typer reads the default, nobody changes it
    workers: Workers = 0,
    executor: Executor = "processes",
    address: Address = "",
    out: Out = RUNS,
    export: Export = None,
) -> None:
    """One player with each of the others, so many games for each pairing."""
    event = _event(
        "gauntlet", game, [player, *others], seats, opening, fair, seed, time, moves, sandbox,
        ruleset, option, length=_openings(games, 2, seats),
    )  # fmt: skip
    _run(event, workers, executor, address, out, export)


def swiss(
    game: GameName,
    players: Players,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds in all.")] = 5,
    games: Games = 2,
    seats: Seats = 2,
    opening: Opening = "2-6",
    fair: Fair = 0,
    seed: Seed = 1,
    time: Time = "none",
    moves: Moves = True,
    sandbox: Sandbox = "auto",
    ruleset: Ruleset = STANDARD,
    option: Options = [],  # noqa: B006  typer reads the default, nobody changes it
    workers: Workers = 0,
    executor: Executor = "processes",
    address: Address = "",
    out: Out = RUNS,
    export: Export = None,
) -> None:
    """Rounds in which equals meet, so many games for each pairing."""
    event = _event(
        "swiss", game, players, seats, opening, fair, seed, time, moves, sandbox, ruleset, option,
        length=rounds, each=_openings(games, 2, seats),
    )  # fmt: skip
    _run(event, workers, executor, address, out, export)


def sprt(
    game: GameName,
    player: Player,
    against: Player,
    elo0: Annotated[float, typer.Option(help="H0: better by this at most.")] = 0.0,
    elo1: Annotated[float, typer.Option(help="H1: better by this at least.")] = 5.0,
    alpha: Annotated[float, typer.Option(help="How often H1 may be accepted wrongly.")] = 0.05,
    beta: Annotated[float, typer.Option(help="How often H0 may be accepted wrongly.")] = 0.05,
    games: Games = 50_000,
    seats: Seats = 2,
    opening: Opening = "2-6",
    fair: Fair = 0,
    seed: Seed = 1,
    time: Time = "none",
    moves: Moves = True,
    sandbox: Sandbox = "auto",
    ruleset: Ruleset = STANDARD,
    option: Options = [],  # noqa: B006  typer reads the default, nobody changes it
    workers: Workers = 0,
    executor: Executor = "processes",
    address: Address = "",
    out: Out = RUNS,
    export: Export = None,
) -> None:
    """Two players until it is decided whether the first is better; `games` are the most."""
    from ludarium.arena.event import Hypotheses

    event = _event(
        "sprt", game, [player, against], seats, opening, fair, seed, time, moves, sandbox, ruleset,
        option, length=_openings(games, 2, seats),
        hypotheses=Hypotheses(elo0, elo1, alpha, beta),
    )  # fmt: skip
    _run(event, workers, executor, address, out, export)


def home_and_away(
    config: Annotated[Path, typer.Option(help="Who competes, with which games: a TOML file.")],
    workers: Workers = 0,
    executor: Executor = "processes",
    address: Address = "",
    out: Out = RUNS,
    export: Export = None,
) -> None:
    """Everybody brings a game and an agent: at home, away and on neutral ground, 3/1/0 points."""
    from ludarium.arena.home import read

    _run(read(config), workers, executor, address, out, export)


def _event(
    form: Format,
    game: str,
    players: list[str],
    seats: int,
    opening: str,
    fair: int,
    seed: int,
    time: str,
    moves: bool,
    sandbox: str,
    ruleset: str,
    option: list[str],
    **more: Any,
) -> Event:
    from ludarium.agents import timecontrol
    from ludarium.arena.event import Event, entrants
    from ludarium.arena.ground import ground
    from ludarium.arena.opening import turns

    values = load(game, ruleset, option).values
    return Event(
        format=form,
        grounds=(ground(game, ruleset, values),),
        entrants=entrants(players),
        seats=seats,
        opening=turns(opening),
        fair=fair,
        seed=seed,
        control=str(timecontrol.read(time)),
        expose_legal_moves=moves,
        sandbox=sandbox,
        **more,
    )


def _openings(games: int, group: int, seats: int) -> int:
    from ludarium.arena.unit import lineups

    return -(-games // max(len(lineups(range(group), seats)), 1))


def _run(
    event: Event, workers: int, executor: str, address: str, out: Path, export: Path | None
) -> None:
    from ludarium.arena.executor import open_executor
    from ludarium.arena.session import run
    from ludarium.cli.arena import write_export

    path = run(event, out, lambda: open_executor(executor, workers, address), console)
    console.print(f"The games are in {path}.", markup=False, highlight=False, soft_wrap=True)
    if export is not None:
        write_export(path, export)
