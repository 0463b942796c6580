"""Game text: every game goes to text and back, and bad text is refused with its line."""

from __future__ import annotations

import random
import re

import pytest

from ludarium import games, load
from ludarium.core import record as records
from ludarium.core.game import AnyGame
from ludarium.core.game_text import notation_word, write_game_text
from ludarium.core.game_text_parser import (
    InvalidGameText,
    split_games,
    split_moves,
    text_match,
    text_record,
)
from ludarium.core.match import Match, Player
from ludarium.core.registry import find_game
from tests.arena.events import NOUGHTS, ROOT

CROSSFIRE = f"{ROOT / 'examples' / 'crossfire' / 'crossfire.py'}:Crossfire"
LONGEST = 60  # moves; a longer game is left unfinished, which text can hold too


def random_match(name: str, seed: int) -> Match:
    game = load(name)
    rng = random.Random(seed)
    players = [Player(f'"{seat}"\\ ] {{x}}\n', "random") for seat in range(game.seat_counts[-1])]
    match = Match(game, seed, players)
    while match.outcome is None and len(match.moves) < LONGEST:
        match.play(rng.choice(game.moves(match.position)))
    return match


@pytest.mark.parametrize("name", [*games(), NOUGHTS, CROSSFIRE])
def test_the_games_of_a_file_come_back_as_the_same_records(name: str) -> None:
    matches = [random_match(name, seed) for seed in range(3)]
    matches[1].undo()
    matches[1].resign(0)
    text = "\n".join(
        write_game_text(match, {"Event": "test"}, {0: "score 3 {deep}"}) for match in matches
    )
    found = list(split_games(text))
    kind = find_game(name)
    assert [text_record(one, kind) for one in found] == [records.record(one) for one in matches]
    assert found[0].tags["Event"] == "test"
    assert found[0].moves[0].comment == "score 3 (deep)"


def test_a_game_from_another_first_position_keeps_it() -> None:
    game = load(NOUGHTS)
    state = game.apply_move(game.initial_state(), {"cell": 4})
    match = Match(game, 0, [Player("a", "x"), Player("b", "y")], state)
    match.play(match.game.move_from_notation(match.position, "a1"))
    given = records.record(match)
    assert given.format == 2
    again = records.replay(records.loads(records.dumps(given)), type(game))
    assert game.state_to_json(again.position) == game.state_to_json(match.position)
    [written] = split_games(write_game_text(match))
    assert text_record(written, type(game)) == given


@pytest.mark.parametrize("notation", ["a b", "1-0", "*", "1.e4", "{x}", '"', "%", "", "a;b", "[c]"])
def test_a_notation_that_looks_like_something_else_is_quoted(notation: str) -> None:
    [move] = split_moves(notation_word(notation))
    assert move.notation == notation


def play_games(text: str, kind: type[AnyGame] | None) -> list[Match]:
    return [text_match(written, kind) for written in split_games(text)]


HEAD = '[Game "tictactoe"]\n[Seat1 "a"]\n[Seat2 "b"]\n\n'


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("1. a1 *", 1, "no_game"),
        (HEAD + "1. a1 b2\n2. a1 *", 6, ""),
        (HEAD + "1. a1 zz9 *", 5, "unknown_notation"),
        (HEAD + "1. a1 b2", 5, "no_result"),
        (HEAD + "1. a1 {open", 5, "bad_text"),
        (HEAD + '1. "a1', 5, "bad_text"),
        (HEAD + "1. a1 1-0", 5, "wrong_outcome"),
        (HEAD + "1. a1 b1 2. a2 b2\n3. a3 0-1", 6, "wrong_outcome"),
        (HEAD + "1. a1 *\n\n[Game tictactoe]\n*", 7, "bad_tag"),
        (HEAD + "1. a1\n" + HEAD + "*", 6, "bad_text"),
        ('[Game "a"]\n[Game "b"]\n*', 2, "tag_twice"),
        ('[Game "chess"]\n*', 1, "unknown_game"),
        ('[Game "tictactoe"]\n[Seed "x"]\n*', 1, "bad_tag"),
        ('[Game "tictactoe"]\n[Start "{}"]\n*', 1, ""),
        ('[Game "tictactoe"]\n[Seat1 "alone"]\n*', 1, "wrong_seats"),
        ('[Game "\\q"]\n*', 1, "bad_string"),
        ("\x00\x01[{", 1, "bad_text"),
    ],
)
def test_bad_text_is_refused_with_its_line(text: str, line: int, code: str) -> None:
    kind = None if "chess" in text else find_game(NOUGHTS)
    with pytest.raises(InvalidGameText) as caught:
        play_games(text, kind)
    assert caught.value.line == line
    assert re.match(rf"Line {line}: \w", caught.value.message)
    assert code in ("", caught.value.code)
