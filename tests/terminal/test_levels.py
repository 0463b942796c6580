"""Playing against levels in the terminal, and analysing what was played, as a user does it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from ludarium import load
from ludarium.core.match import Match
from ludarium.core.record import dumps, record
from tests.terminal.test_cli import ROOT, refused, run

NODES = ("--nodes", "200")
# The program interrupts itself a second after it has begun to think, however long it took to start.
# A shell in the background lets its children ignore interrupts: here they count.
INTERRUPTED = """
import _thread, signal, threading
from ludarium.cli import make_application
from ludarium.search.searcher import Searcher

def interrupted(*arguments, search=Searcher.search):
    threading.Timer(1, _thread.interrupt_main).start()
    return search(*arguments)

signal.signal(signal.SIGINT, signal.default_int_handler)
Searcher.search = interrupted
make_application()()
"""


def written(path: Path, match: Match) -> str:
    path.write_text(dumps(record(match)))
    return str(path)


def forge_match(*moves: str) -> Match:
    match = Match(load("forge", "as_written"))
    for notation in moves:
        match.play(match.game.move_from_notation(match.position, notation))
    return match


def test_a_level_takes_a_seat_and_undo_takes_its_answer_back_too(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    typed = "b2,d4\nundo\nc3,d4\nquit\n"
    against = ("--against", "medium", *NODES, "--save", str(saved))
    done = run("play", "skysummit", *against, typed=typed)
    assert done.returncode == 0, done.stderr
    document = json.loads(saved.read_text())
    assert [seat["kind"] for seat in document["seats"]] == ["human", "medium"]
    assert len(document["moves"]) == 2
    assert document["moves"][0] == {"t": "place", "to": [12, 8]}


def test_the_seat_of_a_person_can_be_chosen(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    seat = ("--against", "easy", "--seat", "1", "--save", str(saved))
    assert run("play", "forge", *seat, typed="quit\n").returncode == 0
    document = json.loads(saved.read_text())
    assert [seat["kind"] for seat in document["seats"]] == ["easy", "human"]
    assert document["moves"][0] == load("forge").legal_moves(load("forge").initial_state())[0]


def test_a_hint_is_given() -> None:
    done = run(
        "play", "forge", "--ruleset", "as_written", "--against", "easy", typed="hint\nquit\n"
    )
    assert done.returncode == 0, done.stderr
    assert "-c6, which wins in 1" in done.stdout


def test_no_hint_is_made_up_for_a_game_without_an_evaluator() -> None:
    game = "examples/tictactoe/tictactoe.py:TicTacToe"
    done = run("play", game, "--against", "easy", typed="hint\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "Try" not in done.stdout
    assert "No forced win is near" in done.stdout


def test_levels_play_each_other_the_same_way_again(tmp_path: Path) -> None:
    saved = [tmp_path / "first.json", tmp_path / "second.json"]
    for file in saved:
        players = ("--players", "medium,easy", *NODES, "--seed", "4")
        done = run("play", "forge", *players, "--save", str(file))
        assert done.returncode == 0, done.stderr
    assert json.loads(saved[0].read_text())["outcome"]["reason"]
    assert saved[0].read_text() == saved[1].read_text()


def test_a_record_is_analysed(tmp_path: Path) -> None:
    file = written(tmp_path / "game.json", forge_match("a1-a2"))
    done = run("analyse", file, *NODES)
    assert done.returncode == 0, done.stderr
    assert "a1-a2 ??  wins in 1 before" in done.stdout
    review = json.loads(run("analyse", file, *NODES, "--json").stdout)
    assert review["complete"]
    assert [(step["mark"], step["plies"]) for step in review["steps"]] == [("??", 1)]


def test_a_record_gets_a_graph(tmp_path: Path) -> None:
    file = written(tmp_path / "game.json", forge_match("a1-a2"))
    picture = tmp_path / "graph.png"
    done = run("analyse", file, *NODES, "--graph", str(picture))
    assert done.returncode == 0, done.stderr
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_state_is_analysed(tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    game = load("forge", "as_written")
    file.write_text(json.dumps(game.initial_state()))
    which = (str(file), "--game", "forge", "--ruleset", "as_written", *NODES)
    done = run("analyse", *which, "--multipv", "2")
    assert done.returncode == 0, done.stderr
    assert "Onyx to move" in done.stdout
    assert done.stdout.count("wins in 1") == 2
    found = json.loads(run("analyse", *which, "--json").stdout)
    assert len(found["lines"]) == 3
    assert found["lines"][0]["plies"] == 1


def test_an_interrupt_ends_an_analysis_with_what_it_has(tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    file.write_text(json.dumps(load("caldera").initial_state()))
    arguments = [str(file), "--game", "caldera", "--seconds", "600", "--json"]
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, "analyse", *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["interrupted"]
    assert found["lines"]


def test_what_cannot_be_analysed_is_refused_with_a_code(tmp_path: Path) -> None:
    text = tmp_path / "text.json"
    text.write_text("{")
    assert refused("analyse", str(text)) == "not_json"
    assert refused("analyse", "nowhere.json") == "no_such_file"
    text.write_text("{}")
    assert refused("analyse", str(text)) == "no_game"
    assert refused("analyse", str(text), "--game", "chess") == "unknown_game"
    assert refused("analyse", str(text), "--game", "forge") == "missing_key"
    text.write_text('{"format": 1}')
    assert refused("analyse", str(text)) == "not_a_record"
    game = load("forge", "as_written")
    text.write_text(json.dumps(game.initial_state()))
    state = (str(text), "--game", "forge", "--ruleset", "as_written")
    assert refused("analyse", *state, "--graph", "graph.png") == "no_moves"
    winning = game.move_from_notation(game.new(), "c1-c6")
    over = game.apply_move(game.initial_state(), game.move_to_json(game.new(), winning))
    text.write_text(json.dumps(over))
    assert refused("analyse", *state) == "game_over"
