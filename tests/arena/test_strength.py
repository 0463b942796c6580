"""Strength: fair comparisons, nothing played twice, figures right on known numbers."""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from ludarium.agents import random_openings
from ludarium.arena.formats.event import ArenaEvent, check_event, read_entrants
from ludarium.arena.formats.game_setting import describe_game
from ludarium.arena.formats.schedule import open_format
from ludarium.arena.formats.unit import GameResult, Unit, lineups
from ludarium.arena.report import strength_document as document
from ludarium.arena.report.standings import ScoreInterval, score_interval
from ludarium.arena.report.strength_summary import (
    Conditions,
    EndingCount,
    EventCount,
    StrengthSummary,
    label_event,
    percentile,
    replay_game,
    summarise_event,
)
from ludarium.arena.run.event_store import EventStore
from ludarium.arena.run.game_loop import FinishedGame, GameExtras, play_game, schedule_games
from ludarium.arena.run.runner import Runner
from ludarium.cli import make_application
from ludarium.core import record as records
from ludarium.core.errors import InvalidOption
from ludarium.core.game import Outcome
from ludarium.core.match import Match, Player
from ludarium.core.registry import load
from ludarium.core.scene import Event
from tests.arena.events import NOUGHTS, event
from tests.arena.test_runner import Here

ROOT = Path(__file__).parents[2]


def forge_event(players: list[str] | None = None, **changed: Any) -> ArenaEvent:
    """An event of Forge: a match, or self-play of one player."""
    names = players or ["hard:nodes=50", "easy"]
    facts: dict[str, Any] = {
        "format": "match" if len(names) == 2 else "self-play",
        "grounds": (describe_game("forge"),),
        "entrants": read_entrants(names),
        "length": 100,
    }
    return ArenaEvent(**(facts | changed))


def finished(
    unit: int, lineup: tuple[int, ...], winner: int | None, seats: int = 2, **more: Any
) -> FinishedGame:
    """A game that never was: some first moves, and the outcome that a test wants."""
    reason = more.get("reason", "resigned")
    match = Match(load("forge" if seats == 2 else "pyramids"), 0, [Player("", "")] * seats)
    for _ in range(more.get("moves", 4)):
        match.play(match.game.moves(match.position)[0])
    match.end(Outcome(winner, reason))
    points = tuple(1 / seats if winner is None else float(seat == winner) for seat in range(seats))
    game = lineups(sorted(set(lineup)), seats).index(lineup)
    result = GameResult(unit, game, 0, lineup, points, reason, None, len(match.moves))
    extras = GameExtras(opening=0, cpu_seconds=more.get("cpu", [0.2, 0.1]))
    record = msgspec.json.encode(records.record(match))
    return FinishedGame(result, record, msgspec.json.encode(extras), 0.1)


def summary(path: Path, given: ArenaEvent, games: list[FinishedGame]) -> StrengthSummary:
    """The summary of an event with these games in its file."""
    with EventStore(path / f"{given.name()}.sqlite", given) as store:
        store.add(games)
        found = summarise_event(store)
    assert found is not None
    return found


def pair(unit: int, first: int | None, second: int | None) -> list[FinishedGame]:
    """A unit of two games, by the winning seat of each."""
    return [finished(unit, (0, 1), first), finished(unit, (1, 0), second)]


def test_self_play_is_every_opening_once_in_all_seats() -> None:
    given = forge_event(["easy"], length=7)
    units = open_format(given).units({})
    assert len(units) == open_format(given).total() == 7
    assert [game.lineup for game in schedule_games(given, units[0])] == [(0, 0)]
    check_event(given)
    with pytest.raises(InvalidOption) as refusal:
        check_event(forge_event(["easy", "hard"], format="self-play"))
    assert refusal.value.code == "wrong_players"


def test_an_opening_longer_than_the_game_is_refused() -> None:
    """It was once drawn again and again for ever."""
    for players in (["easy"], ["easy", "random"]):
        kind = "self-play" if len(players) == 1 else "match"
        given = event(players, format=kind, opening=(9, 9))
        with pytest.raises(InvalidOption) as refusal:
            play_game(schedule_games(given, open_format(given).units({})[0])[0])
        assert refusal.value.code == "wrong_opening"


def test_games_of_one_opening_begin_alike_and_others_do_not() -> None:
    given = forge_event(["random", "first"])
    begun = []
    for number in range(12):
        games = [play_game(one) for one in schedule_games(given, Unit(number, 0, (0, 1)))]
        moves = [records.loads(one.record).moves for one in games]
        length = msgspec.json.decode(games[0].extras, type=GameExtras).opening
        assert moves[0][:length] == moves[1][:length]
        begun.append(json.dumps(moves[0][:length]))
    assert len(set(begun)) > 8


def test_equal_players_share_the_points_of_an_opening() -> None:
    """Players that draw nothing: swapping seats gives the same game, one opening is one point."""
    given = event(["paranoid:nodes=40", "paranoid:nodes=40"], opening=(1, 3))
    for number in range(4):
        first, second = (
            play_game(one).result for one in schedule_games(given, Unit(number, 0, (0, 1)))
        )
        assert first.points == second.points
        assert first.plies == second.plies


def test_only_whole_openings_count(tmp_path: Path) -> None:
    games = [*pair(0, 0, 1), finished(1, (0, 1), 1)]
    found = summary(tmp_path, forge_event(), games)
    assert (found.games, found.openings, found.score.mean) == (2, 1, 1.0)


def test_the_figures_of_a_match_are_right(tmp_path: Path) -> None:
    games = [
        finished(0, (0, 1), 0),
        finished(0, (1, 0), 0, moves=6),
        finished(1, (0, 1), None, reason="draw_agreed"),
        finished(1, (1, 0), 1, cpu=[0.5, 1.0]),
    ]
    found = summary(tmp_path, forge_event(), games)
    # One opening is shared, the other gives a half and a whole point.
    assert found.score.mean == pytest.approx((0.5 + 0.75) / 2)
    assert found.score.low < 0.625 < found.score.high
    assert (found.won, found.drawn, found.games) == (2, 1, 4)
    assert found.endings["resigned"] == EndingCount(3, [2, 1])
    assert found.endings["draw_agreed"] == EndingCount(1, [0, 0])
    assert found.turns == [4, 4, 4, 6]
    assert found.moves == 18
    # 0.2 + 0.1 + 0.2 + 1.0 seconds in 9 turns, and 0.1 + 0.2 + 0.1 + 0.5 in as many.
    assert found.turn_seconds == [0.1667, 0.1]
    assert [share.mean for share in found.seats] == [0.625, 0.375]
    assert found.events == {}


def test_alone_among_three_a_third_is_a_fair_share(tmp_path: Path) -> None:
    given = forge_event(grounds=(describe_game("pyramids"),), seats=3)
    seatings = lineups((0, 1), 3)
    # The first seat always wins, whoever has it: nobody is better.
    even = [finished(0, lineup, 0, 3, cpu=[0.1] * 3) for lineup in seatings]
    assert summary(tmp_path / "even", given, even).score.mean == 0.5
    # A player that wins in all seats, alone or not.
    strong = [finished(0, lineup, lineup.index(0), 3, cpu=[0.1] * 3) for lineup in seatings]
    assert summary(tmp_path / "strong", given, strong).score.mean == 1
    drawn = [finished(0, lineup, None, 3, cpu=[0.1] * 3) for lineup in seatings]
    assert summary(tmp_path / "drawn", given, drawn).score.mean == 0.5


def test_the_score_and_its_interval_are_right() -> None:
    # 60 openings won, 20 split and 20 lost; with two won and two lost added, by hand:
    # mean 72/104, sum of squares 62 + 20/4 = 67, variance (67 - 104 m^2) / 103.
    found = score_interval([1.0] * 60 + [0.5] * 20 + [0.0] * 20)
    assert found.mean == pytest.approx(0.7)
    assert (found.low, found.high) == pytest.approx((0.6139, 0.7707), abs=1e-4)


def test_openings_are_counted_and_not_games() -> None:
    # Every opening split: much more certain than as many games won and lost at random.
    split = score_interval([0.5] * 100)
    random = score_interval([1.0, 0.0] * 50)
    assert split.mean == random.mean == 0.5
    assert split.high - split.low < 0.3 * (random.high - random.low)
    assert split.high - split.low > 0.02  # and yet not certain


def test_an_empty_match_says_nothing() -> None:
    assert score_interval([]) == ScoreInterval(0.5, 0.0, 1.0)


def test_the_figures_of_self_play_are_right(tmp_path: Path) -> None:
    games = [
        finished(0, (0, 0), 0, moves=5),
        finished(1, (0, 0), 0),
        finished(2, (0, 0), None, reason="draw_agreed"),
        finished(3, (0, 0), 1),
    ]
    found = summary(tmp_path, forge_event(["hard:nodes=50"]), games)
    assert (found.score.mean, found.drawn, found.won) == (0.625, 1, 2)
    assert found.events == {"move": EventCount(33, 17, 4)}
    assert found.moves == 17
    assert found.turns == [4, 4, 4, 5]
    assert found.about.kind == "selfplay"


def test_percentiles() -> None:
    ordered = list(range(1, 101))
    assert [percentile(ordered, share) for share in (0.1, 0.5, 0.9)] == [11, 51, 91]
    assert percentile([4], 0.9) == 4


def test_an_event_that_leaves_its_grid_is_told_apart() -> None:
    ludus, pyramids = (load(name) for name in ("ludus", "pyramids"))
    scene = ludus.scene(ludus.new(0))
    leaving = Event("move", "p1", "ground:3,3", "sky:0,0")
    assert label_event(leaving, scene) == "move, ground to sky"
    assert label_event(Event("move", "p1", "sky:0,1", "sky:0,0"), scene) == "move"
    taken = Event("capture", "p1", "sky:0,1", "taken0:2")
    assert label_event(taken, scene) == "capture, sky to tray"
    assert label_event(Event("change", "p1", "sky:0,1"), scene) == "change"
    scene = pyramids.scene(pyramids.new(0))
    tray, grid = scene.trays[0].id, scene.grids[0].id
    entering = Event("move", "x", f"{tray}:1", f"{grid}:1,1")
    assert label_event(entering, scene) == f"move, tray to {grid}"


def test_self_play_counts_what_happens_after_the_opening(tmp_path: Path) -> None:
    given = forge_event(["easy"], length=1, opening=(2, 2))
    with EventStore(tmp_path / "event", given) as store:
        Runner(store, open_format(given), Here()).run(lambda _: None)
        (stored,) = store.games()
    found = replay_game(stored, load("forge"), True)
    acts = found.eventful_moves["move"] + found.eventful_moves["place"]  # embers also burn out
    assert acts == found.moves == stored.result.plies - 2
    assert found.moves >= found.turns - 2
    assert found.entrant_turns[0] == sum(1 for _ in groupby(stored.extras.movers))


def test_whatever_else_was_played_is_no_measurement(tmp_path: Path) -> None:
    given = event(["random", "first", "greedy"], format="round-robin")
    with EventStore(tmp_path / "event", given) as store:
        assert summarise_event(store) is None


def runs(folder: Path) -> None:
    """Three events, as the commands of strength leave them."""
    searches = forge_event(["mcts:iterations=9", "hard"], fair=100_000)
    summary(folder, forge_event(fair=100_000), pair(0, 0, 1))
    summary(folder, searches, pair(0, 1, 1))
    alone = forge_event(["hard:nodes=50"], fair=100_000)
    summary(folder, alone, [finished(0, (0, 0), 0, moves=17)])


def test_the_report_holds_the_stored_results(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    runs(tmp_path / "runs")
    kept = document.write_document(tmp_path / "runs", docs)
    text = (docs / "strength.md").read_text("utf-8")
    assert len(kept) == 3
    assert "| forge | `hard:nodes=50` | `easy` | 2 | 2 | 1.000 |" in text
    assert "| forge | `mcts:iterations=9` | `hard` | 2 | 2 | 0.500 |" in text
    assert "| forge | 2 | move | 23.00 | 100.0% | 100% |" in text
    assert "    ludarium strength match forge hard:nodes=50 easy --games 2\n" in text
    assert "    ludarium strength selfplay forge --nodes 50 --games 1\n" in text
    assert "earlier" not in text
    for chart in ("strength-ladder.svg", "strength-lengths.svg"):
        assert f"images/{chart}" in text
        assert (docs / "images" / chart).read_text("utf-8").startswith("<?xml")
    assert len(json.loads((docs / "strength.json").read_bytes())) == 3


def test_a_report_again_changes_nothing_and_needs_no_runs(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    runs(tmp_path / "runs")
    document.write_document(tmp_path / "runs", docs)
    files = [path for path in docs.rglob("*") if path.is_file()]
    before = {path: path.read_bytes() for path in files}
    document.write_document(tmp_path / "nowhere", docs)
    assert {path: path.read_bytes() for path in files} == before


def test_the_results_of_the_repository_are_the_document_of_the_repository() -> None:
    """Also those that were measured before the arena played these games."""
    stored = document.read_summaries(ROOT / "docs" / "reference" / "strength.json")
    assert len(stored) >= 24
    text = (ROOT / "docs" / "reference" / "strength.md").read_text("utf-8")
    assert document.render_document(stored) == text
    assert document.merge_summaries(stored, []) == stored
    earlier = [one for one in stored if one.about.measured_by == "lab"]
    assert text.count("* |") >= len(earlier)


def changed_conditions(found: StrengthSummary, **changed: Any) -> StrengthSummary:
    about: Conditions = msgspec.structs.replace(found.about, **changed)
    return msgspec.structs.replace(found, about=about)


def test_a_new_network_takes_the_place_of_the_old_ones_results(tmp_path: Path) -> None:
    old = summary(tmp_path, forge_event(), pair(0, 0, 1))
    new = changed_conditions(old, network="abc")
    assert document.merge_summaries([old], [new]) == [new]
    assert "abc" in document.render_document([new])


def test_a_short_trial_does_not_take_the_place_of_a_longer_match(tmp_path: Path) -> None:
    games = [game for unit in range(3) for game in pair(unit, 0, 1)]
    long = summary(tmp_path, forge_event(), games)
    short = summary(tmp_path, forge_event(seed=2), games[:2])
    merge = document.merge_summaries
    assert merge([long], [short]) == merge([short], [long]) == [long]
    assert merge([long], [changed_conditions(short, network="abc")])[0].games == 2


def test_without_results_there_is_no_report(tmp_path: Path) -> None:
    with pytest.raises(document.NoResults) as refusal:
        document.write_document(tmp_path, tmp_path)
    assert refusal.value.code == "no_results"
    (tmp_path / "strength.json").write_text("[7]")
    with pytest.raises(document.NoResults) as refusal:
        document.write_document(tmp_path, tmp_path)
    assert refusal.value.code == "bad_results"


def test_without_nodes_every_opening_is_fair() -> None:
    game = load("forge")
    position = game.new()
    for written in ("c1-c6", "d6-d2", "b1-b6", "f6-f5"):
        game.advance(position, game.move_from_notation(position, written))
    assert not random_openings.is_fair_position(game, position, 1_000), (
        "one token makes room on its forge, and the next one stands beside it"
    )
    assert random_openings.is_fair_position(game, position, 0)


def test_what_differs_from_the_usual_is_part_of_the_command(tmp_path: Path) -> None:
    usual, fairer = forge_event(fair=100_000), forge_event(fair=500_000)
    assert usual.name() != fairer.name()
    found = summary(tmp_path, fairer, pair(0, 0, 1))
    assert document.command_line(found).endswith("--fair 500000")
    assert document.command_line(changed_conditions(found, control="move=1")).endswith(
        "--fair 500000 --time move=1"
    )
    line = document.command_line(changed_conditions(found, given={"turn_limit": 61}))
    assert line.endswith("--option turn_limit=61")


def test_players_are_shown_in_their_shortest_form_and_programs_as_written(tmp_path: Path) -> None:
    given = forge_event(["search:nodes=5,depth=2", "ws://host:1/x?token=secret"])
    found = summary(tmp_path, given, pair(0, 0, 1))
    assert found.about.players == ["search:depth=2,nodes=5", "ws://host:1/x"]
    assert document.section(found) == "searches"


def ludarium(*words: object) -> str:
    done = CliRunner().invoke(make_application(["strength"]), list(map(str, words)))
    assert done.exit_code == 0, done.output
    return done.stdout


def test_the_commands_play_events_and_report_on_them(tmp_path: Path) -> None:
    few = ["--workers", 1, "--opening", "1-2", "--fair", 0, "--out", tmp_path / "runs"]
    match = ("strength", "match", "forge", "easy", "random", "--games", 3, *few)
    told = ludarium(*match)
    assert "4 games from 2 openings" in told
    assert "easy scores" in told
    assert ludarium(*match) == told, "the same command again plays nothing"
    told = ludarium("strength", "selfplay", "forge", "--games", 2, "--nodes", 20, *few)
    assert "2 games from 2 openings" in told
    assert "the first seat scores" in told
    docs = tmp_path / "docs"
    told = ludarium("strength", "report", "--runs", tmp_path / "runs", "--docs", docs)
    assert "2 results" in told
    text = (docs / "strength.md").read_text("utf-8")
    assert "ludarium strength match forge easy random --games 4 --opening 1-2 --fair 0\n" in text


def test_the_file_of_self_play_can_be_shown_and_reported(tmp_path: Path) -> None:
    played = ["strength", "selfplay", NOUGHTS, "--nodes", 9, "--games", 2, "--fair", 0]
    ludarium(*played, "--opening", 1, "--workers", 1, "--out", tmp_path)
    (file,) = tmp_path.glob("*.sqlite")
    arena = make_application(["arena"])
    words = [["show", file], ["report", file], ["export", file, tmp_path / "event.json"]]
    done = [CliRunner().invoke(arena, ["arena", *map(str, one)]) for one in words]
    assert [one.exit_code for one in done] == [0, 0, 0]
    assert "the first seat scores" in done[0].stdout
    page = file.with_suffix(".html").read_text("utf-8")
    assert "Cross table" not in page
    assert "Seats" in page
