"""What members see of an operator's acts: a hidden message, a closed room, a ban."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from ludarium.server.admin.desk import open_desk
from tests.browser.visitor import Visitor
from tests.server.serving import Guest, Process


def test_members_are_told_what_an_operator_does(
    visit: Callable[..., Visitor], server: Process
) -> None:
    ada, bob = visit(), visit()
    with Guest(server.port) as eve, open_desk(server.database, "olga") as desk:
        eve.ask("post", text="Vile words")
        ada.go("/lobby")
        ada.expect_text("Vile words")
        desk.hide_notice(1)
        expect(ada.page.get_by_text("Vile words")).to_have_count(0)
        code = eve.create("forge", "host", "open", public=True)
        for visitor in (ada, bob):
            visitor.go(f"/play/{code}")
            visitor.room()
        bob.page.get_by_role("button", name="Sit down as").first.click()
        desk.close_room(code, "A test of the closing.")
        for visitor in (ada, bob):
            visitor.expect_text("A test of the closing.")
        member = ada.page.evaluate("fetch('/api/me').then((me) => me.json())")["member"]
        desk.impose("ban", member, 3600.0, "Rude again.")
        ada.expect_text("Rude again.")
        ada.page.reload()
        ada.expect_text("You are banned from this site until")
        desk.lift(member)
