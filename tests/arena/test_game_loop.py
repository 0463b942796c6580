"""The game loop: shared openings, records that replay, faults kept, nothing left to chance."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from ludarium.arena.formats.event import ArenaEvent, check_event
from ludarium.arena.formats.game_setting import describe_game
from ludarium.arena.formats.opening_range import read_turns
from ludarium.arena.formats.unit import Unit
from ludarium.arena.run.game_loop import (
    FinishedGame,
    GameExtras,
    ScheduledGame,
    play_game,
    schedule_games,
)
from ludarium.arena.run.opening import draw_opening
from ludarium.core import record as records
from ludarium.core.errors import InvalidOption
from ludarium.core.match import Player
from ludarium.core.registry import find_game, load
from tests.arena.events import NOUGHTS, bot, event


def games(
    given: ArenaEvent, number: int = 0, group: tuple[int, ...] = (0, 1)
) -> list[FinishedGame]:
    return [play_game(game) for game in schedule_games(given, Unit(number, 0, group))]


def extras(played: FinishedGame) -> GameExtras:
    return msgspec.json.decode(played.extras, type=GameExtras)


def test_a_record_replays_to_the_result() -> None:
    for played in games(event(opening=(1, 3))):
        record = records.loads(played.record)
        match = records.replay(record, find_game(NOUGHTS))
        assert match.outcome is not None
        assert match.outcome.reason == played.result.reason
        assert [seat.name for seat in record.seats] == [
            ["random", "also"][who] for who in played.result.lineup
        ]
        assert len(record.moves) == played.result.plies
        kept = extras(played)
        assert len(kept.seconds) == len(kept.movers) == played.result.plies - kept.opening
        assert len(kept.cpu_seconds) == 2


def test_the_same_scheduled_game_is_played_the_same_way() -> None:
    given = event()
    assert [one.record for one in games(given)] == [one.record for one in games(given)]
    assert [one.record for one in games(given)] != [one.record for one in games(given, 1)]
    other = event(seed=2)
    assert [one.record for one in games(given)] != [one.record for one in games(other)]


@pytest.mark.parametrize("name", ["skysummit", "pyramids"])
def test_the_games_of_a_unit_begin_alike_and_go_on_differently(name: str) -> None:
    given = event(grounds=(describe_game(name),), opening=(3, 3))
    first, second = (records.loads(one.record) for one in games(given))
    begun = extras(games(given)[0]).opening
    assert begun >= 3
    assert first.seed == second.seed
    assert first.moves[:begun] == second.moves[:begun]
    assert first.moves != second.moves


def test_three_seats_are_played_in_every_seating() -> None:
    given = event(["random", "x=random", "first"], grounds=(describe_game("pyramids"),), seats=3)
    found = games(given, group=(0, 1, 2))
    assert len({one.result.lineup for one in found}) == 6
    for one in found:
        assert sum(one.result.points) == pytest.approx(1)


@pytest.mark.parametrize(
    ("symbol", "code", "told"),
    [("broken", "agent_error", "out of ideas"), ("cheat", "illegal_move", "99")],
)
def test_who_is_at_fault_loses_and_the_record_says_why(symbol: str, code: str, told: str) -> None:
    for played in games(event(["random", bot(symbol)], opening=(0, 0))):
        result = played.result
        assert result.forfeit == result.lineup.index(1)
        assert result.reason == code
        assert result.points[result.lineup.index(0)] == 1
        fault = extras(played).fault
        assert fault is not None
        assert fault.code == code
        assert told in fault.message + fault.detail
        assert records.replay(records.loads(played.record), find_game(NOUGHTS)).outcome == (
            result.lineup.index(0),
            code,
        )


def test_a_bot_that_takes_too_long_runs_out_of_time() -> None:
    for played in games(event(["first", bot("slow")], control="move=0.01", opening=(0, 0))):
        assert played.result.reason == "timeout"
        assert played.result.forfeit == played.result.lineup.index(1)


def test_with_three_seats_a_fault_gives_the_others_a_share() -> None:
    given = event(["random", bot("broken")], grounds=(describe_game("pyramids"),), seats=3)
    for played in games(given):
        at_fault = played.result.forfeit
        assert at_fault is not None
        for who, points in zip(played.result.lineup, played.result.points, strict=True):
            assert (points > 0) == (who == 0)


def test_an_opening_never_ends_the_game() -> None:
    noughts = load(NOUGHTS)
    for number in range(20):
        match = draw_opening(noughts, Random(number), [Player("x", ""), Player("o", "")], (8, 8))
        assert len(match.moves) == 8
        assert match.outcome is None


def test_an_opening_that_always_ends_the_game_is_refused() -> None:
    with pytest.raises(InvalidOption, match="shorter"):
        draw_opening(load(NOUGHTS), Random(1), [Player("x", ""), Player("o", "")], (9, 9))


def test_turns_of_an_opening_are_written_as_a_number_or_a_range() -> None:
    assert read_turns("4") == (4, 4)
    assert read_turns("2-6") == (2, 6)
    for wrong in ("", "x", "6-2", "-1", "2-x", "9999", "5-", "-5", "9-2", "a-b", "2-100000"):
        with pytest.raises(InvalidOption) as refusal:
            read_turns(wrong)
        assert refusal.value.code == "wrong_opening"


@pytest.mark.parametrize(
    ("players", "changed", "code"),
    [
        (["random", "nobody"], {}, "unknown_player"),
        (["random", "human"], {}, "no_people"),
        (["random", "subprocess:'python"], {}, "no_such_program"),
        (["random"], {}, "too_few_players"),
        (["random", "first", "greedy"], {}, "wrong_players"),
        (["random", "first"], {"control": "later"}, "wrong_time_control"),
        (["random", "first"], {"seats": 3}, "wrong_seats"),
    ],
)
def test_an_event_that_cannot_be_played_is_refused_at_once(
    players: list[str], changed: dict[str, object], code: str
) -> None:
    with pytest.raises(InvalidOption) as refusal:
        check_event(event(players, **changed))
    assert refusal.value.code == code


def test_scheduled_games_name_their_players_seat_by_seat(tmp_path: Path) -> None:
    first, second = schedule_games(event(["random", "greedy"]), Unit(7, 0, (0, 1)))
    assert isinstance(first, ScheduledGame)
    assert [one.spec for one in first.seated] == ["random", "greedy"]
    assert [one.spec for one in second.seated] == ["greedy", "random"]
    assert (first.unit, first.game, second.game) == (7, 0, 1)
