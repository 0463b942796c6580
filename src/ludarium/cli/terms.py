"""What the commands about events have in common: the terms under which all games are played."""
# ruff: noqa: PLC0415  slow imports happen in the command that needs them

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from ludarium.cli.arguments import Options, Ruleset, console, load
from ludarium.core.options import STANDARD

if TYPE_CHECKING:
    from ludarium.arena.formats.event import ArenaEvent, FormatName
    from ludarium.arena.session import Show

ARENA_RUNS = Path("runs") / "arena"


@dataclasses.dataclass(frozen=True)
class RunOptions:
    """Where games are played, and the files written about them."""

    workers: Annotated[int, typer.Option(min=0, help="Games at a time; 0: one for a core.")] = 0
    executor: Annotated[str, typer.Option(help="Where games are played: processes or ray.")] = (
        "processes"
    )
    address: Annotated[str, typer.Option(help="Of a Ray cluster; without one Ray starts here.")] = (
        ""
    )
    out: Annotated[Path, typer.Option(help="The folder with the files of events.")] = ARENA_RUNS
    export: Annotated[
        Path | None, typer.Option("--json", help="Write everything here as JSON too.")
    ] = None

    def run(self, event: ArenaEvent, show: Show | None = None) -> None:
        """Play an event, or go on with it; `show` prints what it came to."""
        from ludarium.arena.run.executor import open_executor
        from ludarium.arena.session import run_event, show_event
        from ludarium.cli.arena import write_export

        executor = lambda: open_executor(self.executor, self.workers, self.address)  # noqa: E731
        path = run_event(event, self.out, executor, console, show or show_event)
        console.print(f"The games are in {path}.", markup=False, highlight=False, soft_wrap=True)
        if self.export is not None:
            write_export(path, self.export)


@dataclasses.dataclass(frozen=True)
class GameTerms:
    """How every game of an event is played."""

    seats: Annotated[int, typer.Option(min=2, help="How many play a game.")] = 2
    opening: Annotated[str, typer.Option(help="Random turns at the start, as 4 or 2-6.")] = "2-6"
    fair: Annotated[
        int, typer.Option(min=0, help="Nodes of a search that has to find openings fair; 0: none.")
    ] = 0
    seed: Annotated[
        int, typer.Option(min=0, help="The same seed, the same openings and draws.")
    ] = 1
    time: Annotated[
        str, typer.Option(help="move=1, move=1,bank=10, clock=60+0.6, nodes=20000, or none.")
    ] = "none"
    moves: Annotated[bool, typer.Option("--expose-legal-moves/--withhold-legal-moves")] = True
    sandbox: Annotated[
        str, typer.Option(help="For subprocess: players: auto, required or off.")
    ] = "auto"
    ruleset: Ruleset = STANDARD
    option: Options = dataclasses.field(default_factory=list)

    def event(self, form: FormatName, game: str, players: list[str], **more: Any) -> ArenaEvent:
        """The event that these players play on these terms."""
        from ludarium.agents import time_control
        from ludarium.arena.formats.event import ArenaEvent, read_entrants
        from ludarium.arena.formats.game_setting import describe_game
        from ludarium.arena.formats.opening_range import read_turns

        values = load(game, self.ruleset, self.option).values
        return ArenaEvent(
            format=form,
            grounds=(describe_game(game, self.ruleset, values),),
            entrants=read_entrants(players),
            seats=self.seats,
            opening=read_turns(self.opening),
            fair=self.fair,
            seed=self.seed,
            control=str(time_control.read_time_control(self.time)),
            expose_legal_moves=self.moves,
            sandbox=self.sandbox,
            **more,
        )

    def openings(self, games: int, group: int) -> int:
        """As many openings as it takes for so many games of a group of players."""
        from ludarium.arena.formats.unit import lineups

        return -(-games // max(len(lineups(range(group), self.seats)), 1))


def spread(command: Callable[..., None]) -> Callable[..., None]:
    """A command with the fields of its parameters `terms` and `place` as options."""
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
