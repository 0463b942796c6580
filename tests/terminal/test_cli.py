"""The command line, run as a user runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludarium import games, load, mode

ROOT = Path(__file__).parent.parent.parent


def run(*arguments: str, typed: str = "", path: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ludarium", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | {"COLUMNS": "100", "NO_COLOR": "1", "PYTHONPATH": path},
        check=False,
    )


def refused(*arguments: str) -> str:
    """The code of the error that a command ends with; nothing else may be said."""
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("error (")
    assert len(done.stderr.splitlines()) == 1
    return done.stderr.partition("(")[2].partition(")")[0]


def test_version_says_which_engine_runs() -> None:
    engine = "compiled" if mode.compiled() else "interpreted"
    assert engine in run("--version").stdout


def test_games_lists_every_game() -> None:
    listed = run("games").stdout
    assert all(name in listed for name in games())
    facts = json.loads(run("games", "--json").stdout)
    assert [fact["id"] for fact in facts] == games()


def test_a_file_that_cannot_be_written_is_named_in_one_line(tmp_path: Path) -> None:
    words = ("match", "skysummit", "random", "random", "--games", "2", "--out", str(tmp_path))
    assert refused(*words, "--pgnout", str(tmp_path / "missing" / "games.pgn")) == "file_error"


def test_a_broken_installed_game_does_not_hide_the_others(tmp_path: Path) -> None:
    facts = tmp_path / "broken-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text("[ludarium.games]\nbroken = nowhere:Game\n")
    done = run("games", path=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "skysummit" in done.stdout
    assert done.stderr.startswith("warning (broken_game): broken:")


def test_rules_shows_the_rules() -> None:
    assert "summit" in run("rules", "skysummit").stdout.lower()


def test_rules_shows_the_reference_for_programs_where_a_game_has_one() -> None:
    assert '"phase"' in run("rules", "skysummit", "--programs").stdout
    tictactoe = str(ROOT / "examples/tictactoe/tictactoe.py") + ":TicTacToe"
    assert refused("rules", tictactoe, "--programs") == "no_reference"


def test_perft_counts() -> None:
    assert "529" in run("perft", "caldera", "--depth", "2").stdout


def test_perft_divides_by_move() -> None:
    lines = run("perft", "caldera", "--depth", "2", "--divide").stdout.splitlines()
    assert len(lines) == 24
    assert lines[-1] == "total: 529"
    assert sum(int(line.partition(": ")[2]) for line in lines[:-1]) == 529


def test_perft_takes_a_state_and_options(tmp_path: Path) -> None:
    game = load("skysummit")
    state = game.apply_move(game.initial_state(), {"t": "place", "to": [6, 18]})
    state = game.apply_move(state, {"t": "place", "to": [8, 16]})
    file = tmp_path / "state.json"
    file.write_text(json.dumps(state))
    assert "6 176" in run("perft", "skysummit", "--depth", "2", "--state", str(file)).stdout
    cut = ("--option", "turn_limit=3", "--depth", "2")
    assert " 0 " in run("perft", "skysummit", *cut, "--state", str(file)).stdout


def test_a_game_is_played_saved_continued_and_replayed(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    typed = "c3,d4\nnonsense\nc3-c5+c4\nundo\nb2,d4\nmoves\nhelp\nboard\nresign\n"
    against = ("--against", "random", "--seed", "3")
    played = run("play", "skysummit", *against, "--save", str(saved), typed=typed)
    assert played.returncode == 0, played.stderr
    assert "A worker steps to one of the 8 cells around it" in played.stdout.replace("\n", " ") or (
        "No worker of yours" in played.stdout
    )
    assert "No move is written like that" in played.stdout
    assert "Amber wins" in played.stdout
    document = json.loads(saved.read_text())
    assert document["outcome"] == {"winner": 1, "reason": "resigned"}
    replayed = run("replay", str(saved), "--boards")
    assert replayed.returncode == 0, replayed.stderr
    assert "b2,d4" in replayed.stdout
    assert "Amber wins" in replayed.stdout


def test_leaving_keeps_the_game_and_load_goes_on_with_it(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    both = ("--players", "human,human", "--save", str(saved))
    assert run("play", "skysummit", *both, typed="a1,b2\n").returncode == 0
    again = run("play", "--load", str(saved), "--save", str(saved), typed="c3,d4\nquit\n")
    assert again.returncode == 0, again.stderr
    assert len(json.loads(saved.read_text())["moves"]) == 2


# Random games of these are hundreds of moves long, and a board is drawn for each.
SHORTER = {"ludus": "turn_limit=60", "pyramids": "ply_limit=60"}


@pytest.mark.parametrize("name", games())
def test_random_players_finish_a_game(name: str, tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    limit = ("--option", SHORTER[name]) if name in SHORTER else ()
    done = run("play", name, "--players", "random,random", "--save", str(saved), *limit)
    assert done.returncode == 0, done.stderr
    assert json.loads(saved.read_text())["outcome"]["reason"]
    assert run("replay", str(saved)).returncode == 0


def test_check_game_reports_what_it_looked_at() -> None:
    done = run("check-game", "skysummit", "--playouts", "1")
    assert done.returncode == 0, done.stderr
    assert "keeps the contract" in done.stdout


def test_solve_proves_a_win_in_one_and_shows_it() -> None:
    done = run("solve", "forge", "--ruleset", "as_written")
    assert done.returncode == 0, done.stderr
    assert "Onyx wins in 1 ply" in done.stdout
    assert "c6" in done.stdout


def test_solve_says_what_it_could_not_prove() -> None:
    done = run("solve", "caldera", "--depth", "1")
    assert "Nothing is proved within 1 ply" in done.stdout


def test_errors_are_one_line_with_a_code(tmp_path: Path) -> None:
    text = tmp_path / "text.json"
    text.write_text("{")
    assert refused("perft", "chess") == "unknown_game"
    assert refused("perft", "nowhere.py:Game") == "no_such_file"
    assert refused("perft", "caldera", "--ruleset", "x") == "unknown_ruleset"
    assert refused("perft", "caldera", "--option", "turn_limit") == "malformed_option"
    assert refused("perft", "caldera", "--option", "turn_limit=-1") == "option_out_of_range"
    assert refused("perft", "caldera", "--state", str(text)) == "not_json"
    assert refused("perft", "caldera", "--state", "nowhere.json") == "no_such_file"
    assert refused("replay", "nowhere.json") == "no_such_file"
    assert refused("replay", str(text)) == "not_json"
    assert refused("play") == "no_game"
    assert refused("play", "caldera", "--players", "human") == "wrong_seats"
    assert refused("play", "caldera", "--players", "human,ghost") == "unknown_player"
    assert refused("play", "caldera", "--against", "ghost") == "unknown_player"
    assert refused("play", "caldera", "--against", "hard", "--seat", "2") == "wrong_seats"
    both = ("--players", "human,hard", "--against", "hard")
    assert refused("play", "caldera", *both) == "two_answers"


def test_training_refuses_what_it_cannot_train() -> None:
    assert refused("train", "nothing") == "unknown_game"
    tictactoe = str(ROOT / "examples/tictactoe/tictactoe.py") + ":TicTacToe"
    assert refused("train", tictactoe) == "no_features"
    assert refused("train", tictactoe, "--opening", "7-3") == "wrong_opening"


def test_strength_refuses_what_it_cannot_compare(tmp_path: Path) -> None:
    out = ("--out", str(tmp_path))
    assert refused("strength", "match", "forge", "easy", "ghost", *out) == "unknown_player"
    assert refused("strength", "selfplay", "forge", "--seats", "3", *out) == "wrong_seats"
    empty = ("--runs", str(tmp_path), "--docs", str(tmp_path))
    assert refused("strength", "report", *empty) == "no_results"
    assert not list(tmp_path.iterdir())


def test_strength_from_the_match_to_the_report(tmp_path: Path) -> None:
    runs, docs = str(tmp_path / "runs"), str(tmp_path / "docs")
    match = ("match", "forge", "medium:nodes=20", "easy", "--games", "4", "--workers", "1")
    done = run("strength", *match, "--out", runs)
    assert done.returncode == 0, done.stderr
    assert "4 games from 2 openings" in done.stdout
    again = run("strength", *match, "--out", runs)
    assert again.stdout == done.stdout
    assert "1 results" in run("strength", "report", "--runs", runs, "--docs", docs).stdout
    assert "`medium:nodes=20`" in (tmp_path / "docs" / "strength.md").read_text("utf-8")


def test_contenders_of_any_kind_play_at_the_terminal(tmp_path: Path) -> None:
    saved = tmp_path / "match.json"
    bot = tmp_path / "bot.py"
    bot.write_text("def last(state, legal_moves):\n    return legal_moves[-1]\n")
    players = f"search:nodes=50,depth=2,{bot}:last"
    done = run("play", "forge", "--players", players, "--save", str(saved))
    assert done.returncode == 0, done.stderr
    seats = json.loads(saved.read_text())["seats"]
    assert [seat["kind"] for seat in seats] == ["search:nodes=50,depth=2", f"{bot}:last"]
    assert json.loads(saved.read_text())["outcome"] is not None
    bot.write_text("def last(state, legal_moves):\n    return None\n")
    done = run("play", "forge", "--players", f"first,{bot}:last", "--save", str(saved))
    assert json.loads(saved.read_text())["outcome"] == {"winner": 0, "reason": "illegal_move"}


def test_a_record_starts_no_program(tmp_path: Path) -> None:
    saved, started = tmp_path / "match.json", tmp_path / "started"
    bot = tmp_path / "bot.py"
    bot.write_text(f"open({str(started)!r}, 'w').close()\nlast = max")
    players = ("--players", f"human,{bot}:last")
    run("play", "forge", *players, "--save", str(saved), typed="quit\n")
    assert started.exists()
    assert f"{bot}:last" in saved.read_text()
    started.unlink()
    done = run("play", "--load", str(saved), typed="quit\n")
    assert done.returncode == 0, done.stderr
    assert not started.exists()
