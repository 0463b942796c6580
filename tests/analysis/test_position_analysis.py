"""Analysis: forced ends with their distance, lines that can be played, marks that are deserved."""

from __future__ import annotations

import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from ludarium import ONGOING, InvalidState, LudariumError, games, load, mode
from ludarium.analysis import win_chance_graph
from ludarium.analysis.match_review import MatchReviewer, Review, played_turns, review
from ludarium.analysis.position_analysis import Analyst, analyse, find_good_move, winning_chance
from ludarium.core.constants import WIN_SCORE
from ludarium.core.extras import MissingExtra
from ludarium.core.match import Match
from ludarium.search.limits import Limits
from tests.agents.sampling import TICTACTOE, late, played, wins

FEW = Limits(nodes=2_000 if mode.compiled() else 300)


def match_of(name: str, *written: str) -> Match:
    match = Match(load(name))
    for notation in written:
        match.play(match.game.move_from_notation(match.position, notation))
    return match


def test_the_odds_curve() -> None:
    assert winning_chance(0) == 0.5
    assert winning_chance(400) == pytest.approx(0.731, abs=1e-3)
    assert winning_chance(400) + winning_chance(-400) == pytest.approx(1)
    assert (winning_chance(WIN_SCORE - 7), winning_chance(7 - WIN_SCORE)) == (1, 0)


def test_a_won_position_tells_the_distance() -> None:
    game = load("forge", "as_written")
    best = analyse(game, game.new(), FEW).best
    assert (best.plies, best.chance) == (1, 1)
    assert best.notation[0].endswith("c6")


def test_a_win_in_three_and_a_loss_in_two_of_tic_tac_toe() -> None:
    # X has a corner and the middle; O on two edges cannot stop both lines.
    match = match_of(TICTACTOE, "a1", "b1", "b2", "b3")
    game = match.game
    found = analyse(game, match.position, Limits(depth=9))
    assert found.best.plies == 1
    match = match_of(TICTACTOE, "a1", "b1")
    found = analyse(game, match.position, Limits(depth=9))
    assert found.best.plies == 5
    game.advance(match.position, found.best.moves[0])
    assert analyse(game, match.position, Limits(depth=9)).best.plies == -4


def test_the_last_move_of_a_game_is_judged_by_its_end() -> None:
    match = match_of(TICTACTOE, "a1", "b1", "c1", "a2", "b2", "a3", "b3", "c3")
    best = analyse(match.game, match.position, FEW).best
    assert (best.score, best.plies, best.notation) == (0, None, ["c2"])
    match = match_of(TICTACTOE, "a1", "c2", "b2", "b3", "b1", "c1", "a2", "a3")
    best = analyse(match.game, match.position, FEW).best
    assert (best.plies, best.notation) == (1, ["c3"])


def test_a_forced_move_is_worth_what_comes_after_it() -> None:
    game = load("forge", "as_written", onyx_embers=30, amber_embers=30, ember_every=1)
    forced = 0
    for position in late(game, 40):
        moves = game.moves(position)
        after = played(game, position, moves[0])
        if len(moves) > 1 or after.verdict != ONGOING:
            continue
        here, there = (analyse(game, at, Limits(depth=3)).best for at in (position, after))
        if there.plies is None or after.to_move == position.to_move:
            continue
        forced += 1
        if forced > 4:
            break
        sign = 1 if there.plies > 0 else -1
        assert here.plies == -there.plies - sign
        assert here.moves == moves + there.moves[: len(here.moves) - 1]
    assert forced


@pytest.mark.parametrize("name", games())
def test_lines_can_be_played_and_are_sorted(name: str) -> None:
    game = load(name)
    for position in late(game, 1):
        before = game.state_to_json(position)
        found = analyse(game, position, FEW._replace(lines=3))
        assert game.state_to_json(position) == before
        scores = [line.score for line in found.lines]
        assert scores == sorted(scores, reverse=True)
        for line in found.lines:
            after = position.copy()
            for move, notation in zip(line.moves, line.notation, strict=True):
                assert game.notate(after, move) == notation
                assert move in game.moves(after)
                game.advance(after, move)
            assert line.moves


def test_a_hint_is_the_first_move_of_the_best_line() -> None:
    game = load("skysummit")
    for position in late(game, 2):
        if wins(game, position):
            assert find_good_move(game, position, FEW) in wins(game, position)


def test_the_same_nodes_give_the_same_analysis() -> None:
    game = load("caldera")
    first, second = (analyse(game, game.new(), FEW._replace(lines=2)) for _ in range(2))
    assert first.lines == second.lines
    assert first.nodes == second.nodes


def test_an_analysis_needs_a_running_game_and_a_limit() -> None:
    game = load("forge", "as_written")
    with pytest.raises(InvalidState) as refusal:
        analyse(game, game.new(), Limits())
    assert refusal.value.code == "no_limit"
    over = played(game, game.new(), wins(game, game.new())[0])
    with pytest.raises(InvalidState) as refusal:
        Analyst(game).analyse(over, FEW)
    assert refusal.value.code == "game_over"


def thrown_away() -> Match:
    """X could win with c3, then with a3, and blocks nothing either: O wins."""
    return match_of(TICTACTOE, "a1", "c1", "b2", "c2", "a2")


def test_a_thrown_away_win_is_marked() -> None:
    step = review(thrown_away(), Limits(depth=9)).steps[-1]
    assert (step.mark, step.plies, step.before) == ("??", 1, 1)
    assert step.better == ["c3"]


@pytest.mark.parametrize(("left", "mark"), [(0.95, "?!"), (0.8, "?"), (0.5, "??")])
def test_a_thrown_away_win_is_marked_by_what_is_left(left: float, mark: str) -> None:
    turn = list(played_turns(thrown_away()))[-1]
    reviewer = MatchReviewer(Analyst(load(TICTACTOE)), Limits(depth=9))
    with patch.object(reviewer, "chance_after", return_value=(left, False)):
        assert reviewer.review_turn(turn).mark == mark


def test_a_win_that_is_kept_or_taken_is_not_marked() -> None:
    match = thrown_away()
    match.undo()
    match.play(match.game.move_from_notation(match.position, "c3"))
    assert match.outcome is not None
    step = review(match, Limits(depth=9)).steps[-1]
    assert (step.mark, step.loss, step.after, step.better) == ("", 0, 1, [])


def test_best_play_is_never_marked() -> None:
    match = Match(load(TICTACTOE))
    analyst = Analyst(match.game, 1)
    while match.outcome is None:
        match.play(analyst.analyse(match.position, Limits(depth=9)).best.moves[0])
    found = review(match, Limits(depth=9))
    assert found.complete
    assert [step.mark for step in found.steps] == [""] * 9


def test_progress_is_told_and_an_interrupt_keeps_what_is_done() -> None:
    told: list[tuple[int, int]] = []

    def interrupt(done: int, total: int) -> None:
        told.append((done, total))
        if done == 2:
            raise KeyboardInterrupt

    found = review(thrown_away(), FEW, interrupt)
    assert told == [(0, 5), (1, 5), (2, 5)]
    assert len(found.steps) == 2
    assert not found.complete


@pytest.mark.parametrize("seats", [2, 3])
def test_every_move_of_a_match_is_in_one_turn_of_its_review(seats: int) -> None:
    game = load("pyramids")
    match = Match(game, 5, [*Match(game).players, *Match(game).players][:seats])
    for _ in range(4):
        match.play(game.moves(match.position)[-1])
    found = review(match, Limits(nodes=200, depth=2))
    assert sum(len(step.notation) for step in found.steps) == 4
    assert [turn.ply for turn in played_turns(match)] == [step.ply for step in found.steps]
    assert all(0 <= step.after <= 1 and 0 <= step.loss <= 1 for step in found.steps)


def reviewed() -> Review:
    return review(thrown_away(), FEW)


def test_a_graph_shows_the_first_seat_when_there_are_two() -> None:
    points = win_chance_graph.chance_curves(reviewed(), 2)
    assert list(points) == [0]
    assert [ply for ply, _ in points[0]] == [1, 2, 3, 4, 5]
    assert points[0][-1] == (5, 1.0)
    assert set(win_chance_graph.chance_curves(reviewed(), 3)) == {0, 1}


def test_a_graph_is_a_picture(tmp_path: Path) -> None:
    win_chance_graph.draw_graph(reviewed(), ("X", "O"), tmp_path / "graph.png")
    assert (tmp_path / "graph.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(LudariumError) as refusal:
        win_chance_graph.draw_graph(reviewed(), ("X", "O"), tmp_path / "nowhere" / "graph.png")
    assert refusal.value.code == "cannot_write"


def test_without_the_extra_a_graph_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtra) as refusal:
        win_chance_graph.draw_graph(reviewed(), ("X", "O"), Path("graph.png"))
    assert refusal.value.code == "missing_extra"
    assert "pip install 'ludarium[plots]'" in refusal.value.message
