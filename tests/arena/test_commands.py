"""The commands of the arena, as typed."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from ludarium.arena.formats.schedule import open_format
from ludarium.arena.report.event_text import TextFile, event_text
from ludarium.arena.run.event_store import EventStore
from ludarium.arena.run.game_loop import play_game, schedule_games
from ludarium.cli import make_application
from ludarium.core import record as records
from ludarium.core.errors import LudariumError
from ludarium.core.registry import find_game
from tests.arena.events import NOUGHTS, bot, event


def ludarium(*words: object) -> Result:
    return CliRunner().invoke(make_application(), list(map(str, words)), catch_exceptions=False)


@pytest.fixture
def few(tmp_path: Path) -> list[str]:
    """The options of a small event."""
    return ["--workers", "1", "--opening", "1", "--out", str(tmp_path / "runs")]


def file(tmp_path: Path) -> Path:
    (found,) = (tmp_path / "runs").glob("*.sqlite")
    return found


def test_a_match_says_who_is_better_and_where_its_games_are(tmp_path: Path, few: list[str]) -> None:
    done = ludarium("match", NOUGHTS, "random", "greedy", "--games", 3, *few)
    assert done.exit_code == 0
    assert "random against greedy" in done.stdout
    assert file(tmp_path).name in done.stdout.replace("\n", "")
    with EventStore(file(tmp_path)) as store:
        assert len(store.results()) == 4


def test_the_same_command_again_plays_nothing(tmp_path: Path, few: list[str]) -> None:
    words = ["match", NOUGHTS, "random", "first", "--games", 2, *few]
    first = ludarium(*words)
    with EventStore(file(tmp_path)) as store:
        before = [kept.finished for kept in store.games()]
    assert ludarium(*words).stdout == first.stdout
    with EventStore(file(tmp_path)) as store:
        assert [kept.finished for kept in store.games()] == before


@pytest.mark.parametrize(
    ("words", "games"),
    [
        (["round-robin", NOUGHTS, "random", "first", "greedy", "--games", "2"], 6),
        (["gauntlet", NOUGHTS, "random", "first", "greedy", "--games", "2"], 4),
        (["swiss", NOUGHTS, "a=random", "b=random", "c=first", "--rounds", "2"], 4),
        (["sprt", NOUGHTS, "random", "first", "--games", "6", "--elo1", "10"], 6),
        (["knockout", NOUGHTS, "random", "first", "greedy", "--games", "2"], 4),
    ],
)
def test_every_format_has_its_command(
    tmp_path: Path, few: list[str], words: list[str], games: int
) -> None:
    assert ludarium(*words, *few).exit_code == 0
    with EventStore(file(tmp_path)) as store:
        assert store.event.format == words[0]
        assert len(store.results()) == games


def test_the_error_of_a_program_stands_once_in_the_output(few: list[str]) -> None:
    bad = f"bad={bot('broken')}"
    done = ludarium("match", NOUGHTS, "random", bad, "--games", 4, *few)
    told = [line for line in done.stderr.splitlines() if line.startswith("bad, agent_error: ")]
    assert len(told) == 1
    assert "out of ideas" in told[0]


def test_home_and_away_is_described_by_a_file(tmp_path: Path) -> None:
    config = tmp_path / "arena.toml"
    competitors = "".join(
        f'[[competitor]]\nname = "{name}"\nagent = "{name}"\nhome = "{NOUGHTS}"\n'
        for name in ("random", "first")
    )
    config.write_text(f'neutral = "{NOUGHTS}"\nopening = "1"\ntime = "none"\n{competitors}')
    runs = ["--workers", "1", "--out", str(tmp_path / "runs")]
    done = ludarium("home-and-away", "--config", config, *runs)
    assert done.exit_code == 0
    for word in ("home", "away", "neutral", "points"):
        assert word in done.stdout
    assert ludarium("arena", "show", file(tmp_path)).stdout in done.stdout


def test_an_event_can_be_shown_exported_reported_and_its_records_replayed(
    tmp_path: Path, few: list[str]
) -> None:
    export = tmp_path / "event.json"
    bad = f"bad={bot('cheat')}"
    ludarium("match", NOUGHTS, "random", bad, "--games", 2, *few, "--json", export)
    assert len(json.loads(export.read_text())["games"]) == 2
    shown = ludarium("arena", "show", file(tmp_path), "--anchor", "bad=1000").stdout
    assert "+1000" in shown
    again = tmp_path / "again.json"
    ludarium("arena", "export", file(tmp_path), again)
    assert again.read_text() == export.read_text()
    record = ludarium("arena", "record", file(tmp_path), 1, 2).stdout
    match = records.replay(records.loads(record), find_game(NOUGHTS))
    assert match.outcome is not None
    assert match.outcome.reason == "illegal_move"
    done = ludarium("arena", "report", file(tmp_path), "--pictures", tmp_path / "pictures")
    assert done.exit_code == 0
    assert file(tmp_path).with_suffix(".html").is_file()
    assert (tmp_path / "pictures" / "elo.png").is_file()


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["match", NOUGHTS, "random", "nobody"], "unknown_player"),
        (["match", NOUGHTS, "random", "human"], "no_people"),
        (["match", NOUGHTS, "random", "first", "--time", "soon"], "wrong_time_control"),
        (["sprt", NOUGHTS, "random", "first", "--elo0", "9"], "wrong_hypotheses"),
        (["match", NOUGHTS, "random", "first", "--executor", "clouds"], "unknown_executor"),
        (["round-robin", NOUGHTS, "random"], "too_few_players"),
        (["arena", "show", "nowhere.sqlite"], "no_such_file"),
    ],
)
def test_what_cannot_be_done_is_told_by_a_code(words: list[str], code: str, tmp_path: Path) -> None:
    out = [] if words[0] == "arena" else ["--out", str(tmp_path)]
    with pytest.raises(LudariumError) as refusal:
        ludarium(*words, *out)
    assert refusal.value.code == code


def test_games_go_to_text_and_back_by_commands(tmp_path: Path, few: list[str]) -> None:
    pgn, given, again = (tmp_path / name for name in ("games.pgn", "games.jsonl", "again.pgn"))
    words = ["--each", "nodes=50", "--engine", "name=A spec=search", "--pgnout", pgn, *few]
    done = ludarium("match", NOUGHTS, "random", "--rounds", 1, "--maxmoves", 2, *words)
    assert done.exit_code == 0
    assert '[Termination "adjudicated_length"]' in pgn.read_text()
    assert '[TimeControl "nodes=50"]' in pgn.read_text()
    assert "{book}" in pgn.read_text()
    ludarium("convert", pgn, given, "--game", NOUGHTS)
    ludarium("convert", given, again, "--game", NOUGHTS)
    assert again.read_text().count("[Game") == len(given.read_text().splitlines()) == 2
    ludarium("arena", "text", file(tmp_path), again)
    assert again.read_text() == pgn.read_text()
    with EventStore(file(tmp_path)) as store:
        stored = [kept.record.hash for kept in store.games()]
    assert [json.loads(line)["hash"] for line in given.read_text().splitlines()] == stored


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"{", b"[1]", b'[Game "x"]\n*', b"hello"])
def test_what_holds_no_games_is_refused(tmp_path: Path, content: bytes) -> None:
    source = tmp_path / "source"
    source.write_bytes(content)
    with pytest.raises(LudariumError):
        ludarium("convert", source, tmp_path / "target.json")
    assert not (tmp_path / "target.json").exists()


GLOOMY_PROGRAM = """
from ludarium.agents import Agent, run

class Gloomy(Agent):
    def choose(self, state, legal_moves):
        self.info(score=-700, depth=3)
        return legal_moves[0]

run(Gloomy)
"""


def terminations(pgn: Path) -> list[str]:
    return [line for line in pgn.read_text().splitlines() if line.startswith("[Termination")]


def test_scores_of_searches_and_programs_end_games_of_an_event(
    tmp_path: Path, few: list[str]
) -> None:
    pgn, program = tmp_path / "games.pgn", tmp_path / "gloomy.py"
    program.write_text(GLOOMY_PROGRAM)
    search = "name=S spec=search:nodes=200"
    engines = ["--engine", search, "--engine", f"name=G cmd={sys.executable} args={program}"]
    words = ["match", "skysummit", "--rounds", 1, *engines, "--pgnout", pgn, "--sandbox", "off"]
    resign = ["--resign", "movecount=2 score=600 twosided=false"]
    assert ludarium(*words, *resign, *few).exit_code == 0
    assert terminations(pgn) == ['[Termination "adjudicated_resign"]'] * 2
    assert "{-700/3 " in pgn.read_text()
    same = ["--engine", search, "--engine", search.replace("name=S", "name=T")]
    draw = ["--draw", "movenumber=2 movecount=2 score=100000"]
    done = ludarium("match", "skysummit", "--rounds", 1, *same, "--pgnout", pgn, *draw, *few)
    assert done.exit_code == 0
    assert terminations(pgn) == ['[Termination "adjudicated_draw"]'] * 2


def test_each_game_is_in_the_text_file_as_soon_as_it_ends(tmp_path: Path) -> None:
    asked, pgn = event(length=2), tmp_path / "games.pgn"
    with EventStore(tmp_path / "event", asked) as store:
        written = TextFile(store, pgn)
        seen = []
        for unit in open_format(asked).units({}):
            for game in schedule_games(asked, unit):
                finished = play_game(game)
                store.add([finished])
                written.add_game(finished.result)
                seen.append(pgn.read_text().count("[Game"))
        written.live.close()
        assert seen == [1, 2, 3, 4]
        assert pgn.read_text() == "".join(event_text(store))
        again = TextFile(store, pgn)
        again.live.close()
        assert pgn.read_text().count("[Game") == 4


LOADING_PROGRAM = """
from ludarium import load
from ludarium.agents import Agent, run

class Loading(Agent):
    def start(self):
        self.rules = load(self.game["game"], self.game["ruleset"], **self.game["options"])

    def choose(self, state, legal_moves):
        return self.rules.legal_moves(state)[0]

run(Loading)
"""


@pytest.mark.parametrize("sandbox", ["auto", "off"])
def test_a_program_loads_the_game_of_a_file_by_its_id(
    tmp_path: Path, few: list[str], sandbox: str
) -> None:
    folder = tmp_path / "bot"
    folder.mkdir()
    program = folder / "loading.py"
    program.write_text(LOADING_PROGRAM)
    words = ["match", NOUGHTS, "random", f"own=subprocess:{sys.executable} {program}"]
    assert ludarium(*words, "--rounds", 1, "--sandbox", sandbox, *few).exit_code == 0
    with EventStore(file(tmp_path)) as store:
        assert [result.forfeit for result in store.results()] == [None, None]
