"""The main journeys once more, in Firefox."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Playwright

from tests.browser import (
    test_analysis,
    test_games,
    test_input,
    test_learning,
    test_online,
    test_records,
    test_trouble,
)
from tests.browser.conftest import find_browser
from tests.browser.visitor import Visitor
from tests.server.serving import Process


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Firefox over WebDriver BiDi."""
    browser = playwright.firefox.launch(
        channel="moz-firefox", executable_path=find_browser("firefox.sh")
    )
    yield browser
    browser.close()


def test_a_game_is_won_by_mouse(visit: Callable[..., Visitor]) -> None:
    test_games.test_a_game_is_won_against_a_bot_by_mouse(visit, "pyramids")


def test_a_game_is_won_by_keyboard_from_the_home_page(visit: Callable[..., Visitor]) -> None:
    test_games.test_a_game_is_won_against_a_bot_by_keyboard_alone(visit, "skysummit")


def test_two_play_online_while_a_third_watches(visit: Callable[..., Visitor]) -> None:
    test_online.test_two_play_online_while_a_third_watches(visit)


def test_a_reload_and_a_cut_connection(visit: Callable[..., Visitor], server: Process) -> None:
    test_trouble.test_a_reload_in_the_middle_of_a_game_and_of_a_move(visit)
    test_trouble.test_a_cut_connection_is_shown_and_comes_back(visit, server)


def test_a_record_is_analysed_and_played_on(visit: Callable[..., Visitor]) -> None:
    test_analysis.test_a_record_is_stepped_through_by_keys_and_played_on(visit)


def test_a_piece_is_dragged(visit: Callable[..., Visitor]) -> None:
    test_input.test_a_piece_is_dragged(visit)


def test_puzzles_are_solved(visit: Callable[..., Visitor], server: Process) -> None:
    test_learning.test_puzzles_are_solved_rated_and_counted(visit, server)


def test_what_is_downloaded_can_be_uploaded(visit: Callable[..., Visitor]) -> None:
    # Firefox reports no downloads over BiDi.
    test_records.upload_saved_record(visit, test_records.fetch_file)
