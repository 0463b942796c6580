"""Comparisons of players: fair pairings, nothing played twice, figures right on known numbers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludarium.agents import opening
from ludarium.core.errors import InvalidOption
from ludarium.core.position import ONGOING
from ludarium.core.registry import load
from ludarium.core.scene import Event
from ludarium.training import document, ledger, strength
from ludarium.training.ledger import Header
from ludarium.training.pairing import Pairing, Played, label, opened, play, schedule
from ludarium.training.setting import CannotTrain, Setting
from ludarium.training.strength import Plan
from ludarium.training.summary import (
    Ending,
    Happening,
    complete,
    match_standing,
    percentile,
    summarise,
)
from tests.training.noughts import NOUGHTS

PLAYERS = ("paranoid:nodes=40", "easy")


def plan(folder: Path, games: int = 6) -> Plan:
    return Plan(Setting(NOUGHTS), PLAYERS, folder, games=games, opening=(0, 2), workers=1)


def quietly(games: list[Played], total: int) -> None:
    pass


class Pool(ThreadPoolExecutor):
    """Plays in this process, and writes down what."""

    def __init__(self, most: int = 1000) -> None:
        super().__init__(1)
        self.asked: list[Pairing] = []
        self.most = most

    def submit(self, task: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        if len(self.asked) == self.most:
            raise KeyboardInterrupt
        self.asked.append(args[0])
        return super().submit(task, *args, **named)


def about(kind: Any = "match", seats: int = 2, **changed: Any) -> Header:
    players = ["hard:nodes=50", "easy"] if kind == "match" else ["hard:nodes=50"]
    header = Header(
        kind=kind,
        game="forge",
        ruleset="standard",
        options=dict(load("forge").values),
        rules_version=1,
        seats=seats,
        players=players,
        opening=(2, 6),
        seed=1,
    )
    return msgspec.structs.replace(header, **changed)


def played(number: int, lineup: tuple[int, ...], winner: int | None, **more: Any) -> Played:
    facts: dict[str, Any] = {"reason": "goal", "turns": 9, "moves": 8}
    facts |= {"seconds": [0.2, 0.1], "thoughts": [4, 4]}
    return Played(number=number, lineup=list(lineup), winner=winner, **(facts | more))


@pytest.mark.parametrize(("seats", "each"), [(2, 2), (3, 6)])
def test_every_opening_is_played_in_all_distributions_of_seats(seats: int, each: int) -> None:
    games = schedule(Setting("pyramids"), PLAYERS, seats, 24, (2, 6), 1)
    assert len(games) == 24
    by_opening: dict[int, list[tuple[int, ...]]] = {}
    for game in games:
        by_opening.setdefault(game.number, []).append(game.lineup)
    assert len(by_opening) == 24 // each
    for lineups in by_opening.values():
        assert len(set(lineups)) == len(lineups) == each
        for seat in range(seats):
            assert Counter(lineup[seat] for lineup in lineups) == {0: each // 2, 1: each // 2}
        assert all(set(lineup) == {0, 1} for lineup in lineups)


def test_a_match_is_never_shorter_than_asked_for() -> None:
    assert len(schedule(Setting("pyramids"), PLAYERS, 3, 7, (2, 6), 1)) == 12
    assert len(schedule(Setting("forge"), ("easy",), 2, 7, (2, 6), 1)) == 7


def test_games_of_one_opening_begin_alike_and_others_do_not() -> None:
    forge = load("forge")
    games = schedule(Setting("forge"), PLAYERS, 2, 24, (2, 6), 1)
    keys = [opened(forge, game).position.key() for game in games]
    assert keys[0::2] == keys[1::2]
    assert len(set(keys)) > 8
    others = schedule(Setting("forge"), PLAYERS, 2, 24, (2, 6), 2)
    assert [opened(forge, game).position.key() for game in others] != keys


def test_an_opening_does_not_end_the_game() -> None:
    noughts = Setting(NOUGHTS).load()
    for game in schedule(Setting(NOUGHTS), ("easy",), 2, 30, (8, 8), 1):
        course = opened(noughts, game)
        assert course.position.verdict == ONGOING
        assert course.turns == 9
        assert play(game).moves == 1


def test_equal_players_share_the_points_of_an_opening() -> None:
    """The same player twice, so that swapping seats gives the same game: one opening, one point."""
    both = ("paranoid:nodes=40", "paranoid:nodes=40")
    games = [play(game) for game in schedule(Setting(NOUGHTS), both, 2, 8, (1, 3), 1)]
    for number in range(4):
        first, second = (one for one in games if one.number == number)
        assert first.lineup == [0, 1]
        assert second.lineup == [1, 0]
        assert first.winner == second.winner
        assert first.turns == second.turns
    assert match_standing(about(), games).score == 0.5


def test_a_run_that_was_interrupted_repeats_nothing(tmp_path: Path) -> None:
    first, second, third, whole = Pool(4), Pool(), Pool(), Pool()
    with pytest.raises(KeyboardInterrupt):
        strength.run(plan(tmp_path / "a"), quietly, first)
    path = next((tmp_path / "a").iterdir())
    kept = ledger.read(path).games
    assert 0 < len(kept) < 6
    with path.open("ab") as file:
        file.write(b'{"number": 7, "li')  # the machine went down meanwhile
    found = strength.run(plan(tmp_path / "a"), quietly, second)
    assert len(second.asked) == 6 - len(kept)
    assert not {(one.number, tuple(one.lineup)) for one in kept} & {
        (game.number, game.lineup) for game in second.asked
    }
    strength.run(plan(tmp_path / "a"), quietly, third)
    assert not third.asked
    undisturbed = strength.run(plan(tmp_path / "b"), quietly, whole)
    assert len(whole.asked) == 6

    def told(games: list[Played]) -> list[tuple[object, ...]]:
        return sorted((g.number, g.lineup, g.winner or -1, g.turns) for g in games)

    assert told(found.games) == told(undisturbed.games) == told(ledger.read(path).games)


def test_more_games_are_added_to_those_that_are_there(tmp_path: Path) -> None:
    strength.run(plan(tmp_path, 2), quietly, Pool())
    pool = Pool()
    assert len(strength.run(plan(tmp_path, 6), quietly, pool).games) == 6
    assert {game.number for game in pool.asked} == {1, 2}


def test_what_decides_the_games_decides_the_file(tmp_path: Path) -> None:
    one = strength.header(plan(tmp_path))
    others = [
        strength.header(plan(tmp_path)._replace(seed=2)),
        strength.header(plan(tmp_path)._replace(players=("easy", PLAYERS[0]))),
        msgspec.structs.replace(one, network="123456"),
    ]
    assert len({header.name() for header in (one, *others)}) == 4
    assert strength.header(plan(tmp_path, 200)) == one
    path = tmp_path / "games.jsonl"
    ledger.Ledger(path, one)
    with pytest.raises(CannotTrain) as refusal:
        ledger.Ledger(path, others[0])
    assert refusal.value.code == "other_run"


def test_what_cannot_be_played_is_refused_before_it_begins(tmp_path: Path) -> None:
    for changed, code in (
        ({"players": ("ghost", "easy")}, "unknown_player"),
        ({"seats": 3}, "wrong_seats"),
    ):
        with pytest.raises(InvalidOption) as refusal:
            strength.run(plan(tmp_path)._replace(**changed), quietly, Pool())
        assert refusal.value.code == code
    assert not list(tmp_path.iterdir())


def test_only_whole_openings_count() -> None:
    games = [played(0, (0, 1), 0), played(0, (1, 0), 1), played(1, (0, 1), 1)]
    assert complete(about(), games) == [games[:2]]
    found = summarise(about(), games)
    assert (found.games, found.openings, found.score.score) == (2, 1, 1.0)
    assert complete(about(), [games[2], games[2]]) == []
    assert [len(group) for group in complete(about("selfplay"), games[1:])] == [1, 1]


def test_the_figures_of_a_match_are_right() -> None:
    games = [
        *(played(0, (0, 1), 0), played(0, (1, 0), 0, turns=11)),
        *(played(1, (0, 1), None, reason="limit"), played(1, (1, 0), 1, seconds=[1.0, 0.5])),
    ]
    found = summarise(about(), games)
    # One opening is shared, the other gives a half and a whole point.
    assert found.score.score == pytest.approx((0.5 + 0.75) / 2)
    assert found.score.low < 0.625 < found.score.high
    assert (found.won, found.drawn, found.games) == (2, 1, 4)
    assert found.endings == {"goal": Ending(3, [2, 1]), "limit": Ending(1, [0, 0])}
    assert found.turns == [9, 9, 9, 11]
    assert found.thought == [0.1, 0.05]  # 1.6 and 0.8 seconds in 16 turns
    assert [share.score for share in found.seats] == [0.625, 0.375]


def test_alone_among_three_a_third_is_a_fair_share() -> None:
    lineups = [(0, 1, 1), (1, 0, 1), (1, 1, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    # The first seat always wins, whoever has it: nobody is better.
    games = [played(0, lineup, 0) for lineup in lineups]
    assert summarise(about(seats=3), games).score.score == 0.5
    # A player that wins in all seats, alone or not.
    strong = [played(0, lineup, lineup.index(0)) for lineup in lineups]
    assert summarise(about(seats=3), strong).score.score == 1


def test_the_figures_of_self_play_are_right() -> None:
    games = [
        played(0, (0, 0), 0, events={"erupt": [3, 2], "move": [8, 8]}),
        played(1, (0, 0), 0, events={"move": [8, 8]}, turns=5),
        played(2, (0, 0), None, reason="limit", turns=7),
        played(3, (0, 0), 1, events={"erupt": [1, 1]}, turns=30),
    ]
    found = summarise(about("selfplay"), games)
    assert (found.score.score, found.drawn, found.won) == (0.625, 1, 2)
    assert found.happenings == {"erupt": Happening(4, 3, 2), "move": Happening(16, 16, 2)}
    assert found.moves == 32
    assert found.turns == [5, 7, 9, 30]


def test_percentiles() -> None:
    ordered = list(range(1, 101))
    assert [percentile(ordered, share) for share in (0.1, 0.5, 0.9)] == [11, 51, 91]
    assert percentile([4], 0.9) == 4


def test_an_event_that_leaves_its_grid_is_told_apart() -> None:
    ludus, pyramids = (load(name) for name in ("ludus", "pyramids"))
    scene = ludus.scene(ludus.new(0))
    assert label(Event("move", "p1", "ground:3,3", "sky:0,0"), scene) == "move, ground to sky"
    assert label(Event("move", "p1", "sky:0,1", "sky:0,0"), scene) == "move"
    assert label(Event("capture", "p1", "sky:0,1", "taken0:2"), scene) == "capture, sky to tray"
    assert label(Event("change", "p1", "sky:0,1"), scene) == "change"
    scene = pyramids.scene(pyramids.new(0))
    tray = scene.trays[0].id
    grid = scene.grids[0].id
    assert label(Event("move", "x", f"{tray}:1", f"{grid}:1,1"), scene) == f"move, tray to {grid}"


def test_self_play_counts_what_happens_after_the_opening() -> None:
    game = schedule(Setting("forge"), ("easy",), 2, 1, (2, 2), 1)[0]
    found = play(game)
    assert sum(moves for _, moves in found.events.values()) == found.moves
    assert found.moves >= found.turns - 2


def results(folder: Path) -> None:
    for header, games in (
        (about(), [played(0, (0, 1), 0), played(0, (1, 0), 1)]),
        (
            about(players=["mcts:iterations=9", "hard"]),
            [played(0, (0, 1), 1), played(0, (1, 0), 1)],
        ),
        (about("selfplay"), [played(0, (0, 0), 0, events={"erupt": [3, 2]}, turns=17)]),
    ):
        file = ledger.Ledger(folder / header.name(), header)
        for game in games:
            file.add(game)


def test_the_report_holds_the_stored_results(tmp_path: Path) -> None:
    runs, docs = tmp_path / "runs", tmp_path / "docs"
    results(runs)
    kept = document.write(runs, docs)
    text = (docs / "strength.md").read_text("utf-8")
    assert len(kept) == 3
    assert "| forge | `hard:nodes=50` | `easy` | 2 | 2 | 1.000 |" in text
    assert "| forge | `mcts:iterations=9` | `hard` | 2 | 2 | 0.500 |" in text
    assert "| forge | 2 | erupt | 3.00 | 25.0% | 100% |" in text
    assert "    ludarium strength match forge hard:nodes=50 easy --games 2\n" in text
    assert "    ludarium strength selfplay forge --nodes 50 --games 1\n" in text
    for picture in ("strength-ladder.svg", "strength-lengths.svg"):
        assert f"images/{picture}" in text
        assert (docs / "images" / picture).read_text("utf-8").startswith("<?xml")
    assert len(json.loads((docs / "strength.json").read_bytes())) == 3


def test_a_report_again_changes_nothing_and_needs_no_runs(tmp_path: Path) -> None:
    runs, docs = tmp_path / "runs", tmp_path / "docs"
    results(runs)
    document.write(runs, docs)
    files = [path for path in docs.rglob("*") if path.is_file()]
    before = {path: path.read_bytes() for path in files}
    document.write(tmp_path / "nowhere", docs)
    assert {path: path.read_bytes() for path in files} == before


def test_a_new_network_takes_the_place_of_the_old_ones_results(tmp_path: Path) -> None:
    old = summarise(about(), [played(0, (0, 1), 0), played(0, (1, 0), 1)])
    new = summarise(about(network="abc"), [played(0, (0, 1), 1), played(0, (1, 0), 0)])
    assert document.merge([old], [new]) == [new]
    assert "abc" in document.document([new])


def test_a_short_trial_does_not_take_the_place_of_a_longer_match() -> None:
    games = [played(n, lineup, 0) for n in range(3) for lineup in ((0, 1), (1, 0))]
    long, short = summarise(about(), games), summarise(about(seed=2), games[:2])
    assert document.merge([long], [short]) == document.merge([short], [long]) == [long]
    assert document.merge([long], [summarise(about(network="abc"), games[:2])])[0].games == 2


def test_without_results_there_is_no_report(tmp_path: Path) -> None:
    with pytest.raises(CannotTrain) as refusal:
        document.write(tmp_path, tmp_path)
    assert refusal.value.code == "no_results"


def test_without_nodes_every_opening_is_fair() -> None:
    game = load("forge")
    position = game.new()
    for written in ("c1-c2", "f6-f5", "c2-c3", "f5-f6", "c3-c4", "f6-f5", "c4-c5", "f5-f6"):
        game.advance(position, game.move_from_notation(position, written))
    assert not opening.fair(game, position, 1_000), "the token beside its forge has won"
    assert opening.fair(game, position, 0)


def test_fairer_openings_are_part_of_the_command_and_of_a_file_of_their_own() -> None:
    usual, fairer = about(), about(fair=500_000)
    summary = summarise(fairer, [played(0, (0, 1), 0), played(0, (1, 0), 1)])
    assert document.command(summary).endswith("--fair 500000")
    assert usual.name() != fairer.name()
    games = schedule(Setting("forge"), PLAYERS, 2, 2, (2, 6), 1, 500_000)
    assert {game.fair for game in games} == {500_000}


def test_settled_options_are_part_of_the_command() -> None:
    name, value = next(
        (name, value) for name, value in load("forge").values.items() if type(value) is int
    )
    changed = dict(load("forge").values) | {name: value + 1}
    summary = summarise(about(options=changed), [played(0, (0, 1), 0), played(0, (1, 0), 1)])
    assert document.command(summary).endswith(f"--option {name}={value + 1}")
