"""Contenders of every kind, opened by their text: they play, keep to the clock and own up."""

from __future__ import annotations

import shlex
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ludarium import load
from ludarium.agents import time_control
from ludarium.agents.built_in_contender import BuiltInContender
from ludarium.agents.contender import Forfeit
from ludarium.agents.fixed_limit_player import DEFAULT_MOVE_NODES, FixedLimitPlayer
from ludarium.agents.hosting.program_contender import ProgramContender
from ludarium.agents.human_contender import HumanContender
from ludarium.agents.level_player import LevelPlayer
from ludarium.agents.move_chooser import FirstPlayer, RandomPlayer
from ludarium.agents.player_spec import open_contender, public_label, read_player_spec
from ludarium.agents.time_control import GameClocks, move_budget_s
from ludarium.core.errors import InvalidOption
from ludarium.core.game import Outcome
from ludarium.core.match import Match
from ludarium.search.limits import Limits
from tests.agents.bouts import bout
from tests.agents.sampling import TICTACTOE

FREE = GameClocks(time_control.read_time_control("none"), 2).allowance(0)


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("pyramids", "random"),
        ("pyramids", "first"),
        ("skysummit", "random"),
        ("forge", "first"),
        ("forge", "greedy"),
        ("forge", "easy"),
        ("forge", "search:nodes=50"),
        ("forge", "mcts:iterations=5"),
    ],
)
def test_players_of_our_own_play_to_the_end_and_the_same_again(name: str, written: str) -> None:
    game = load(name)
    seats = game.seat_counts[-1]
    control = time_control.read_time_control("nodes=40")
    games = [
        bout(game, [open_contender(written), *[open_contender("random")] * (seats - 1)], control, 3)
        for _ in range(2)
    ]
    moves, again = (played.match.moves for played in games)
    assert moves == again
    told = [reply.infos for seat, reply in games[0].replies if seat == 0]
    assert told == [reply.infos for seat, reply in games[1].replies if seat == 0]
    searched = written not in ("random", "first", "easy")
    assert any(told) == searched


def test_random_draws_by_its_seed() -> None:
    game = load("skysummit")
    moves = [
        bout(game, [open_contender("random"), open_contender("first")], seed=seed).match.moves
        for seed in (1, 2)
    ]
    assert moves[0] != moves[1]


def test_first_takes_the_first_and_greedy_wins_when_it_can() -> None:
    game = load(TICTACTOE)
    match = Match(game)
    for cell in (8, 3, 7, 4):
        match.play(cell)
    for written, move in (("first", 0), ("greedy", 6)):
        contender = open_contender(written)
        contender.start_game(game, 0, 2, 0, True)
        assert contender.request_move(match, FREE).move == move


@pytest.mark.parametrize(
    ("written", "kind"), [("random", RandomPlayer), ("first", FirstPlayer), ("hard", LevelPlayer)]
)
def test_the_simple_players_are_who_they_seem(written: str, kind: type) -> None:
    assert isinstance(read_player_spec(written).make_player(load("forge")), kind)


def test_a_search_has_knobs_and_the_least_limit_holds() -> None:
    game = load("forge")
    player = read_player_spec("search:nodes=500,depth=3,threads=2").make_player(game, nodes=300)
    assert isinstance(player, FixedLimitPlayer)
    assert player.limits == Limits(nodes=300, depth=3)
    assert read_player_spec("search:nodes=100").make_player(game, nodes=300).limits.nodes == 100  # type: ignore[attr-defined]
    level = read_player_spec("master").make_player(game, nodes=300)
    assert isinstance(level, LevelPlayer)
    assert level.nodes == 300
    level.choose_move(game.new())
    assert level.searcher is not None
    assert len(level.searcher.searches) == 1


@pytest.mark.parametrize(
    ("written", "seconds", "limits"),
    [
        ("search", 0.0, Limits(nodes=DEFAULT_MOVE_NODES)),
        ("search", 0.5, Limits(seconds=0.5)),
        ("search:seconds=2", 0.5, Limits(seconds=0.5)),
        ("search:seconds=0.25", 0.5, Limits(seconds=0.25)),
        # By nodes the same moves come out on any machine, so the clock must not meddle.
        ("search:nodes=70", 0.5, Limits(nodes=70)),
        ("search:depth=3", 0.5, Limits(depth=3)),
        ("mcts:iterations=70", 0.5, Limits(nodes=70)),
    ],
)
def test_a_search_without_a_limit_of_its_own_keeps_to_the_clock(
    written: str, seconds: float, limits: Limits
) -> None:
    game = load("forge")
    player = read_player_spec(written).make_player(game)
    assert isinstance(player, FixedLimitPlayer)
    asked = []
    search = player.search

    class Asked:
        def search(self, position: Any, limits: Limits) -> Any:
            asked.append(limits)
            return search.search(position, Limits(nodes=10))

        def forget(self) -> None:
            pass

    player.search = Asked()
    player.limit_time(seconds)
    player.choose_move(game.new())
    assert asked == [limits]


def test_a_level_in_a_hurry_thinks_no_longer_than_it_may() -> None:
    game = load("forge")
    player = read_player_spec("hard").make_player(game)
    assert isinstance(player, LevelPlayer)
    player.limit_time(0.01)
    player.choose_move(game.new())
    assert player.searcher is not None
    asked = []
    think = player.searcher.search

    def asking(position: Any, limits: Limits) -> Any:
        asked.append(limits.seconds)
        return think(position, Limits(nodes=10))

    player.searcher.search = asking  # type: ignore[method-assign]
    for most in (0.01, 0.0):
        player.limit_time(most)
        player.choose_move(game.new())
    hurried, calm = asked
    assert hurried <= 0.01
    assert calm > 0.5


@pytest.mark.parametrize(
    ("written", "least", "most"),
    [
        ("none", 0.0, 0.0),
        ("nodes=5", 0.0, 0.0),
        ("move=1", 0.5, 1.0),
        ("move=1,bank=60", 0.5, 1.0),
        ("clock=60", 1.0, 2.0),
        ("clock=60+1", 2.0, 3.0),
        ("move=0.001", 0.0001, 0.01),
    ],
)
def test_a_thrifty_player_leaves_time_for_what_comes(
    written: str, least: float, most: float
) -> None:
    assert (
        least
        <= move_budget_s(GameClocks(time_control.read_time_control(written), 2).allowance(0))
        <= most
    )


def test_one_of_our_own_that_is_too_late_loses_too() -> None:
    contender = BuiltInContender(lambda game, seed, nodes: FirstPlayer(game))
    game = load("forge")
    contender.start_game(game, 0, 2, 0, True)
    with pytest.raises(Forfeit) as forfeit:
        contender.request_move(Match(game), FREE._replace(seconds=0.0))
    assert forfeit.value.code == "timeout"


BOTS = """
from ludarium.agents import Agent

def first(state, legal_moves):
    return legal_moves[0]

def true(state, legal_moves):
    return {"cell": True}

def nan(state, legal_moves):
    return float("nan")

def spoils(state, legal_moves):
    state.clear()
    return legal_moves.pop(0)

def raises(state, legal_moves):
    raise ValueError("I am lost")

class Told(Agent):
    def setup(self):
        self.told = ["setup"]
    def start(self):
        self.told.append(self.game["player"])
    def choose(self, state, legal_moves):
        self.info(told=self.told, limit=self.turn["clock"]["limit_ms"])
        return legal_moves[0]
    def end(self, message):
        self.told.append(message["reason"])

class Broken(Agent):
    def __init__(self):
        raise OSError("no model")

number = 7
"""


@pytest.fixture
def bots(tmp_path: Path) -> str:
    file = tmp_path / "bots.py"
    file.write_text(BOTS, "utf-8")
    return str(file)


@pytest.mark.parametrize(
    ("symbol", "code"),
    [
        ("first", ""),
        ("spoils", ""),
        ("true", "illegal_move"),
        ("nan", "timeout"),
        ("raises", "agent_error"),
        ("Broken", "agent_error"),
    ],
)
def test_an_agent_in_a_file_is_judged_like_a_program(bots: str, symbol: str, code: str) -> None:
    game = load(TICTACTOE)
    contender = open_contender(f"{bots}:{symbol}")
    contenders = [contender, open_contender("first")]
    if code:
        with pytest.raises(Forfeit) as forfeit:
            bout(game, contenders)
        assert forfeit.value.code == code
        assert ("Error" in contender.stderr) == (code == "agent_error")
    else:
        assert bout(game, contenders).match.outcome == Outcome(0, "three_in_a_row")
    contender.close()


def test_an_agent_is_told_of_games_and_can_tell_of_its_moves(bots: str) -> None:
    contender = open_contender(f"{bots}:Told")
    for _ in range(2):
        played = bout(load(TICTACTOE), [contender, open_contender("first")])
    told = ["setup", 0, "three_in_a_row", 0]
    assert played.replies[0][1].infos == [{"told": told, "limit": None}]
    contender.close()


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("nobody", "unknown_player"),
        ("random:seed=1", "unknown_setting"),
        ("search:width=3", "unknown_setting"),
        ("nowhere.py:Bot", "no_such_file"),
        ("{bots}:Nobody", "no_such_symbol"),
        ("{bots}:number", "not_an_agent"),
        ("{bots}:Agent", ""),
        ("{broken}:Bot", "broken_agent"),
        ("subprocess:", "no_such_program"),
        ("subprocess:nothing-of-that-name x", "no_such_program"),
        ("subprocess:python 'half", "no_such_program"),
        ("ws://", "wrong_address"),
        ("ws://host:port", "wrong_address"),
    ],
)
def test_what_names_no_contender_is_refused(
    written: str, code: str, bots: str, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("1 / 0")
    written = written.replace("{bots}", bots).replace("{broken}", str(broken))
    if not code:
        open_contender(written).close()
        return
    with pytest.raises(InvalidOption) as refusal:
        open_contender(written)
    assert refusal.value.code == code


def test_a_program_that_cannot_be_started_crashes(tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_text("no program at all")
    file.chmod(0o755)
    contender = open_contender(f"subprocess:{file}", sandbox="off")
    try:
        with pytest.raises(Forfeit) as forfeit:
            bout(load(TICTACTOE), [contender, open_contender("first")])
    finally:
        contender.close()
    assert forfeit.value.code == "crash"
    assert "could not be started: Exec format error" in forfeit.value.message


def test_a_program_that_crashed_is_started_again_for_the_next_game() -> None:
    code = (
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    if json.loads(line)['type'] == 'turn': sys.exit(4)\n"
    )
    command = [sys.executable, "-c", code]
    contender = open_contender(f"subprocess:{shlex.join(command)}", sandbox="off")
    try:
        for _ in range(2):
            with pytest.raises(Forfeit) as forfeit:
                bout(load(TICTACTOE), [contender, open_contender("first")])
            assert "exit 4" in forfeit.value.message
    finally:
        contender.close()


LEAVER = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    if message["type"] == "turn":
        print(json.dumps({"type": "move", "move": message["legal_moves"][0]}), flush=True)
    if message["type"] == "end":
        break
"""


def test_a_program_that_leaves_after_a_game_is_started_again_for_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ludarium.agents.hosting.program_contender.HELLO_READY_S", 60.0)
    monkeypatch.setattr("ludarium.agents.hosting.program_contender.START_READY_S", 0.1)
    command = shlex.join([sys.executable, "-c", LEAVER])
    contender = open_contender(f"subprocess:{command}", sandbox="off")
    assert isinstance(contender, ProgramContender)
    try:
        for _ in range(2):
            played = bout(load(TICTACTOE), [contender, open_contender("first")])
            assert played.match.outcome == Outcome(0, "three_in_a_row")
            for _ in range(1000):
                if contender.link.lost:
                    break
                time.sleep(0.01)
            # It said ready to hello, but not to start.
            assert not contender.answers_start
    finally:
        contender.close()


def test_a_person_is_asked_until_the_move_is_legal() -> None:
    written = iter(["what", "a9", "b2"])
    told: list[str] = []
    person = HumanContender(lambda prompt: next(written), told.append)
    game = load(TICTACTOE)
    person.start_game(game, 0, 2, 0, expose_legal_moves=True)
    assert person.request_move(Match(game), FREE).move == 4
    text = "\n".join(told)
    assert "you are X" in text
    assert "No move is written like that. (rule G3)" in text
    assert "a3  b3  c3" in text
    person.end_game(Outcome(None, "board_full"))
    assert "No seat wins" in told[-1]


def test_a_person_who_is_not_there_loses() -> None:
    def nobody(prompt: str) -> str:
        raise EOFError

    person = HumanContender(nobody, lambda text: None)
    game = load(TICTACTOE)
    person.start_game(game, 0, 2, 0, expose_legal_moves=False)
    with pytest.raises(Forfeit) as forfeit:
        person.request_move(Match(game), FREE)
    assert forfeit.value.code == "crash"


def test_a_label_tells_everything_but_a_token() -> None:
    assert public_label("ws://user:word@host:80/bot?token=secret") == "ws://host:80/bot"
    assert public_label("wss://host/bot?token=secret") == "wss://host/bot"
    assert public_label("search:nodes=5") == "search:nodes=5"


def test_programs_are_programs_whatever_the_link(bots: str) -> None:
    for written in (f"{bots}:first", "subprocess:true", "ws://localhost:1/"):
        assert isinstance(open_contender(written, sandbox="off"), ProgramContender)
    assert isinstance(open_contender("human"), HumanContender)
    assert isinstance(open_contender("hard:nodes=5"), BuiltInContender)
