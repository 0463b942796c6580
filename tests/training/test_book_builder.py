"""Books: made the same however they were interrupted, right about what plain looking tells."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ludarium import AnyGame, Position, load
from ludarium.arena.formats.game_setting import GameSetting
from ludarium.core import constants
from ludarium.core import opening_book as books
from ludarium.core.opening_book import BadBook, Book, checksum_scores, pack_book, unpack_book
from ludarium.training import book_builder
from ludarium.training.book_builder import BookPlan, Survey, build_book
from ludarium.training.weights import CannotTrain
from tests.training.booked import BOOKED

CENTRE = 4
CORNERS = {0, 2, 6, 8}


def plan(folder: Path) -> BookPlan:
    return BookPlan(GameSetting(BOOKED), folder, nodes=15, finer_nodes=60, candidates=2, workers=1)


def quietly(step: str, done: int, total: int) -> None:
    pass


def after(game: AnyGame, *moves: int) -> Position:
    return book_builder.reach_position(game, moves)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Book:
    return build_book(plan(tmp_path_factory.mktemp("undisturbed")), quietly)


def test_an_opening_is_walked_once_for_positions_that_are_alike() -> None:
    seen = book_builder.survey_opening(load(BOOKED))
    assert len(seen.choices) == 1 + 3
    assert len(seen.leaves) == 12
    assert [len(beside) for beside in seen.beside.values()] == [0, 5, 5, 2]


@pytest.mark.parametrize("step", ["search", "round 1"])
def test_an_interrupted_book_goes_on_where_it_was(
    step: str, tmp_path: Path, undisturbed: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        book_builder, "POSITIONS_PER_JOB", 2
    )  # not as in the other run, which must not matter

    def interrupt(now: str, done: int, total: int) -> None:
        if now == step and done >= 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_book(plan(tmp_path), interrupt)
    kept = {path: path.read_bytes() for path in tmp_path.glob("scores-*.txt")}
    assert len(kept) == (1 if step == "search" else 2)
    assert kept[max(kept, key=lambda path: len(path.name))].count(b"\n") == 2
    for path, content in kept.items():
        path.write_bytes(content + b"0 12")  # the process ended in the middle of a line
    assert build_book(plan(tmp_path), quietly) == undisturbed
    for path, content in kept.items():
        assert path.read_bytes().startswith(content)
        lines = path.read_bytes().splitlines()
        assert len(lines) == len(set(lines))
    assert unpack_book((tmp_path / "book.json").read_bytes(), load(BOOKED)) == undisturbed


def test_what_is_finished_is_not_searched_again(
    tmp_path: Path, undisturbed: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_book(plan(tmp_path), quietly)

    def never(*given: object) -> None:
        raise AssertionError

    monkeypatch.setattr(book_builder, "search_positions", never)
    assert build_book(plan(tmp_path), quietly) == undisturbed


def test_the_best_of_every_choice_had_a_second_look(tmp_path: Path) -> None:
    made = build_book(plan(tmp_path), quietly)
    game = load(BOOKED)
    finer = book_builder.ScoreNotes(tmp_path / "scores-15-2x60.txt")
    again = {leaf: score for _, leaf, score in finer.lines()}
    assert 0 < len(again) < 12
    for first in (0, 1, CENTRE):
        answers = made.rank_moves(game, after(game, first))
        best = {game.canonical_key(after(game, first, move)) for score, move in answers
                if score == answers[0][0]}  # fmt: skip
        assert best & set(again)
    assert all(made.scores[leaf] == score for leaf, score in again.items())


def test_a_book_knows_what_is_known_about_tic_tac_toe(tmp_path: Path) -> None:
    game = load(BOOKED)
    made = build_book(BookPlan(GameSetting(BOOKED), tmp_path, nodes=3000, workers=1), quietly)
    assert {score for score, _ in made.rank_moves(game, game.new())} == {0}
    answers = {first: made.rank_moves(game, after(game, first)) for first in (0, CENTRE)}
    assert [move for score, move in answers[0] if score == 0] == [CENTRE]
    assert {move for score, move in answers[CENTRE] if score == 0} == CORNERS
    # Everything else loses, and a loss that comes later is the better one.
    lost = [score for score, _ in answers[0][1:]]
    assert all(score < -constants.DECIDED_SCORE for score in lost)
    assert lost == sorted(lost, reverse=True)


def test_a_forced_end_is_a_ply_further_from_the_position_before() -> None:
    game = load(BOOKED)
    leaf = after(game, 0, 1)
    number = game.canonical_key(leaf)
    assert (
        books.score_after_move(game, leaf, 1, {number: constants.WIN_SCORE - 5})
        == 6 - constants.WIN_SCORE
    )
    assert (
        books.score_after_move(game, leaf, 0, {number: constants.WIN_SCORE - 5})
        == constants.WIN_SCORE - 6
    )
    assert books.score_after_move(game, leaf, 1, {number: 70}) == -70
    assert books.score_after_move(game, leaf, 1, {}) is None
    won = after(game, 0, 3, 1, 4, 2)
    assert books.score_after_move(game, won, 0, {}) == constants.WIN_SCORE - 1
    assert books.score_after_move(game, won, 1, {}) == 1 - constants.WIN_SCORE


def refused(plan: BookPlan) -> str:
    with pytest.raises(CannotTrain) as refusal:
        build_book(plan, quietly)
    return refusal.value.code


def test_what_no_book_can_be_made_of_is_refused(tmp_path: Path) -> None:
    assert refused(BookPlan(GameSetting("forge"), tmp_path)) == "no_opening"
    short = GameSetting("skysummit", "standard", {"turn_limit": 20})
    assert refused(BookPlan(short, tmp_path)) == "no_opening"
    assert not list(tmp_path.iterdir())
    build_book(plan(tmp_path), quietly)
    assert refused(BookPlan(GameSetting("skysummit"), tmp_path)) == "other_run"
    (tmp_path / "scores-15.txt").write_text("0 twelve 4\n")
    assert refused(plan(tmp_path)) == "bad_scores"


def test_a_damaged_book_is_refused_with_a_code(undisturbed: Book) -> None:
    game = load(BOOKED)
    packed = pack_book(undisturbed)
    assert unpack_book(packed, game) == undisturbed

    def code(damaged: bytes, of: AnyGame = game) -> str:
        with pytest.raises(BadBook) as refusal:
            unpack_book(damaged, of)
        return refusal.value.code

    assert code(packed[:-20]) == "bad_book"
    assert code(b"") == "bad_book"
    assert code(b"\xff" + packed) == "bad_book"
    leaf, score = next(iter(undisturbed.scores.items()))
    altered = f'"{leaf}": {score + 1}'.encode()
    assert altered not in packed
    assert code(packed.replace(f'"{leaf}": {score}'.encode(), altered)) == "bad_book"
    assert code(packed, load("forge")) == "other_book"
    assert code(packed.replace(b'"rules_version": 1', b'"rules_version": 2')) == "other_book"


@pytest.fixture(scope="module")
def placements() -> Survey:
    return book_builder.survey_opening(load("skysummit"))


@pytest.fixture(scope="module")
def drawn(placements: Survey) -> Book:
    """A book of Skysummit whose scores nobody searched for."""
    rng = random.Random(5)
    leaves = {leaf: rng.randint(-300, 300) for leaf in placements.leaves}
    scores = book_builder.back_up_scores(load("skysummit"), placements, leaves)
    return Book(
        game="skysummit", rules_version=1, options={}, nodes=0, finer_nodes=0, candidates=0,
        weights="", checksum=checksum_scores(scores), scores=scores,
    )  # fmt: skip


def test_skysummit_has_49_first_placements_and_9664_of_both(placements: Survey) -> None:
    assert len(placements.choices) == 1 + 49
    assert len(placements.leaves) == 9664
    assert sum(map(len, placements.beside.values())) == 9664


def turned(move: int) -> int:
    """A placement after a quarter turn, by arithmetic of its own."""

    def turn(cell: int) -> int:
        row, col = divmod(cell, 5)
        return 5 * col + 4 - row

    return move & ~0x3FF | turn(move & 31) | turn(move >> 5 & 31) << 5


def mirrored(move: int) -> int:
    def flip(cell: int) -> int:
        row, col = divmod(cell, 5)
        return 5 * row + 4 - col

    return move & ~0x3FF | flip(move & 31) | flip(move >> 5 & 31) << 5


def test_placements_that_are_alike_get_answers_that_are_alike(drawn: Book) -> None:
    game = load("skysummit")
    rng = random.Random(1)
    for first in rng.sample(game.moves(game.new()), 3):
        answers = {move: score for score, move in drawn.rank_moves(game, after(game, first))}
        assert set(answers) == set(game.moves(after(game, first)))
        for seen in (turned, mirrored):
            others = drawn.rank_moves(game, after(game, seen(first)))
            assert {seen(move): score for move, score in answers.items()} == {
                move: score for score, move in others
            }


def test_the_best_first_placement_is_the_one_with_the_least_good_answer(drawn: Book) -> None:
    game = load("skysummit")
    firsts = drawn.rank_moves(game, game.new())
    for score, move in firsts[:: len(firsts) // 3]:
        position = after(game, move)
        leaves = [drawn.scores[game.canonical_key(after(game, move, answer))]
                  for answer in game.moves(position)]  # fmt: skip
        assert score == min(leaves)
    assert drawn.scores[game.canonical_key(game.new())] == firsts[0][0] == max(firsts)[0]
