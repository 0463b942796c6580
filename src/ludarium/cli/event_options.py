"""Options that all commands about events share."""
# ruff: noqa: PLC0415  slow imports happen in the command that needs them

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from ludarium.cli.arguments import Options, Ruleset, console, load_named_game
from ludarium.core.options import STANDARD

if TYPE_CHECKING:
    from ludarium.arena.formats.event import ArenaEvent, Entrant, FormatName
    from ludarium.arena.run.event_store import EventStore
    from ludarium.arena.run.executor import Executor
    from ludarium.arena.session import Show

REPLAYED_GAMES = 2000  # on the page of an event
ARENA_RUNS = Path("runs") / "arena"


@dataclasses.dataclass(frozen=True)
class RunOptions:
    """Where games run, and which files are written."""

    workers: Annotated[
        int,
        typer.Option("--workers", "--concurrency", min=0, help="Games at a time; 0: one per core."),
    ] = 0
    executor: Annotated[str, typer.Option(help="Where games are played: processes or ray.")] = (
        "processes"
    )
    address: Annotated[
        str, typer.Option(help="The address of a Ray cluster; without one Ray starts locally.")
    ] = ""
    cores: Annotated[
        int,
        typer.Option(min=0, help="Cores of a game; 0: as many as a player here has threads."),
    ] = 0
    out: Annotated[Path, typer.Option(help="The folder with the files of events.")] = ARENA_RUNS
    export: Annotated[
        Path | None, typer.Option("--json", help="Also write everything to this file as JSON.")
    ] = None

    pgnout: Annotated[
        Path | None,
        typer.Option(help="Also write each game to this file as text, as soon as it ends."),
    ] = None
    web: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="Show live standings on this port; 0: any free one."),
    ] = None

    def run_event(self, event: ArenaEvent, show: Show | None = None) -> None:
        """Play an event or continue it. `show` prints the result."""
        from ludarium.arena.session import run_event, show_event
        from ludarium.cli.arena import write_export

        path = run_event(
            event,
            self.out,
            lambda: self.open_event_executor(event),
            console,
            show or show_event,
            self.web,
            self.write_files,
            self.pgnout,
        )
        console.print(f"The games are in {path}.", markup=False, highlight=False, soft_wrap=True)
        if self.export is not None:
            write_export(path, self.export)

    def write_files(self, store: EventStore) -> None:
        """Write the games as text in their order and, where a page showed the event, its report."""
        from ludarium.arena.report.event_text import event_text
        from ludarium.arena.report.html_page import write_page

        if self.pgnout is not None:
            with self.pgnout.open("w", encoding="utf-8") as target:
                target.writelines(event_text(store))
        if self.web is not None:
            page = store.path.with_suffix(".html")
            write_page(store, page, REPLAYED_GAMES)
            console.print(f"The report is {page}.", markup=False, highlight=False, soft_wrap=True)

    def open_event_executor(self, event: ArenaEvent) -> Executor:
        """Open the executor that the options name, with the cores that the players need."""
        from ludarium.arena.run.game_cores import game_cores

        return self.open_executor(self.cores or game_cores(event))

    def open_executor(self, job_cores: int = 0) -> Executor:
        """Open the executor that the options name."""
        from ludarium.arena.run.executor import open_executor

        each = job_cores or self.cores or 1
        return open_executor(self.executor, self.workers, self.address, job_cores=each)


@dataclasses.dataclass(frozen=True)
class GameTerms:
    """The conditions of every game of an event."""

    seats: Annotated[int, typer.Option(min=2, help="Seats of a game.")] = 2
    opening: Annotated[
        str, typer.Option(help="Random turns at the start, for example 4 or 2-6.")
    ] = "2-6"
    openings: Annotated[
        str,
        typer.Option(help="A file of openings, or 'file=F order=random plies=8 start=1'."),
    ] = ""
    fair: Annotated[
        int,
        typer.Option(
            min=0, help="Nodes of the search that checks openings for fairness; 0: no check."
        ),
    ] = 0
    seed: Annotated[
        int,
        typer.Option(
            "--seed", "--srand", min=0, help="The same seed gives the same openings and draws."
        ),
    ] = 1
    time: Annotated[
        str, typer.Option(help="move=1, move=1,bank=10, clock=60+0.6, nodes=20000, or none.")
    ] = "none"
    time_for: Annotated[
        list[str], typer.Option(help="The time of one player: name=move=2; repeatable.")
    ] = dataclasses.field(default_factory=list)
    engine: Annotated[
        list[str],
        typer.Option(help="One more player: 'name=A cmd=./bot tc=10+0.1'; repeatable."),
    ] = dataclasses.field(default_factory=list)
    each: Annotated[
        str, typer.Option(help="For every player: 'tc=10+0.1', 'st=1', 'nodes=5000', …")
    ] = ""
    resign: Annotated[
        str, typer.Option(help="Adjudicate lost games: 'movecount=3 score=600 twosided=true'.")
    ] = ""
    draw: Annotated[
        str, typer.Option(help="Adjudicate draws: 'movenumber=20 movecount=8 score=10'.")
    ] = ""
    proof: Annotated[
        int, typer.Option(min=0, help="Adjudicate by a proof of this many nodes; 0: never.")
    ] = 0
    maxmoves: Annotated[
        int, typer.Option(min=0, help="Moves of each seat until a game is a draw; 0: no limit.")
    ] = 0
    restart: Annotated[
        bool, typer.Option("--restart", help="Start every program again for each game.")
    ] = False
    ponder: Annotated[
        bool, typer.Option("--ponder/--no-ponder", help="Programs may think in the others' time.")
    ] = False
    moves: Annotated[bool, typer.Option("--expose-legal-moves/--withhold-legal-moves")] = True
    sandbox: Annotated[
        str, typer.Option(help="For subprocess: players: auto, required or off.")
    ] = "auto"
    ruleset: Ruleset = STANDARD
    option: Options = dataclasses.field(default_factory=list)

    def make_event(
        self, form: FormatName, game: str, players: list[str], **more: Any
    ) -> ArenaEvent:
        """Describe the event of these players under these conditions."""
        from ludarium.agents import time_control
        from ludarium.arena.formats.adjudication import read_adjudication
        from ludarium.arena.formats.event import ArenaEvent
        from ludarium.arena.formats.game_setting import describe_game
        from ludarium.arena.formats.opening_file import read_opening_option
        from ludarium.arena.formats.opening_range import read_turns

        values = load_named_game(game, self.ruleset, self.option).values
        return ArenaEvent(
            format=form,
            grounds=(describe_game(game, self.ruleset, values),),
            entrants=self.read_entrants(players),
            seats=self.seats,
            opening=read_turns(self.opening),
            fair=self.fair,
            seed=self.seed,
            control=str(time_control.read_time_control(self.time)),
            expose_legal_moves=self.moves,
            sandbox=self.sandbox,
            openings=read_opening_option(self.openings) if self.openings else None,
            adjudication=read_adjudication(self.resign, self.draw, self.proof, self.maxmoves),
            **more,
        )

    def read_entrants(self, players: list[str]) -> tuple[Entrant, ...]:
        """The players named as arguments and as engines, with their own terms."""
        from ludarium.arena.formats.engine_words import list_entrants

        return list_entrants(
            players,
            self.engine,
            self.each,
            self.time_for,
            restart=self.restart,
            ponder=self.ponder,
        )

    def count_players(self, players: list[str]) -> int:
        """How many players take part."""
        return len(players) + len(self.engine)

    def count_openings(self, games: int, group: int) -> int:
        """The number of openings for this many games of a group of players."""
        from ludarium.arena.formats.unit import lineups

        return -(-games // max(len(lineups(range(group), self.seats)), 1))


def expand_options(command: Callable[..., None]) -> Callable[..., None]:
    """Decorator: turns the fields of the parameters `terms` and `place` into options."""
    hints = get_type_hints(command, include_extras=True)
    hints.pop("return")
    groups = {name: hints.pop(name) for name in ("terms", "place") if name in hints}
    parameters = [
        parameter.replace(annotation=hints[name])
        for name, parameter in inspect.signature(command).parameters.items()
        if name in hints
    ]
    for group in groups.values():
        types = get_type_hints(group, include_extras=True)
        parameters += [
            inspect.Parameter(
                field.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=[] if field.default is dataclasses.MISSING else field.default,
                annotation=types[field.name],
            )
            for field in dataclasses.fields(group)
        ]

    def run(**given: Any) -> None:
        for name, group in groups.items():
            fields = dataclasses.fields(group)
            given[name] = group(**{field.name: given.pop(field.name) for field in fields})
        command(**given)

    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # typer reads it
    return run
