"""Adjudication by scores, by proof and by length, and in whole games."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ludarium import load
from ludarium.arena.formats.adjudication import (
    Adjudication,
    DrawRule,
    ResignRule,
    read_adjudication,
)
from ludarium.arena.formats.schedule import open_format
from ludarium.arena.run.adjudicator import Adjudicator
from ludarium.arena.run.game_loop import FinishedGame, play_game, schedule_games
from ludarium.core import record as records
from ludarium.core.errors import InvalidOption
from ludarium.core.game import Outcome
from ludarium.core.match import Match
from tests.arena.events import NOUGHTS, bot, event


def judge_scores(rules: Adjudication, scores: list[Any]) -> tuple[int, Outcome | None]:
    """The number of moves after which a game with these scores ends, and its outcome."""
    adjudicator = Adjudicator(rules, 2)
    match = Match(load(NOUGHTS))
    for ply, score in enumerate(scores):
        match.moves.append(0)
        adjudicator.note_move(ply % 2, [] if score is None else [{"score": score}])
        if outcome := adjudicator.judge(match):
            return ply + 1, outcome
    return len(scores), None


RESIGN = Adjudication(resign=ResignRule(500, 2))
ONE_SIDED = Adjudication(resign=ResignRule(500, 2, both_sides=False))
DRAW = Adjudication(draw=DrawRule(10, 2, first=3))


@pytest.mark.parametrize(
    ("rules", "scores", "ended"),
    [
        (RESIGN, [600, -600, 700, -700], (4, Outcome(0, "adjudicated_resign"))),
        (RESIGN, [-600, 600, -700, 700], (4, Outcome(1, "adjudicated_resign"))),
        (RESIGN, [-600, 100, -700, 100], (4, None)),  # the opponent does not agree
        (ONE_SIDED, [-600, 100, -700], (3, Outcome(1, "adjudicated_resign"))),
        (ONE_SIDED, [-600, 0, -400, 0, -600, 0], (6, None)),  # not in a row
        (ONE_SIDED, [-600, 0, None, 0, -600], (5, None)),  # no score
        (ONE_SIDED, [-600, 0, True, 0, "-700"], (5, None)),  # no numbers
        (DRAW, [5, -5, 5, -5], (4, None)),  # before the third move
        (DRAW, [5, -5, 5, -5, 0, 0], (6, Outcome(None, "adjudicated_draw"))),
        (DRAW, [5, -50, 5, -50, 0, 0, 0], (7, None)),
        (Adjudication(max_moves=2), [1, 1, 1, 1], (4, Outcome(None, "adjudicated_length"))),
    ],
)
def test_scores_and_length_end_a_game(
    rules: Adjudication, scores: list[Any], ended: tuple[int, Outcome | None]
) -> None:
    assert judge_scores(rules, scores) == ended


def test_a_turn_of_several_moves_is_scored_once() -> None:
    adjudicator = Adjudicator(ONE_SIDED, 2)
    for infos in ([{"score": -600}], [], [{"score": -600}]):
        adjudicator.note_move(0, infos)
    assert adjudicator.lost == [2, 0]


def play(**terms: Any) -> FinishedGame:
    asked = event(opening=(0, 0), length=1, **terms)
    [unit] = open_format(asked).units({})
    return play_game(schedule_games(asked, unit)[0])


def test_a_proved_game_ends_at_once_and_its_record_says_so() -> None:
    finished = play(adjudication=Adjudication(proof_nodes=1_000_000))
    assert finished.result.reason == "adjudicated_proof"
    assert finished.result.points == (0.5, 0.5), "noughts and crosses is a draw"
    assert finished.result.plies == 1
    given = msgspec.json.decode(finished.record, type=records.Record)
    assert records.replay(given, type(load(NOUGHTS))).outcome == Outcome(None, "adjudicated_proof")


def test_a_proof_without_enough_nodes_leaves_the_game_alone() -> None:
    assert play(adjudication=Adjudication(proof_nodes=10)).result.plies > 1


def test_the_scores_of_bots_end_their_game() -> None:
    finished = play(
        players=[bot("Gloomy"), "other=" + bot("Gloomy")],
        adjudication=Adjudication(resign=ResignRule(500, 2, both_sides=False)),
    )
    assert finished.result.reason == "adjudicated_resign"
    assert finished.result.points == (0.0, 1.0)
    assert finished.result.plies == 3


@pytest.mark.parametrize(
    ("resign", "draw"),
    [("movecount=3", ""), ("score=-1", ""), ("score=600 x=1", ""), ("", "score=10 movecount=0")],
)
def test_wrong_words_are_refused(resign: str, draw: str) -> None:
    with pytest.raises(InvalidOption):
        read_adjudication(resign, draw)


def test_words_of_chess_managers_are_understood() -> None:
    assert read_adjudication("movecount=4 score=600 twosided=false", "movenumber=20 score=10") == (
        Adjudication(ResignRule(600, 4, False), DrawRule(10, 8, 20))
    )
    assert read_adjudication() is None
