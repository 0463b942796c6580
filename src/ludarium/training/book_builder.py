"""Book builder: searches every position next to an opening, and backs the scores up."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from ludarium.agents.network_player import evaluator_maker
from ludarium.arena.formats.game_setting import GameSetting
from ludarium.arena.run.atomic_file import replace_file
from ludarium.arena.run.executor import Executor, open_executor, run_jobs
from ludarium.core.game import AnyGame
from ludarium.core.opening_book import BOOK_FILE, Book, checksum_scores, pack_book, score_after_move
from ludarium.core.position import ONGOING, Position
from ludarium.search.limits import Limits
from ludarium.search.searcher import Searcher
from ludarium.training import lineage
from ludarium.training.train import OnStep
from ludarium.training.weights import CannotTrain, check_weights, read_weights

BOOK_TABLE_MEBIBYTES = 4
# Positions of a job, about which one worker thinks: so many an interrupt loses at the most.
POSITIONS_PER_JOB = 8
FIRST_ROUND = 0  # the round in which every position is searched; later ones look at the best again


class BookPlan(NamedTuple):
    """What a book is made from; the weights must not change on the way."""

    setting: GameSetting
    folder: Path
    nodes: int = 20_000
    finer_nodes: int = 0  # more nodes for the best moves of every choice, 0 for no second look
    candidates: int = 8
    weights: bytes | None = None
    workers: int = 0
    ray: bool = False


class Survey(NamedTuple):
    """The classes of positions of an opening, each by the number that positions alike share."""

    choices: dict[int, list[int]]  # the ways to the opening's own positions, the start first
    leaves: dict[int, list[int]]  # and to the positions next to it
    # Of each of the opening's positions the leaves next to it, -1 where the other seat moves then.
    beside: dict[int, dict[int, int]]


class SearchJob(NamedTuple):
    """Some positions for one worker, each by its class and the way to it."""

    setting: GameSetting
    weights: bytes | None
    nodes: int
    ways: list[tuple[int, list[int]]]

    def __str__(self) -> str:
        """How errors name the job."""
        return f"A search of {len(self.ways)} positions"


def build_book(plan: BookPlan, tell: OnStep) -> Book:
    """Search all positions that the folder's files lack, then write the book there."""
    game = plan.setting.load()
    seen = survey_opening(game)
    digest = hashlib.sha256(plan.weights).hexdigest() if plan.weights else ""
    claim_folder(plan, game, digest)
    executor = open_executor("ray" if plan.ray else "processes", plan.workers, pinned=False)
    try:
        leaves = BookSearch(plan, seen, executor, tell).run()
    finally:
        executor.close()
    scores = dict(sorted(back_up_scores(game, seen, leaves).items()))
    made = Book(
        game=game.id,
        rules_version=game.rules_version,
        options=plan.setting.options,
        nodes=plan.nodes,
        finer_nodes=plan.finer_nodes,
        candidates=plan.candidates if plan.finer_nodes else 0,
        weights=digest,
        checksum=checksum_scores(scores),
        scores=scores,
    )
    replace_file(plan.folder / BOOK_FILE, pack_book(made))
    return made


def claim_folder(plan: BookPlan, game: AnyGame, digest: str) -> None:
    """Claim the folder, or check that it is of the same game and weights."""
    fresh = lineage.Lineage(
        game=game.id,
        ruleset=plan.setting.ruleset,
        options=plan.setting.options,
        rules_version=game.rules_version,
        settings={"weights": digest},
    )
    lineage.begin_lineage(plan.folder, fresh)


def book_file(game: AnyGame) -> Path:
    """Where a game looks for its book: beside its module."""
    return Path(inspect.getfile(type(game))).with_name(BOOK_FILE)


def book_weights(game: AnyGame, path: Path | None) -> bytes | None:
    """The weights of a file, else the game's own, None if it has none."""
    own = game.weights_file()
    if path is None and not own.is_file():
        return None
    weights = read_weights(path or own)
    check_weights(game, weights)
    return weights


def survey_opening(game: AnyGame) -> Survey:
    """Walk through the opening; of positions that are alike the first one stands for all."""
    start = game.new()
    if start.seats != 2 or not game.in_book(start):
        raise CannotTrain("no_opening", f"{game.title} has no opening for a book, as it is set up.")
    seen = Survey({game.canonical_key(start): []}, {}, {})
    waiting: list[tuple[Position, list[int]]] = [(start, [])]
    for position, way in waiting:
        beside = seen.beside.setdefault(game.canonical_key(position), {})
        for move in game.moves(position):
            after = position.copy()
            game.advance(after, move)
            if after.verdict != ONGOING:
                continue
            number = game.canonical_key(after)
            if not game.in_book(after):
                beside[number] = 1 if after.to_move == position.to_move else -1
                seen.leaves.setdefault(number, [*way, move])
            elif number not in seen.choices:
                seen.choices[number] = [*way, move]
                waiting.append((after, [*way, move]))
    return seen


def reach_position(game: AnyGame, way: Iterable[int]) -> Position:
    """The position that moves lead to."""
    position: Position = game.new()
    for move in way:
        game.advance(position, move)
    return position


def search_positions(job: SearchJob) -> list[tuple[int, int]]:
    """The scores of some positions for the seats to move; none depends on an earlier one."""
    game = job.setting.load()
    thinker = Searcher(evaluator_maker(game, job.weights), BOOK_TABLE_MEBIBYTES)
    found = []
    for number, way in job.ways:
        thinker.forget()
        outlook = game.search_position(reach_position(game, way))
        found.append((number, thinker.search(outlook, Limits(nodes=job.nodes)).lines[0].score))
    return found


def back_up_scores(game: AnyGame, seen: Survey, leaves: dict[int, int]) -> dict[int, int]:
    """The scores of the opening's own positions too, from their best moves."""
    scores = dict(leaves)
    # The walk went breadth first, and openings do not turn back: children come after parents.
    for number, way in reversed(seen.choices.items()):
        position = reach_position(game, way)
        values = []
        for move in game.moves(position):
            after = position.copy()
            game.advance(after, move)
            value = score_after_move(game, after, position.to_move, scores)
            assert value is not None
            values.append(value)
        scores[number] = max(values)
    return scores


class BookSearch:
    """The searches of a book, in rounds, each a function of the ones before it."""

    def __init__(self, plan: BookPlan, seen: Survey, executor: Executor, tell: OnStep) -> None:
        self.plan = plan
        self.seen = seen
        self.executor = executor
        self.tell = tell

    def run(self) -> dict[int, int]:
        plan = self.plan
        rough = ScoreNotes(plan.folder / f"scores-{plan.nodes}.txt")
        scores = self.search("search", rough, FIRST_ROUND, list(self.seen.leaves), plan.nodes)
        if not plan.finer_nodes:
            return scores
        name = f"scores-{plan.nodes}-{plan.candidates}x{plan.finer_nodes}.txt"
        finer = ScoreNotes(plan.folder / name)
        again: dict[int, int] = {}
        number = FIRST_ROUND
        while wanted := self.candidates(scores, again):
            number += 1
            again |= self.search(f"round {number}", finer, number, wanted, plan.finer_nodes)
            scores |= again
        return scores

    def candidates(self, scores: dict[int, int], again: dict[int, int]) -> list[int]:
        """The best of every choice that had no second look: else mere luck would be believed."""
        wanted: set[int] = set()
        for beside in self.seen.beside.values():
            best = sorted(beside, key=lambda leaf: (-beside[leaf] * scores[leaf], leaf))
            wanted.update(best[: self.plan.candidates])
        return sorted(wanted - set(again))

    def search(
        self, told: str, notes: ScoreNotes, number: int, wanted: list[int], nodes: int
    ) -> dict[int, int]:
        """The scores of these classes; noted ones are not searched again."""
        scores = notes.scores(number)
        missing = [(leaf, self.seen.leaves[leaf]) for leaf in wanted if leaf not in scores]
        plan = self.plan
        jobs = [
            SearchJob(plan.setting, plan.weights, nodes, missing[at : at + POSITIONS_PER_JOB])
            for at in range(0, len(missing), POSITIONS_PER_JOB)
        ]
        self.tell(told, len(wanted) - len(missing), len(wanted))
        for _, found in run_jobs(self.executor, search_positions, jobs):
            notes.add(number, found)
            scores |= dict(found)
            self.tell(told, len(scores), len(wanted))
        return {leaf: scores[leaf] for leaf in wanted}


class ScoreNotes:
    """A file that grows by lines of round, class and score."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if path.is_file():
            # A line that was being written when the process ended is none.
            whole = path.read_bytes().rpartition(b"\n")
            replace_file(path, whole[0] + whole[1])

    def lines(self) -> Iterator[list[int]]:
        if not self.path.is_file():
            return
        for line in self.path.read_text("ascii").splitlines():
            try:
                number, leaf, score = map(int, line.split())
            except ValueError as error:
                message = f"{self.path.name} in the run's folder cannot be read."
                raise CannotTrain("bad_scores", message) from error
            yield [number, leaf, score]

    def scores(self, number: int) -> dict[int, int]:
        """The noted scores of a round."""
        return {leaf: score for at, leaf, score in self.lines() if at == number}

    def add(self, number: int, found: list[tuple[int, int]]) -> None:
        """Note some scores of a round."""
        with self.path.open("a", encoding="ascii") as file:
            file.writelines(f"{number} {leaf} {score}\n" for leaf, score in found)
