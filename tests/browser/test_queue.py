"""More bots think than there are engines: the page shows the queue."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.hands import Mouse
from tests.browser.visitor import Visitor
from tests.server.serving import Process


@contextmanager
def standing(server: Process) -> Iterator[None]:
    """The server's engine is stopped, like one with a long search."""
    assert server.process is not None
    pid = server.process.pid
    engines = [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    assert engines
    for engine in engines:
        os.kill(engine, signal.SIGSTOP)
    try:
        yield
    finally:
        for engine in engines:
            os.kill(engine, signal.SIGCONT)


def test_the_page_shows_that_a_bot_waits_for_a_processor(
    visit: Callable[..., Visitor], server: Process
) -> None:
    ann, bob = visit(), visit()
    for each in (ann, bob):
        each.new_game("skysummit", "Computer", "Easy")
        Mouse(each, 1).move()
        each.until(lambda seen: seen.able, "the bot's move")
    with standing(server):
        Mouse(ann, 2).move()
        expect(ann.page.locator(".plate .doing")).to_have_text("Thinking")
        Mouse(bob, 2).move()
        expect(bob.page.locator(".plate .doing")).to_have_text(
            "Waiting for a free processor, number 1 in the queue"
        )
        expect(ann.page.locator(".plate .doing")).to_have_text("Thinking")
    for each in (ann, bob):
        each.until(lambda seen: seen.able, "the bot's next move")
        expect(each.page.locator(".plate .doing")).to_have_count(0)
