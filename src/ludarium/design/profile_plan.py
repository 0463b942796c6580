"""What a profile plays: self-play for the figures, and matches of doubled nodes."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from ludarium.arena.formats.event import ArenaEvent, check_event, entrant
from ludarium.arena.formats.game_setting import GameSetting
from ludarium.arena.formats.schedule import open_format
from ludarium.arena.formats.unit import EventProgress, lineups
from ludarium.arena.run.event_store import STORE_SUFFIX, EventStore
from ludarium.arena.run.executor import Executor
from ludarium.arena.run.game_loop import play_measured_game
from ludarium.arena.run.runner import Runner
from ludarium.core.options import STANDARD
from ludarium.core.registry import load


class ProfilePlan(NamedTuple):
    """All that decides the games of a profile."""

    setting: GameSetting
    seats: int
    nodes: int  # for each move of the self-play
    games: int  # of the self-play
    doublings: int  # matches of twice the nodes, up to `nodes`
    match_games: int  # of each of them
    opening: tuple[int, int]
    fair: int
    seed: int

    @property
    def command(self) -> str:
        """The command that makes this profile, with a file by its name alone."""
        setting = self.setting
        usual = load(setting.game, setting.ruleset).values
        words: list[object] = ["ludarium", "profile", Path(setting.game).name]
        words += ["--ruleset", setting.ruleset] if setting.ruleset != STANDARD else []
        for name, value in setting.options.items():
            if value != usual[name]:
                words += ["--option", f"{name}={json.dumps(value)}"]
        words += ["--seats", self.seats, "--nodes", self.nodes, "--games", self.games]
        words += ["--doublings", self.doublings, "--match-games", self.match_games]
        words += ["--opening", "-".join(map(str, dict.fromkeys(self.opening)))]
        words += ["--fair", self.fair, "--seed", self.seed]
        return shlex.join(map(str, words))

    def selfplay_event(self) -> ArenaEvent:
        """Games of one player in all seats."""
        return self._make_event("self-play", (self.nodes,), self.games)

    def match_events(self) -> list[ArenaEvent]:
        """A match for each doubling, the strongest last."""
        ladder = [max(self.nodes >> step, 1) for step in range(self.doublings, -1, -1)]
        games = len(lineups((0, 1), self.seats))
        return [
            self._make_event("match", (more, less), -(-self.match_games // games))
            for less, more in pairwise(ladder)
            if less < more
        ]

    def _make_event(self, form: str, nodes: tuple[int, ...], length: int) -> ArenaEvent:
        names = [f"{count} nodes" for count in nodes]
        specs = [f"search:nodes={count}" for count in nodes]
        event = ArenaEvent(
            format="self-play" if form == "self-play" else "match",
            grounds=(self.setting,),
            entrants=tuple(map(entrant, names, specs)),
            length=length,
            seats=self.seats,
            opening=self.opening,
            fair=self.fair,
            seed=self.seed,
        )
        check_event(event)
        return event


def play_profile(
    plan: ProfilePlan,
    folder: Path,
    executor: Executor,
    tell: Callable[[str, int, int], None],
) -> list[Path]:
    """Play what the files of a profile lack; the files, self-play first."""
    paths = []
    for event in (plan.selfplay_event(), *plan.match_events()):
        path = folder / (event.name() + STORE_SUFFIX)
        name = " against ".join(one.name for one in event.entrants)
        with EventStore(path, event) as store:
            form = open_format(event)

            def show(progress: EventProgress, name: str = name, total: int = form.total()) -> None:
                tell(f"games of {name}", progress.count, total)

            Runner(store, form, executor, play_measured_game).run(show)
        paths.append(path)
    return paths


def open_stores(paths: list[Path], stack: ExitStack) -> Iterator[EventStore]:
    """Open the files of a profile until the stack closes."""
    for path in paths:
        yield stack.enter_context(EventStore(path))
