"""A profile: figures from self-play and matches, and pages that hold them."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from ludarium.analysis.position_analysis import winning_chance
from ludarium.arena.formats.game_setting import describe_game
from ludarium.arena.run.event_store import EventStore
from ludarium.cli import make_application
from ludarium.core import record as records
from ludarium.core.registry import find_game, load
from ludarium.design.game_course import acting_piece, count_lead_changes
from ludarium.design.profile_page import (
    Profile,
    profile_parts,
    render_profile_html,
    write_profile_markdown,
)
from ludarium.design.profile_plan import ProfilePlan, play_profile
from ludarium.design.profile_session import make_profile
from tests.arena.events import NOUGHTS
from tests.design.spaces import Together

PLAN = ProfilePlan(
    setting=describe_game(NOUGHTS),
    seats=2,
    nodes=40,
    games=12,
    doublings=1,
    match_games=8,
    opening=(2, 2),
    fair=0,
    seed=1,
)
LEADING = 400  # a score


@pytest.fixture(scope="module")
def profiled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Profile, list[Path]]:
    folder = tmp_path_factory.mktemp("profile")
    paths = play_profile(PLAN, folder, Together(), lambda *_: None)
    with EventStore(paths[0]) as selfplay, EventStore(paths[1]) as match:
        return make_profile(PLAN, selfplay, [match], lambda *_: None), paths


def test_a_profile_counts_its_games(profiled: tuple[Profile, list[Path]]) -> None:
    figures = profiled[0].figures
    assert figures.games == 12
    assert sum(seat.mean for seat in figures.seats) == pytest.approx(1)
    assert sum(one.games for one in figures.endings.values()) == 12
    assert figures.decided.mean == figures.endings["three_in_a_row"].games / 12
    # The board starts with two marks and every move puts one more.
    assert figures.events["place"].moves.value == 1
    assert figures.pieces.keys() == {"cross", "ring"}
    assert sum(one.value for one in figures.pieces.values()) == pytest.approx(1)
    assert 3 < figures.choices.value < 7
    assert figures.lead_changes is not None
    assert len({id(course) for _, course in figures.model_games}) == 3


def test_a_doubling_is_rated_by_a_match_of_both_seats(
    profiled: tuple[Profile, list[Path]],
) -> None:
    (gain,) = profiled[0].gains
    assert (gain.less, gain.more, gain.games) == (20, 40, 8)
    assert gain.rating.low < gain.rating.elo < gain.rating.high


def test_the_pages_hold_figures_charts_and_model_games(
    profiled: tuple[Profile, list[Path]], tmp_path: Path
) -> None:
    profile, paths = profiled
    with EventStore(paths[0]) as store:
        html = render_profile_html(profile, store.event)
    assert html.count("<svg") == 3
    data = html.partition('id="data">')[2].partition("</script>")[0]
    assert len([one for one in json.loads(data)["games"] if one["replay"]]) == 3
    page = write_profile_markdown(profile, tmp_path).read_text("utf-8")
    for title in ("Seats", "Length", "Choices", "Events", "Pieces", "Lead", "Depth", "Endings"):
        assert f"\n## {title}\n" in page
    assert "ludarium profile tictactoe.py:TicTacToe" in page
    assert str(tmp_path) not in page
    for picture in tmp_path.glob("*.svg"):
        ET.parse(picture)
        assert picture.name in page
    for number in (1, 2, 3):
        record = records.loads((tmp_path / f"tictactoe-{number}.json").read_bytes())
        assert records.replay(record, find_game(NOUGHTS)).outcome is not None


def test_pieces_have_the_names_that_the_game_gives_them(
    profiled: tuple[Profile, list[Path]], monkeypatch: pytest.MonkeyPatch
) -> None:
    profile, _ = profiled
    monkeypatch.setattr(type(profile.game), "piece_names", {"cross": "mark of X"})
    (pieces,) = (part for part in profile_parts(profile) if part.title == "Pieces")
    assert {row[0] for row in pieces.rows} == {"mark of X", "ring"}


def test_a_longer_profile_plays_only_the_rest(profiled: tuple[Profile, list[Path]]) -> None:
    executor = Together()
    longer = PLAN._replace(games=14)
    assert play_profile(longer, profiled[1][0].parent, executor, lambda *_: None) == profiled[1]
    assert len(executor.given) == 2


def test_the_command_of_a_profile_can_be_typed(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    words = PLAN._replace(games=2, match_games=2).command.split()[2:]
    run = ["--workers", "1", "--out", str(tmp_path), "--docs", str(tmp_path / "docs")]
    found = CliRunner().invoke(
        make_application(["profile", "games"]),
        ["profile", NOUGHTS, *words[1:], *run],
        catch_exceptions=False,
    )
    assert found.exit_code == 0
    assert (tmp_path / "docs" / "tictactoe.md").is_file()


def test_the_lead_changes_when_the_other_seat_has_the_better_chance() -> None:
    assert winning_chance(LEADING) > 0.6
    infos = {
        number: [{"score": score}]
        for number, score in enumerate([0, 0, LEADING, -LEADING, 0, LEADING, -LEADING])
    }
    # Seat 0 leads from the third move on, and seat 1 from the sixth on.
    assert count_lead_changes(infos, [0, 1, 0, 1, 0, 1, 0]) == 1
    assert count_lead_changes({}, [0, 1]) is None
    assert count_lead_changes({0: [{"depth": 3}]}, [0, 1]) is None


def test_the_acting_piece_is_the_one_that_a_move_begins_with() -> None:
    caldera = load("caldera")
    position = caldera.new()
    by_notation = {caldera.notate(position, move): move for move in caldera.moves(position)}
    forge = next(move for notation, move in by_notation.items() if "^" in notation)
    assert acting_piece(caldera, position, forge) == "smith"
