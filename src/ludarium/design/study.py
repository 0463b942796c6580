"""A study: screens candidates stage by stage, confirms the survivors, and can be resumed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from ludarium.arena.formats.event import ArenaEvent, check_event, entrant
from ludarium.arena.formats.game_setting import GameSetting, describe_game
from ludarium.arena.formats.opening_range import read_turns
from ludarium.arena.formats.unit import EventProgress
from ludarium.arena.run.atomic_file import indented_json, replace_file
from ludarium.arena.run.event_store import STORE_SUFFIX, EventStore
from ludarium.arena.run.executor import Executor, run_jobs
from ludarium.arena.run.game_loop import play_measured_game
from ludarium.arena.run.runner import Runner
from ludarium.design.candidates import Candidate, candidate_options, draw_candidates
from ludarium.design.estimate import MeasuredGame
from ludarium.design.figures import StageFigures, assess_candidate, keep_candidates, rank_candidates
from ludarium.design.move_speed import measure_speed, scale_nodes
from ludarium.design.proofs import ProofJob, prove_start
from ludarium.design.race import RaceFormat
from ludarium.design.space import OpeningKind, Space, Stage
from ludarium.design.workload import Workload, game_work

NOTES_FILE = "study.json"
PARENT_SHARE = 4  # one candidate in so many has neighbours in the next wave
SEED_STRIDE = 100  # seeds of a study: no two of its events share an opening

OnWork = Callable[[int, int, str], None]  # work done, work of the whole run, and a note


class StudyNotes(msgspec.Struct):
    """What a resumed study must not measure again."""

    speed: float = 1.0
    proofs: dict[str, dict[int, str]] = {}  # by candidate and budget


class StudyResult(NamedTuple):
    """All candidates, the figures that chose them, and the figures that confirm them."""

    space: Space
    speed: float
    candidates: list[Candidate]
    raw: list[dict[int, StageFigures]]  # stage by stage, by candidate
    confirmed: dict[int, StageFigures]


class Study:
    """Runs the stages of a space in a folder; what the folder holds already is not done again."""

    def __init__(self, space: Space, folder: Path, executor: Executor, on_work: OnWork) -> None:
        self.space = space
        self.folder = folder
        self.executor = executor
        self.on_work = on_work
        self.candidates: list[Candidate] = []
        self.settings: list[GameSetting] = []
        self.events = 0
        self.workload = Workload(space)
        self.notes = self._open_notes()

    def run(self) -> StudyResult:
        """Do everything, from the first wave to the confirmation."""
        file = self.space.file
        screened: dict[int, StageFigures] = {}
        first = file.stages[0] if file.stages else None
        for wave in range(file.waves if first else 1):
            new = self._add_wave(wave, screened)
            if first and new:
                screened |= self._run_stage(first, new, f"wave {wave + 1}")
        left = list(range(len(self.candidates)))
        raw = []
        for number, stage in enumerate(file.stages):
            if number:
                screened = self._run_stage(stage, left, f"stage {number + 1}")
            raw.append(screened)
            left = keep_candidates(screened, stage.keep)
        confirmed = self._run_stage(file.confirm, left, "confirmation")
        return StudyResult(self.space, self.notes.speed, self.candidates, raw, confirmed)

    def _add_wave(self, wave: int, screened: dict[int, StageFigures]) -> list[int]:
        """Draw a wave; the numbers of its candidates."""
        best = rank_candidates(screened)[: -(-len(screened) // PARENT_SHARE)]
        parents = [self.candidates[number] for number in best]
        drawn = draw_candidates(self.space, wave, parents, self.candidates)
        file = self.space.file
        before = len(self.candidates)
        self.candidates += drawn
        self.settings += [
            describe_game(self.space.game, file.ruleset, candidate_options(self.space, one))
            for one in drawn
        ]
        return list(range(before, len(self.candidates)))

    def _run_stage(
        self, stage: Stage, numbers: Sequence[int], name: str
    ) -> dict[int, StageFigures]:
        """Prove, then play the candidates of a stage; their figures."""
        self.workload.begin_stage(stage, len(numbers))
        proofs = self._prove(stage, numbers, name)
        unproved = [number for number in numbers if proofs.get(number) not in ("win", "loss")]
        # A proof rules a candidate out before its games; a confirmation has all figures.
        playing = numbers if stage is self.space.file.confirm else unproved or numbers
        games = {
            kind: self._play(stage, playing, f"{name}, {kind} openings", kind)
            for kind in stage.kinds
        }
        return {
            number: assess_candidate(
                self.space.file.targets,
                stage.slack,
                {kind: found.get(number, []) for kind, found in games.items()},
                proofs.get(number),
            )
            for number in numbers
        }

    def _play(
        self, stage: Stage, numbers: Sequence[int], name: str, kind: OpeningKind
    ) -> dict[int, list[MeasuredGame]]:
        """Play an event of the arena with one candidate on each ground; the games that count."""
        self.events += 1
        event = self._make_event(stage, numbers, kind)
        file_name = name.replace(", ", "-").replace(" ", "-") + STORE_SUFFIX
        with EventStore(self.folder / f"{self.events:02}-{file_name}", event) as store:
            targets = self.space.file.targets
            race = RaceFormat(event, store, targets, stage.batch, stage.slack)
            work = game_work(stage)

            def tell(progress: EventProgress) -> None:
                total = race.total()
                self.workload.count(progress.count * work, total * work)
                done = f"{sum(race.ended)}/{len(numbers)} candidates done"
                self._tell(f"{name}: {progress.count}/{total} games, {done}")

            runner = Runner(store, race, self.executor, play_measured_game)
            self.workload.begin_part(runner.progress.count * work)
            runner.run(tell)
            return {number: race.candidate_games(at) for at, number in enumerate(numbers)}

    def _make_event(self, stage: Stage, numbers: Sequence[int], kind: OpeningKind) -> ArenaEvent:
        file = self.space.file
        nodes = scale_nodes(stage.nodes, self.notes.speed)
        fair_nodes = scale_nodes(file.fair_nodes, self.notes.speed)
        event = ArenaEvent(
            format="self-play",
            grounds=tuple(self.settings[number] for number in numbers),
            entrants=(entrant("player", self.space.player_spec(nodes)),),
            length=stage.games,
            seats=self.space.seats,
            opening=read_turns(file.opening),
            fair=fair_nodes if kind == "fair" else 0,
            seed=file.seed * SEED_STRIDE + self.events,
        )
        check_event(event)
        return event

    def _prove(self, stage: Stage, numbers: Sequence[int], name: str) -> dict[int, str]:
        """The proofs of a stage, from the notes as far as they are there."""
        planned = self.workload.stage_positions(stage)
        self.workload.begin_part(0)
        if not planned:
            return {}
        positions = scale_nodes(planned, self.notes.speed)
        missing = [n for n in numbers if self._noted_proof(n, positions) is None]
        jobs = [ProofJob(n, self.settings[n], self.space.seats, positions) for n in missing]
        for done, (job, verdict) in enumerate(run_jobs(self.executor, prove_start, jobs), 1):
            self.notes.proofs.setdefault(self._candidate_name(job.candidate), {})[positions] = (
                verdict
            )
            self._keep_notes()
            self.workload.count(done * planned, len(jobs) * planned)
            self._tell(f"{name}, proofs: {done}/{len(jobs)} candidates")
        return {n: self._noted_proof(n, positions) or "unknown" for n in numbers}

    def _tell(self, note: str) -> None:
        self.on_work(self.workload.done, self.workload.total, note)

    def _noted_proof(self, number: int, positions: int) -> str | None:
        """A proof is valid whatever its budget was; without one the budget counts."""
        found = self.notes.proofs.get(self._candidate_name(number), {})
        proved = [verdict for verdict in found.values() if verdict != "unknown"]
        return proved[0] if proved else found.get(positions)

    def _candidate_name(self, number: int) -> str:
        return msgspec.json.encode(self.candidates[number]).decode()

    def _open_notes(self) -> StudyNotes:
        path = self.folder / NOTES_FILE
        if path.is_file():
            return msgspec.json.decode(path.read_bytes(), type=StudyNotes)
        self.folder.mkdir(parents=True, exist_ok=True)
        file = self.space.file
        game = describe_game(self.space.game, file.ruleset).load()
        speed = measure_speed(game, self.space.seats) if file.nodes_by_speed else 1.0
        self.notes = StudyNotes(speed)
        self._keep_notes()
        return self.notes

    def _keep_notes(self) -> None:
        replace_file(self.folder / NOTES_FILE, indented_json(self.notes))
