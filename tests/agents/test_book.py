"""Players with a book: they open as it says, vary by their seed, and do without a broken one."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from ludarium import AnyGame, Position, load
from ludarium.agents import level_player, levels
from ludarium.agents.level_player import LevelPlayer
from ludarium.agents.levels import Level, find_level
from ludarium.core.opening_book import Book, checksum_scores, pack_book
from tests.training.booked import BOOKED

CENTRE = 4
CORNERS = {0, 2, 6, 8}
# What the first moves are worth to the second seat, and answers to the seat after.
FIRST = {0: -20, 1: 90, CENTRE: -10}


def made(game: AnyGame, missing: int = -1) -> Book:
    """Corners are worth 20, edges -90 and the centre 10; against the corner 0, 5 and 7 are best."""
    scores = {}
    for first, score in FIRST.items():
        after = game.new()
        game.advance(after, first)
        scores[game.canonical_key(after)] = score
        for answer in game.moves(after):
            leaf = after.copy()
            game.advance(leaf, answer)
            scores[game.canonical_key(leaf)] = -500 if (first, answer) in {(0, 7), (0, 5)} else 100
    scores.pop(missing, None)
    return Book(
        game=game.id, rules_version=1, options={}, nodes=1, finer_nodes=0, candidates=0,
        weights="", checksum=checksum_scores(scores), scores=scores,
    )  # fmt: skip


def opened(folder: Path, packed: bytes | None) -> AnyGame:
    """The game with this file beside it."""
    module = folder / "copy.py"
    module.write_text("from tests.training.booked import Booked\nclass Copy(Booked):\n    pass\n")
    if packed is not None:
        (folder / "book.json").write_bytes(packed)
    return load(f"{module}:Copy")


@pytest.fixture
def game(tmp_path: Path) -> AnyGame:
    return opened(tmp_path, pack_book(made(load(BOOKED))))


def margin(monkeypatch: pytest.MonkeyPatch, points: int, book: bool = True) -> None:
    chosen = Level("search", nodes=30, book=book, book_margin=points)
    monkeypatch.setattr(level_player, "find_level", lambda game, name, seats: chosen)


def firsts(game: AnyGame) -> set[int]:
    return {LevelPlayer(game, "hard", seed).choose_move(game.new()) for seed in range(40)}


def test_the_best_move_of_the_book_is_played_in_all_its_images(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    margin(monkeypatch, 0)
    assert firsts(game) == CORNERS
    margin(monkeypatch, 9)
    assert firsts(game) == CORNERS
    margin(monkeypatch, 10)
    assert firsts(game) == {*CORNERS, CENTRE}


def test_an_answer_is_the_worst_for_the_seat_that_opened(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    margin(monkeypatch, 0)
    position = game.new()
    game.advance(position, 0)
    before = list(position.board)
    answers = {LevelPlayer(game, "hard", seed).choose_move(position) for seed in range(20)}
    assert answers == {5, 7}
    assert position.board == before


def test_the_same_seed_opens_in_the_same_way(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    margin(monkeypatch, 10)
    for seed in range(5):
        one, other = LevelPlayer(game, "hard", seed), LevelPlayer(game, "hard", seed)
        first = [one.choose_move(game.new()) for _ in range(6)]
        assert [other.choose_move(game.new()) for _ in range(6)] == first
        assert len(set(first)) > 1
        one.forget()
        assert [one.choose_move(game.new()) for _ in range(6)] == first


def searched(game: AnyGame, position: Position) -> int:
    """What a player without a book chooses."""
    return LevelPlayer(game, "hard", 3).choose_move(position)


def test_without_a_page_or_a_book_the_player_searches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = load(BOOKED)
    edge = plain.new()
    plain.advance(edge, 1)
    margin(monkeypatch, 0, book=False)
    expected = searched(plain, plain.new())
    margin(monkeypatch, 0)
    incomplete = opened(tmp_path, pack_book(made(plain, plain.canonical_key(edge))))
    assert incomplete.book() is not None
    assert searched(incomplete, incomplete.new()) == expected
    assert plain.book() is None
    assert searched(plain, plain.new()) == expected


def test_a_broken_book_is_told_of_and_the_player_searches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = load(BOOKED)
    margin(monkeypatch, 0)
    expected = searched(plain, plain.new())
    broken = opened(tmp_path, pack_book(made(plain))[:-9])
    with pytest.warns(RuntimeWarning, match="cannot be read"):
        assert searched(broken, broken.new()) == expected


def test_hard_and_master_of_skysummit_look_up_and_the_others_do_not() -> None:
    asked = {name: find_level("skysummit", name).book for name in levels.MARKS}
    assert asked == {"easy": False, "medium": False, "hard": True, "master": True}


def test_the_book_of_skysummit_knows_every_placement_and_is_small() -> None:
    game = load("skysummit")
    book = game.book()
    assert book is not None
    start = game.new()
    first = book.rank_moves(game, start)
    assert len(first) == len(game.moves(start)) == 600
    for _, move in first[:: len(first) // 10]:
        after = start.copy()
        game.advance(after, move)
        assert len(book.rank_moves(game, after)) == len(game.moves(after))
    weight = Path(inspect.getfile(type(game))).with_name("book.json").stat().st_size
    assert weight < 1 << 20


def test_hard_places_as_the_book_says_without_a_search() -> None:
    game = load("skysummit")
    book = game.book()
    assert book is not None
    start = game.new()
    ranked = book.rank_moves(game, start)
    hard = LevelPlayer(game, "hard", 1, nodes=1)
    least = ranked[0][0] - hard.level.book_margin
    assert hard.choose_move(start) in [move for score, move in ranked if score >= least]
    assert hard.searcher is None or hard.searcher.searches[0].count_nodes() == 0
