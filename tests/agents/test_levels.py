"""The levels: all there, as the games' documents want them, and reproducible."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from ludarium import InvalidOption, InvalidState, Position, games, load, mode
from ludarium.agents.level_player import ANSWER_MARGIN_S, MIN_SEARCH_S, LevelPlayer
from ludarium.agents.levels import (
    DEFAULT_LEVELS,
    DIAL,
    LEVELS,
    MARKS,
    find_level,
    find_mark,
    read_level_name,
    read_levels,
)
from ludarium.core.match import Match
from ludarium.search.limits import Limits
from tests.agents.sampling import TICTACTOE, late, played, safe, wins

ROOT = Path(__file__).parents[2]
GAMES = 12 if mode.compiled() else 2
# Enough to look two plies ahead anywhere.
NODES = 20_000 if mode.compiled() else 8_000


def game_of(name: str, first: str, second: str, seed: int, nodes: int, plies: int) -> list[int]:
    """The first moves of a match between two levels."""
    match = Match(load(name), seed)
    players = [
        LevelPlayer(match.game, first, seed, nodes),
        LevelPlayer(match.game, second, 7, nodes),
    ]
    while match.outcome is None and len(match.moves) < plies:
        match.play(players[match.position.to_move].choose_move(match.position))
    return match.moves


def test_every_game_has_every_level() -> None:
    written = read_levels()
    assert set(written[DEFAULT_LEVELS]) == set(LEVELS) == {*DIAL, *MARKS}
    assert all(set(levels) < set(LEVELS) for name, levels in written.items() if name != "default")
    # A new game is one folder: it need not be named here, but nothing else may be.
    named = {DEFAULT_LEVELS, *(f"{name}/{seats}" for name in games() for seats in (2, 3)), *games()}
    assert set(written) <= named
    assert {"caldera", "skysummit", "ludus", "pyramids", "forge"} < set(written)
    assert all(find_level(name, strength).kind for name in games() for strength in LEVELS)


def test_no_level_may_think_for_longer_than_it_promises() -> None:
    for game in [*games(), "tictactoe"]:
        for name in LEVELS:
            found = find_level(game, name)
            assert found.seconds or found.kind in ("first", "random")
            assert found.answer == (1 if name == "hard" else 2)
            assert found.seconds <= found.answer - ANSWER_MARGIN_S


def test_the_documents_say_the_numbers_of_the_levels() -> None:
    text = (ROOT / "docs" / "how-to" / "analyse-a-game.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| (.*?) \| (.*) \|$", text, re.MULTILINE))
    for row, name in (("`hard`", "hard"), ("12, `master`", "master")):
        usual, longest = find_level("skysummit", name), find_level("pyramids", name)
        assert f"for {usual.seconds} s ({longest.seconds} s in Pyramids)" in rows[row]
        others = {find_level(game, name).seconds for game in games() if game != "pyramids"}
        assert others == {usual.seconds}
    hard, other = find_level("skysummit", "hard").answer, find_level("skysummit", "12").answer
    assert f"`hard` answers within {hard:.0f} s and every other level within {other:.0f} s" in text


def test_a_mark_is_a_level_of_the_dial_or_lies_above_one() -> None:
    for game in [*games(), "tictactoe"]:
        places = [int(find_mark(game, mark)) for mark in MARKS]
        assert places == sorted(places)
        assert places[0] == 1
        assert places[-1] == len(DIAL)
        for mark in ("easy", "medium", "master"):
            assert find_level(game, mark) == find_level(game, find_mark(game, mark))


def test_the_levels_above_medium_overlook_nothing_and_look_ever_further() -> None:
    for game in [*games(), "tictactoe"]:
        upper = [find_level(game, name) for name in DIAL[int(find_mark(game, "medium")) :]]
        assert all(level.kind == "search" for level in upper)
        nodes = [level.nodes for level in upper if level.nodes and not level.depth]
        assert nodes == sorted(set(nodes))
        noticed = [find_level(game, name).attention for name in DIAL]
        assert noticed[1:] == sorted(noticed[1:])


def test_a_name_is_a_level_and_a_style() -> None:
    assert read_level_name("7") == ("7", "steady")
    assert read_level_name("hard-bold") == ("hard", "bold")
    assert all(read_level_name(str(read_level_name(name))).level == name for name in LEVELS)
    for wrong in ("0", "13", "07", "7-", "7-steady", "7-bold ", "bold", "easy-", ""):
        with pytest.raises(InvalidOption) as refusal:
            read_level_name(wrong)
        assert refusal.value.code == "unknown_level"


def test_a_level_may_be_another_with_more_seats() -> None:
    game = load("pyramids")
    player = LevelPlayer(game, "medium", nodes=200)
    two, three = find_level("pyramids", "medium"), find_level("pyramids", "medium", 3)
    assert two.noise != three.noise
    assert find_level("pyramids", "hard") == find_level("pyramids", "hard", 3)
    for seats, noise in ((2, two.noise), (3, three.noise), (2, two.noise)):
        position = game.new(1, seats)
        assert player.choose_move(position) in game.moves(position)
        assert player.level.noise == noise
        player.forget()


def test_memory_is_there_before_the_first_request_and_for_any_number_of_seats() -> None:
    game = load("pyramids")
    player = LevelPlayer(game, "hard", nodes=200)
    made = player.searcher
    assert made is not None
    for seats in (3, 2):
        player.choose_move(game.new(1, seats))
        assert player.searcher is made
        player.forget()


def test_the_tree_of_three_seats_is_there_before_the_first_request() -> None:
    game = load("pyramids")
    player = LevelPlayer(game, "hard", nodes=50, seats=3)
    assert player.mcts is not None
    made = player.mcts.tree
    assert made is not None
    player.choose_move(game.new(1, 3))
    assert player.mcts.tree is made
    assert LevelPlayer(game, "hard", nodes=50).mcts is None


def test_time_since_the_request_is_part_of_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    player = LevelPlayer(load("forge"), "hard")
    assert player.searcher is not None
    seen: list[Limits] = []

    def refuse(position: Position, limits: Limits) -> None:
        seen.append(limits)
        raise InterruptedError

    monkeypatch.setattr(player.searcher, "search", refuse)
    with pytest.raises(InterruptedError):
        player.choose_move(player.game.new(), spent_s=5.0)
    assert seen[0].seconds == MIN_SEARCH_S


def test_a_slip_is_now_and_then() -> None:
    """The best line is played but for a share of the turns, in which one near it is drawn."""
    game = load("forge")
    position = game.new()

    def best(slip: float) -> int:
        player = LevelPlayer(game, "medium", nodes=500)
        player.choose_move(position)  # from then on it knows for how many seats
        player.level = replace(player.level, lines=4, margin=3000, slip=slip)
        drawn: Counter[int] = Counter()
        for before in range(60):
            player.forget()
            player.seen[position.key()] = before
            drawn[player.choose_move(position)] += 1
        return drawn.most_common()[0][1]

    assert best(0.0) == 60
    assert 60 > best(0.3) > best(1.0)


def test_another_game_gets_the_default() -> None:
    assert find_level("tictactoe", "hard") == read_levels()[DEFAULT_LEVELS]["hard"]


def test_an_unknown_level_is_refused_with_a_code() -> None:
    with pytest.raises(InvalidOption) as refusal:
        LevelPlayer(load("forge"), "godlike")
    assert refusal.value.code == "unknown_level"
    assert "easy, medium, hard, master" in refusal.value.message


def test_a_finished_game_is_refused_with_a_code() -> None:
    game = load("forge", "as_written")
    over = played(game, game.new(), wins(game, game.new())[0])
    with pytest.raises(InvalidState) as refusal:
        LevelPlayer(game, "medium").choose_move(over)
    assert refusal.value.code == "game_over"


def test_forge_easy_takes_the_first_legal_move() -> None:
    game = load("forge")
    player = LevelPlayer(game, "easy")
    for position in late(game, 3):
        assert player.choose_move(position) == game.moves(position)[0]


def test_ludus_easy_is_drawn_by_its_seed_among_all_moves() -> None:
    game = load("ludus")
    position = game.new()
    drawn = [LevelPlayer(game, "easy", seed).choose_move(position) for seed in range(300)]
    assert drawn == [LevelPlayer(game, "easy", seed).choose_move(position) for seed in range(300)]
    # 300 even draws miss one of the 51 moves with a probability of 0.003.
    assert len(set(drawn)) > 45


def test_a_position_that_comes_again_gets_another_draw() -> None:
    game = load("ludus")
    player = LevelPlayer(game, "easy", 1)
    first = [player.choose_move(game.new()) for _ in range(5)]
    assert len(set(first)) > 1
    player.forget()
    assert [player.choose_move(game.new()) for _ in range(5)] == first


@pytest.mark.parametrize("name", games())
def test_the_same_seed_and_nodes_give_the_same_game(name: str) -> None:
    nodes = 500 if mode.compiled() else 100
    plies = 12 if mode.compiled() else 4
    first = game_of(name, "medium", "hard", 3, nodes, plies)
    assert first == game_of(name, "medium", "hard", 3, nodes, plies)


def test_another_seed_gives_another_game() -> None:
    begun = {tuple(game_of("caldera", "medium", "easy", seed, 300, 6)) for seed in range(4)}
    assert len(begun) > 1


@pytest.mark.parametrize("strength", ["medium", "hard", "master"])
@pytest.mark.parametrize("name", [*games(), TICTACTOE])
def test_a_win_in_one_is_taken(name: str, strength: str) -> None:
    game = load(name)
    player = LevelPlayer(game, strength, nodes=NODES)
    seen = 0
    for position in late(game, GAMES):
        if not wins(game, position):
            continue
        seen += 1
        seat = position.to_move
        player.forget()
        while position.verdict == -1 and position.to_move == seat:
            position = played(game, position, player.choose_move(position))  # noqa: PLW2901
        assert position.verdict == seat
    assert seen


@pytest.mark.parametrize("strength", ["medium", "hard"])
@pytest.mark.parametrize("name", ["caldera", "forge", "ludus", "skysummit", TICTACTOE])
def test_a_win_in_one_of_the_opponent_is_stopped(name: str, strength: str) -> None:
    game = load(name)
    player = LevelPlayer(game, strength, nodes=NODES)
    needed = 0
    # Plain looking at every pair of moves takes long in the largest game.
    for position in late(game, max(GAMES // 4, 1) if name == "ludus" else GAMES):
        seat = position.to_move
        good = [m for m in game.moves(position) if safe(game, played(game, position, m), seat)]
        if wins(game, position) or not good or len(good) == len(game.moves(position)):
            continue
        needed += 1
        player.forget()
        assert player.choose_move(position) in good
    assert needed
