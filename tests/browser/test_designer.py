"""A designer edits the rules, and the page in the browser follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from ludarium.design.game_skeleton import write_skeleton
from tests.browser.visitor import Visitor
from tests.server.serving import Process

RESTART_MS = 120_000  # for a server to start again on a loaded machine


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    name = write_skeleton("rows", tmp_path_factory.mktemp("design"))
    return Path(name.rpartition(":")[0])


@pytest.fixture(scope="module")
def server(file: Path) -> Iterator[Process]:
    """A designer's server of a new game."""
    process = Process(str(file.with_name("rooms.db")), "--workers", "1", "--game", f"{file}:Rows")
    process.start()
    try:
        yield process
    finally:
        process.kill(15)


def test_an_edited_rule_arrives_in_the_page(visit: Callable[..., Visitor], file: Path) -> None:
    ada = visit()
    ada.cut = True  # the server starts again with every version
    ada.new_game("rows", "Same screen")
    cells = ada.page.locator(".stage .board [role=gridcell]")
    expect(cells).to_have_count(16)
    sound = file.read_text("utf-8")

    file.write_text(sound.replace("BoardShape(4, 4)", "BoardShape(5, 4)"), "utf-8")
    expect(cells).to_have_count(20, timeout=RESTART_MS)

    file.write_text(sound.replace("BoardShape(4, 4)", "BoardShape(5, x)"), "utf-8")
    error = ada.page.get_by_role("alert").filter(has_text="rows.py, line 14")
    expect(error).to_contain_text("NameError: name 'x' is not defined", timeout=RESTART_MS)
    expect(cells).to_have_count(20)

    file.write_text(sound.replace("BoardShape(4, 4)", "BoardShape(3, 4)"), "utf-8")
    expect(cells).to_have_count(12, timeout=RESTART_MS)
    expect(error).to_have_count(0)


def test_the_gallery_draws_the_whole_vocabulary(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    ada.go("/gallery")
    expect(ada.page.locator("section.exhibit")).to_have_count(8)
    expect(
        ada.page.get_by_role("gridcell", name="a2, First mirror, facing north, with 0")
    ).to_have_count(1)
    ada.page.get_by_role("button", name="beam", exact=True).click()
    expect(ada.page.locator("#events [role=status]")).to_contain_text("beam from")
