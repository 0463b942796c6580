"""Operators act on a running server through its database, and every node follows."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from ludarium.server.admin import desk as desks
from ludarium.server.admin.desk import OperatorDesk, open_desk
from ludarium.server.admin.subjects import AdminError, parse_subject, parse_time_span
from ludarium.server.protocol.codec import Enter, Follow, Play, Post, Rename, Say, Sit
from ludarium.server.runtime import moderation
from ludarium.server.runtime.connection import CLOSE_BANNED, CLOSE_RESTART
from ludarium.server.runtime.hub import Hub
from ludarium.server.storage.admin_acts import last_acts
from ludarium.server.storage.database import open_database
from ludarium.server.storage.sanctions import read_sanctions
from ludarium.server.storage.store import Store
from tests.server.cluster.nodes import clustered, open_game, visit
from tests.server.hosting import Tab, creation, hosted, until

ANN, BOB, EVE = "m00000000000000a", "m00000000000000b", "m00000000000000e"


@pytest.fixture(autouse=True)
def quick_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moderation, "FOLLOW_ACTS_S", 0.02)


@pytest.fixture
def desk(database: str) -> Iterator[OperatorDesk]:
    Store(open_database(database)).close()
    with open_desk(database, "olga") as opened:
        yield opened


async def ask_desk(work: Any, *given: Any) -> Any:
    """Act as an operator in another process would: beside the event loop of the server."""
    return await asyncio.to_thread(work, *given)


async def two_players(hub: Hub) -> tuple[str, Tab, Tab]:
    ann, bob = Tab(hub, ANN), Tab(hub, BOB)
    done = await ann.done(creation("open", "host", "open", public=True))
    bob.say(Enter(id="enter", room=done.room))
    await bob.done(Sit(id="sit", room=done.room, seat=1))
    return done.room, ann, bob


def told(tab: Tab, kind: str) -> list[dict[str, Any]]:
    return [one for one in tab.told if one["type"] == kind]


def facts(tab: Tab) -> list[dict[str, Any]]:
    return [one["fact"] for one in told(tab, "event")]


def test_a_closed_room_tells_its_players_why_and_has_no_result(
    store: Store, desk: OperatorDesk
) -> None:
    async def scenario() -> None:
        async with hosted(store) as hub:
            code, ann, bob = await two_players(hub)
            eve = Tab(hub, EVE)
            eve.say(Enter(id="watch", room=code))
            await until(lambda: bool(told(eve, "snapshot")))
            await ask_desk(desk.close_room, code.lower(), "Rude names.")
            for tab in (ann, bob, eve):
                await until(lambda tab=tab: bool(told(tab, "dismissed")))  # type: ignore[misc]
                dismissed = told(tab, "dismissed")[0]
                assert dismissed["code"] == "closed_by_operator"
                assert "Rude names." in dismissed["message"]
                ended, closed = facts(tab)[-2:]
                assert (ended["type"], ended["winner"], ended["reason"]) == (
                    "ended",
                    None,
                    "aborted",
                )
                assert closed == {"type": "closed", "why": "operator"}
            assert not hub.site.rooms
            with pytest.raises(AdminError, match="no open room"):
                await ask_desk(desk.close_room, code)
            again = last_acts(desk.engine, 5)
            assert [(act.operator, act.action, act.subject, act.state) for act in again] == [
                ("olga", "close", code, "done")
            ]

    asyncio.run(scenario())
    assert store.open_rooms() == []


def test_an_order_without_a_server_is_withdrawn(
    store: Store, desk: OperatorDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def open_room() -> str:
        async with hosted(store) as hub:
            code, *_ = await two_players(hub)
            return code

    monkeypatch.setattr(desks, "ANSWER_TIMEOUT_S", 0.0)
    code = asyncio.run(open_room())
    with pytest.raises(AdminError) as failed:
        desk.close_room(code)
    assert failed.value.code == "no_server"
    assert last_acts(desk.engine, 1)[0].state == "withdrawn"

    async def later() -> None:
        async with hosted(store) as hub:
            await hub.moderation.follow_once()
            assert hub.site.is_expected(code) or code in hub.site.rooms

    asyncio.run(later())


def test_a_muted_member_writes_nothing_and_plays_on(store: Store, desk: OperatorDesk) -> None:
    async def scenario() -> None:
        async with hosted(store) as hub:
            code, ann, bob = await two_players(hub)
            await ask_desk(desk.impose, "mute", ANN, 3600.0, "Spam.")
            await until(lambda: hub.moderation.has_sanctions)
            texts = [
                Say(id="s", room=code, text="Hi"),
                Post(id="p", text="Hi"),
                Rename(id="r", name="Anna"),
                creation("c", "host", "open", label="Hi"),
            ]
            for message in texts:
                ann.say(message)
                refusal = await ann.answered(message.id)
                assert (refusal["type"], refusal["code"]) == ("refusal", "muted")
                assert "UTC. Reason: Spam." in refusal["message"]
            await bob.done(Say(id="s", room=code, text="Hi"))
            turn = (told(ann, "turn") or told(bob, "turn"))[-1]
            mover = ann if told(ann, "turn") else bob
            move = turn["choices"][0]["move"]
            await mover.done(Play(id="m", room=code, ply=turn["ply"], move=move))
            assert await ask_desk(desk.lift, ANN) == ["mute"]
            await until(lambda: not hub.moderation.has_sanctions)
            await ann.done(Say(id="again", room=code, text="Hi"))

    asyncio.run(scenario())


def test_a_ban_closes_tabs_and_with_them_their_addresses(store: Store, desk: OperatorDesk) -> None:
    async def scenario() -> None:
        async with hosted(store) as hub:
            ann, bob = Tab(hub, ANN), Tab(hub, BOB)
            bob.connection.address = "198.51.100.7"
            await ask_desk(desk.impose, "ban", ANN, None, "Cheating.", True)
            assert await ann.hung_up() == CLOSE_BANNED
            refusal = ann.told[-1]
            assert (refusal["type"], refusal["code"]) == ("refusal", "banned")
            assert refusal["message"] == "You are banned from this site. Reason: Cheating."
            await until(lambda: hub.moderation.ban_of(Tab(hub, EVE).connection) is not None)
            assert bob.closed is None
            subjects = {(one.kind, one.subject) for one in read_sanctions(desk.engine)}
            assert subjects == {("ban", ANN), ("ban", "127.0.0.1")}

    asyncio.run(scenario())


def test_a_ban_outlives_a_restart_and_ends_in_time(
    store: Store, desk: OperatorDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.impose("ban", "198.51.100.0/24", 3600.0)

    async def scenario() -> None:
        async with hosted(store) as hub:
            tab = Tab(hub, ANN)
            assert hub.moderation.ban_of(tab.connection) is None
            tab.connection.address = "198.51.100.9"
            assert hub.moderation.ban_of(tab.connection) is not None
            present = hub.now
            monkeypatch.setattr(hub, "now", lambda: present() + 3601.0)
            assert hub.moderation.ban_of(tab.connection) is None

    asyncio.run(scenario())


def test_a_hidden_notice_is_gone_for_followers_newcomers_and_after_a_restart(
    store: Store, desk: OperatorDesk
) -> None:
    async def scenario() -> None:
        async with hosted(store) as hub:
            ann = Tab(hub, ANN)
            await ann.done(Follow(id="f", list="notices"))
            for number in range(3):
                await ann.done(Post(id=f"p{number}", text=f"Line {number}"))
            assert await ask_desk(desk.hide_notice, 3) == ANN
            await until(lambda: any(one["whole"] for one in told(ann, "notices")[1:]))
            assert lines(told(ann, "notices")[-1]) == ["Line 0", "Line 1"]
            bob = Tab(hub, BOB)
            await bob.done(Follow(id="f", list="notices", last=3))  # it had read the third
            assert lines(told(bob, "notices")[-1]) == ["Line 0", "Line 1"]
            with pytest.raises(AdminError, match="no such message"):
                await ask_desk(desk.hide_notice, 3)
        async with hosted(store) as hub:
            bob = Tab(hub, BOB)
            await bob.done(Post(id="next", text="Line 3"))  # under a number of its own
            await bob.done(Follow(id="f", list="notices"))
            assert lines(told(bob, "notices")[-1]) == ["Line 0", "Line 1", "Line 3"]

    asyncio.run(scenario())


def lines(change: dict[str, Any]) -> list[str]:
    return [notice["text"] for notice in change["put"]]


def test_a_hidden_line_of_chat_is_gone_from_room_and_store(
    store: Store, desk: OperatorDesk
) -> None:
    async def scenario() -> None:
        async with hosted(store) as hub:
            code, ann, bob = await two_players(hub)
            said = await ann.done(Say(id="s", room=code, text="Vile words"))
            await ask_desk(desk.hide_line, code, said.number)
            await until(lambda: {"type": "hidden", "line": said.number} in facts(bob))
            eve = Tab(hub, EVE)
            for last in (None, said.number - 1):
                eve.say(Enter(id="w", room=code, last=last))
            await until(lambda: len(told(eve, "snapshot")) + len(told(eve, "tail")) == 2)
            assert "Vile" not in json.dumps(eve.told)
            with pytest.raises(AdminError, match="no such line"):
                await ask_desk(desk.hide_line, code, 1)
            key = hub.archive.keys[code]
            assert "Vile" not in "".join(store.all_events(key))
        async with hosted(store) as hub:
            eve = Tab(hub, EVE)
            eve.say(Enter(id="w", room=code))
            await until(lambda: bool(told(eve, "snapshot")))
            assert "chat" not in told(eve, "snapshot")[0]

    asyncio.run(scenario())


def test_deleted_data_are_gone_and_its_tabs_come_again_as_a_guest(
    store: Store, desk: OperatorDesk
) -> None:
    async def scenario() -> None:
        async with hosted(store) as hub:
            ann = Tab(hub, ANN)
            await ann.done(Rename(id="r", name="Anna"))
            await ann.done(Follow(id="f", list="notices"))
            await ann.done(Post(id="p", text="Hello"))
            done = await ann.done(creation("open", "host", "open"))
            with pytest.raises(AdminError) as refused:
                await ask_desk(desk.delete_member, ANN)
            assert refused.value.code == "still_seated"
            assert done.room in refused.value.message
            await ask_desk(desk.close_room, done.room)
            await ask_desk(desk.delete_member, ANN)
            assert await ann.hung_up() == CLOSE_RESTART
            assert hub.identities.name_of(ANN) != "Anna"
            assert lines(told(ann, "notices")[-1]) == []
            with pytest.raises(AdminError, match="nothing about that member"):
                await ask_desk(desk.delete_member, ANN)

    asyncio.run(scenario())


def test_a_banned_player_loses_the_game_at_once(store: Store, desk: OperatorDesk) -> None:
    async def scenario() -> None:
        async with hosted(store) as hub:
            _, ann, bob = await two_players(hub)
            waiting = await bob.done(creation("wait", "host", "open", public=True))
            alone = await bob.done(creation("alone", "host", "bot"))
            await ask_desk(desk.impose, "ban", BOB, 60.0)
            await until(lambda: any(fact["type"] == "ended" for fact in facts(ann)))
            ended = next(fact for fact in facts(ann) if fact["type"] == "ended")
            assert (ended["winner"], ended["reason"]) == (0, "abandoned")
            await until(lambda: not {waiting.room, alone.room} & hub.site.rooms.keys())

    asyncio.run(scenario())


def test_a_player_who_was_banned_while_the_server_was_down_loses_too(
    store: Store, desk: OperatorDesk
) -> None:
    async def play() -> str:
        async with hosted(store) as hub:
            code, *_ = await two_players(hub)
            return code

    async def come_back(code: str) -> None:
        async with hosted(store) as hub:
            await until(lambda: code in hub.site.rooms)
            assert hub.site.rooms[code].state.phase == "finished"

    code = asyncio.run(play())
    desk.impose("ban", BOB, None)
    asyncio.run(come_back(code))


def test_a_deleted_member_is_gone_from_rooms_in_memory_of_every_node(
    postgres_database: str,
) -> None:
    async def scenario() -> None:
        async with clustered(postgres_database, 2) as (one, two):
            with open_desk(postgres_database, "olga") as desk:
                ann, bob, eve = visit(one, ANN), visit(two, BOB), visit(two, EVE)
                code = await open_game(ann, bob)
                eve.say(Enter(id="watch", room=code))
                await until(lambda: bool(told(eve, "snapshot")))
                await eve.done(Say(id="s", room=code, text="My secret"))
                await ask_desk(desk.delete_member, EVE)
                await ann.hung_up()  # the room is read again
                again = visit(one, ANN)
                again.say(Enter(id="again", room=code))
                await until(lambda: bool(told(again, "snapshot")))
                assert EVE not in json.dumps(again.told)
                assert "My secret" not in json.dumps(again.told)
                assert one.hub.site.rooms[code].state.phase == "playing"

    asyncio.run(scenario())


def test_every_node_of_a_cluster_follows(postgres_database: str) -> None:
    async def scenario() -> None:
        async with clustered(postgres_database, 2) as (one, two):
            with open_desk(postgres_database, "olga") as desk:
                ann, bob = visit(one, ANN), visit(two, BOB)
                code = await open_game(ann, bob)
                await bob.done(Follow(id="f", list="notices"))
                await ann.done(Post(id="p", text="Vile"))
                await until(lambda: bool(told(bob, "notices")[1:]))
                await ask_desk(desk.hide_notice, 1)
                await until(lambda: lines(told(bob, "notices")[-1]) == [])
                await ask_desk(desk.impose, "mute", BOB, None)
                await until(lambda: two.hub.moderation.has_sanctions)
                bob.say(Say(id="s", room=code, text="Hi"))
                assert (await bob.answered("s"))["code"] == "muted"
                await ask_desk(desk.close_room, code)
                await until(lambda: bool(told(bob, "dismissed")))
                assert not one.hub.site.rooms
                await ask_desk(desk.impose, "ban", BOB, None)
                assert await bob.hung_up() == CLOSE_BANNED

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("m0123456789abcde", "m0123456789abcde"),
        ("p0123456789abcdef", "p0123456789abcdef"),
        ("192.0.2.1", "192.0.2.1"),
        (" 192.0.2.77/24 ", "192.0.2.0/24"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("2001:db8::/32", "2001:db8::/32"),
    ],
)
def test_a_subject_is_a_member_or_a_network(written: str, key: str) -> None:
    assert parse_subject(written).key == key


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("Ada", "wrong_subject"),
        ("", "wrong_subject"),
        ("0.0.0.0/0", "too_wide"),
        ("::/3", "too_wide"),
    ],
)
def test_another_subject_is_refused(written: str, code: str) -> None:
    with pytest.raises(AdminError) as refused:
        parse_subject(written)
    assert refused.value.code == code


def test_a_time_span_has_a_unit() -> None:
    assert [parse_time_span(text) for text in ("90s", "2m", "1h", "1d", "1w")] == [
        90,
        120,
        3600,
        86_400,
        604_800,
    ]
    for wrong in ("", "0d", "1", "d", "-1d", "1y", "1.5h", "9999999d"):
        with pytest.raises(AdminError, match="30m"):
            parse_time_span(wrong)
