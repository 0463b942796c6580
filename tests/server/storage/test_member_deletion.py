"""Keys, my games, and deletion: on both databases."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ludarium.core import record as records
from ludarium.server.runtime.identity import Identities, browser_digest
from ludarium.server.runtime.settings import Settings
from ludarium.server.storage import identity_keys
from ludarium.server.storage.database import open_database
from ludarium.server.storage.identity_keys import check_key, key_words, make_key, parse_key
from ludarium.server.storage.member_deletion import DELETED_NAME, anonymise_event
from ludarium.server.storage.store import Store
from tests.server.serving import Guest, ask, move_of, running


def test_a_key_opens_one_member_until_it_is_replaced_or_revoked(store: Store) -> None:
    first = make_key(store, "m1", 1.0)
    store.commit_writes([first.write, make_key(store, "m2", 1.0).write])
    assert check_key(store, first.words) == "m1"
    typed = "-".join(word[:4].upper() for word in first.words.split())
    assert check_key(store, typed) == "m1"
    wrong = [*first.words.split()[:-1], next(w for w in key_words() if w not in first.words)]
    assert check_key(store, " ".join(wrong)) is None
    second = make_key(store, "m1", 2.0)
    store.commit_writes([second.write])
    assert check_key(store, first.words) is None
    assert check_key(store, second.words) == "m1"
    assert identity_keys.key_made_at(store, "m1") == 2.0
    store.commit_writes([identity_keys.revoke_key("m1")])
    assert check_key(store, second.words) is None
    with store.engine.connect() as connection:
        stored = str(connection.exec_driver_sql("SELECT * FROM identity_keys").all())
    assert not any(word in stored for word in second.words.split()[2:] if len(word) > 6)


@pytest.mark.parametrize(
    "text", ["", "abandon", "abandon " * 9, "xyzzy " * 8, "\x00" * 8, "é " * 8]
)
def test_what_is_no_key_is_not_parsed(text: str) -> None:
    assert parse_key(text) is None


def test_a_linked_browser_is_the_member_until_it_is_signed_out(store: Store) -> None:
    identities = Identities(store)
    member = identities.read_token(identities.new_token())
    assert member is not None
    token = identities.linked_token(member.id)
    assert identities.read_token(token) is None
    link = identity_keys.link_browser(member.id, browser_digest(token), 1.0)
    store.commit_writes([link])
    store.commit_writes([link])
    assert identities.read_token(token) == member
    assert identities.read_token(token[:-1]) is None
    assert identities.read_token(token.replace(member.id, "m" + "0" * 15)) is None
    other = identities.linked_token(member.id)
    store.commit_writes([identity_keys.link_browser(member.id, browser_digest(other), 2.0)])
    store.commit_writes([identity_keys.unlink_browsers(member.id, browser_digest(other))])
    assert identities.read_token(token) is None
    assert identities.read_token(other) == member
    for at in range(identity_keys.MAX_LINKED_BROWSERS):
        store.commit_writes([identity_keys.link_browser(member.id, f"{at:064}", 3.0 + at)])
    assert identities.read_token(other) is None
    assert len(identity_keys.linked_times(store, member.id)) == identity_keys.MAX_LINKED_BROWSERS


def test_an_event_loses_ids_names_and_texts() -> None:
    ids = {"m1": "x1"}
    said = {
        "by": "m1",
        "fact": {"type": "said", "name": "Ada", "text": "Hello", "channel": "players"},
    }
    after = anonymise_event(said, ids)
    assert after["by"] == "x1"
    assert "Ada" not in str(after)
    assert "Hello" not in str(after)
    holder = {"kind": "person", "name": "Ada", "member": "m1"}
    began = {"by": "m2", "fact": {"type": "began", "seats": [holder, {**holder, "member": "m2"}]}}
    seats = anonymise_event(began, ids)["fact"]["seats"]
    assert seats[0] == {**holder, "name": DELETED_NAME, "member": "x1"}
    assert seats[1]["name"] == "Ada"
    other = {"by": "m2", "fact": {"type": "said", "name": "Bob", "text": "Ada"}}
    assert anonymise_event(other, ids) == other


def play_and_resign(one: Guest, other: Guest, **setup: Any) -> str:
    """A finished game of two people, rated if the set-up says so; the first one wins."""
    code = one.create("forge", "host", "open", **setup)
    other.enter(code)
    other.ask("sit", room=code, seat=1)
    for _ in range(2):
        one.ask("play", **move_of(one.turn(code)))
        other.ask("play", **move_of(other.turn(code)))
    one.ask("say", room=code, text="Secret words")
    other.ask("resign", room=code)
    return code


def post(port: int, path: str, body: object, cookie: str) -> tuple[int, Any, dict[str, str]]:
    data = json.dumps(body).encode()
    return ask(port, path, data, Cookie=cookie, Content_Type="application/json")


def test_my_games_profile_and_deletion(database: str) -> None:
    settings = Settings(database=database, workers=1, questions=10_000)
    with running(settings) as port, Guest(port) as ada, Guest(port) as bob:
        ada.ask("rename", name="Ada L.")
        bob.ask("rename", name="Bob")
        ada.ask("post", text="Who plays?")
        play_and_resign(ada, bob, public=True, rated=True, takebacks=False)
        play_and_resign(ada, bob)
        alone = ada.create("forge", "host", "host")
        ada.ask("play", **move_of(ada.turn(alone)))
        ada.turn(alone)
        ada.ask("resign", room=alone, seat=0)
        member, cookie = ada.welcome["member"], ada.cookie

        def mine(query: str = "") -> list[Any]:
            found: list[Any] = ask(port, f"/api/me/games{query}", Cookie=cookie)[1]
            return found

        assert len(mine()) == 3
        assert [one["public"] for one in mine("?opponent=person")] == [False, True]
        assert [one["yours"] for one in mine("?opponent=self")] == [[0, 1]]
        assert len(mine("?outcome=won")) == 2
        assert mine("?outcome=lost") == mine("?level=easy") == mine("?opponent=bot") == []
        assert len(mine("?rated=true")) == 1
        assert len(mine("?game=forge&limit=1")) == 1
        assert len(ask(port, "/api/results")[1]) == 1
        [tally] = ask(port, "/api/me/summary", Cookie=cookie)[1]["tallies"]
        assert tally == {
            "game": "forge",
            "kind": "person",
            "level": "",
            "games": 2,
            "wins": 2,
            "draws": 0,
        }
        [rated] = ask(port, f"/api/players/{member}")[1]["ratings"]
        assert [point["rating"] for point in rated["curve"]] == [rated["rating"]]
        assert ask(port, "/api/players/m000000000000000")[0] == 404

        exported = ask(port, "/api/me/export", Cookie=cookie)[1]
        assert len(exported["results"]) == 3
        assert len(exported["rating_history"]) == 1

        refused = post(port, "/api/me/deletion", {"name": "Bob"}, cookie)
        assert (refused[0], refused[1]["code"]) == (422, "not_confirmed")
        running_game = ada.create("forge", "host", "host")
        refused = post(port, "/api/me/deletion", {"name": "Ada L."}, cookie)
        assert refused[1]["code"] == "still_seated"
        assert running_game in refused[1]["message"]
        ada.turn(running_game)
        ada.ask("resign", room=running_game, seat=0)
        status, told, headers = post(port, "/api/me/deletion", {"name": "Ada L."}, cookie)
        assert status == 200, told
        assert told["games_anonymised"] == 2
        assert told["messages_deleted"] == 1
        assert {name.lower() for name in headers} >= {"set-cookie"}
        assert mine() == []
        assert ask(port, f"/api/players/{member}")[0] == 404
        theirs = ask(port, "/api/me/games", Cookie=bob.cookie)[1]
        assert [one["seats"][0]["name"] for one in theirs] == [DELETED_NAME] * 2
        document = ask(port, f"/api/records/{theirs[0]['id']}", Cookie=bob.cookie)[1]
        records.replay(records.loads(json.dumps(document)))  # its hash chain fits
    store = Store(open_database(database))
    with store.engine.connect() as connection:
        for table in (
            "members",
            "events",
            "results",
            "seats",
            "ratings",
            "rating_history",
            "notices",
        ):
            rows = str(connection.exec_driver_sql(f"SELECT * FROM {table}").all())
            assert member not in rows, table
            assert "Ada L." not in rows, table
            assert "Secret words" not in rows, table
    store.close()


def test_wrong_keys_are_limited_per_address_and_a_right_one_gives_the_identity(
    database: str,
) -> None:
    settings = Settings(database=database, workers=1, questions=10_000)
    with running(settings) as port, Guest(port) as ada:
        words = post(port, "/api/me/key", {}, ada.cookie)[1]["words"]
        status, me, headers = post(port, "/api/key", {"words": words.title()}, "")
        assert (status, me["member"]) == (200, ada.welcome["member"])
        [cookie] = [value for name, value in headers.items() if name.lower() == "set-cookie"]
        with Guest(port, cookie.partition(";")[0]) as phone:
            assert phone.welcome["member"] == ada.welcome["member"]
            assert len(ask(port, "/api/me/summary", Cookie=phone.cookie)[1]["browsers"]) == 1
        codes = [post(port, "/api/key", {"words": "zoo " * 8}, "")[1]["code"] for _ in range(11)]
        assert codes == ["wrong_key"] * 10 + ["too_often"]
        assert post(port, "/api/key", {"words": words}, "")[1]["code"] == "too_often"
        ask(port, "/api/me/key", None, "DELETE", Cookie=ada.cookie)
        assert ask(port, "/api/me/summary", Cookie=ada.cookie)[1]["key_at"] is None
