"""Openings from files: their forms, their order, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from ludarium import load
from ludarium.arena.formats.event import check_event
from ludarium.arena.formats.opening_file import (
    choose_opening,
    play_opening,
    read_opening_option,
)
from ludarium.arena.formats.schedule import open_format
from ludarium.arena.run.game_loop import play_game, schedule_games
from ludarium.core import record as records
from ludarium.core.errors import InvalidOption
from ludarium.core.game_text import write_game_text
from ludarium.core.match import Match, Player
from tests.arena.events import NOUGHTS, event

PLAYERS = [Player("a", "x"), Player("b", "y")]
GAME = load(NOUGHTS)


def boards(file: Path, count: int, words: str = "") -> list[str]:
    openings = read_opening_option(f"file={file} {words}")
    chosen = [choose_opening(openings, 7, number) for number in range(count)]
    found = [play_opening(GAME, opening, PLAYERS) for opening in chosen]
    return ["".join(cell or "." for cell in board(match)) for match in found]


def board(match: Match) -> list[str | None]:
    cells: list[str | None] = GAME.state_to_json(match.position)["board"]
    return cells


def played(*notations: str) -> Match:
    match = Match(GAME, 0, PLAYERS)
    for notation in notations:
        match.play(GAME.move_from_notation(match.position, notation))
    return match


def test_every_form_of_a_file_gives_the_same_openings(tmp_path: Path) -> None:
    first, second = played("a1", "b2"), played("b2", "a1", "c3")
    states = [GAME.state_to_json(match.position) for match in (first, second)]
    given = [msgspec.to_builtins(records.record(match)) for match in (first, second)]
    forms = {
        "lines.txt": "# openings\n1. a1 b2\n\n1. b2 a1 2. c3\n",
        "games.pgn": "\n".join(map(write_game_text, (first, second))),
        "states.jsonl": "\n".join(map(json.dumps, states)),
        "states.json": json.dumps(states, indent=1),
        "records.json": json.dumps(given),
    }
    expected = None
    for name, text in forms.items():
        file = tmp_path / name
        file.write_text(text)
        found = boards(file, 3)
        assert found[0] == found[2] != found[1], "after the last opening the first one follows"
        expected = expected or found
        assert found == expected


def test_random_order_plays_every_opening_once_in_each_lap(tmp_path: Path) -> None:
    file = tmp_path / "lines.txt"
    file.write_text("a1\na2\na3\nb1\nb2\n")
    found = boards(file, 10, "order=random")
    assert len(set(found[:5])) == len(set(found[5:])) == 5
    assert found != boards(file, 10)
    assert found == boards(file, 10, "order=random")
    assert boards(file, 1, "start=3") == boards(file, 3)[2:]


def test_plies_cut_a_finished_game_to_its_opening(tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_text(write_game_text(played("a1", "b1", "a2", "b2", "a3")))
    assert boards(file, 1, "plies=2")[0].count(".") == 7
    with pytest.raises(InvalidOption, match="plies="):
        boards(file, 1)


def test_each_opening_is_played_in_every_seating(tmp_path: Path) -> None:
    file = tmp_path / "states.json"
    file.write_text(json.dumps(GAME.state_to_json(played("a1", "b2").position)))
    asked = event(openings=read_opening_option(str(file)), length=1)
    check_event(asked)
    [unit] = open_format(asked).units({})
    finished = [play_game(game) for game in schedule_games(asked, unit)]
    found = [msgspec.json.decode(one.record, type=records.Record) for one in finished]
    assert found[0].start == found[1].start
    assert [one.result.lineup for one in finished] == [(0, 1), (1, 0)]
    for given in found:
        assert records.replay(given, type(GAME)).outcome is not None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no openings"),
        ("a1 b2\na1 a1\n", "Line 2"),
        ("a1\nnonsense\n", "Line 2"),
        ("a1\n" * 1500 + "a1 a1\n", "Line 1501"),
        ("a1 b2 *\n", "Line 1"),
        ('[Game "tictactoe"]\n\na1', "Line 3"),
        ('{"board": 1}\n', "Line 1"),
        ('{"board": []}\n{broken\n', "Line 2"),
        ("[1]", "Line 1"),
    ],
)
def test_a_bad_file_is_refused_before_the_event_begins(
    tmp_path: Path, text: str, told: str
) -> None:
    file = tmp_path / "openings"
    file.write_text(text)
    with pytest.raises(InvalidOption, match=told) as caught:
        check_event(event(openings=read_opening_option(str(file))))
    assert caught.value.code == "wrong_openings"


@pytest.mark.parametrize("words", ["file=x order=odd", "file=x plies=-1", "file=x what=1"])
def test_unknown_words_are_refused(words: str) -> None:
    with pytest.raises(InvalidOption):
        read_opening_option(words)
