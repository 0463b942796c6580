"""HTTP API: games, records, results, tokens and health, and their limits."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from ludarium import games, load
from ludarium.agents.level_ratings import level_ratings
from ludarium.agents.levels import DIAL, MARKS, find_mark
from ludarium.core import record as records
from ludarium.core.match import Match
from ludarium.server.runtime.settings import Settings
from tests.server.serving import PATIENCE, Guest, ask, move_of, running
from tests.server.transport.test_protocol_switch import SHAKE


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    database: Path = tmp_path_factory.mktemp("http") / "ludarium.db"
    # On a fast machine a whole game takes no time at all: more moves than anybody may make.
    with running(
        Settings(database=str(database), workers=1, messages=10_000, questions=10_000)
    ) as port:
        yield port


def test_every_game_is_told_with_its_rules(port: int) -> None:
    status, told, _ = ask(port, "/api/games")
    assert status == 200
    assert [game["id"] for game in told] == games()
    for game in told:
        assert ask(port, f"/api/games/{game['id']}/rules")[1].decode() == load(game["id"]).rules()
        assert ask(port, f"/api/games/{game['id']}/leaderboard")[:2] == (200, [])


def test_every_game_is_told_with_its_dial(port: int) -> None:
    """The form of a new game shows the Elo of a level from here."""
    for game in ask(port, "/api/games")[1]:
        measured = level_ratings(game["id"])
        assert game["ratings"] == msgspec.to_builtins(measured)
        assert set(measured) == set(DIAL)
        assert game["marks"] == {mark: find_mark(game["id"], mark) for mark in MARKS}


def test_an_unknown_game_is_not_found_with_a_code(port: int) -> None:
    for path in ("/api/games/chess/rules", "/api/games/chess/leaderboard"):
        status, told, _ = ask(port, path)
        assert (status, told["code"]) == (404, "unknown_game")


def test_every_answer_has_the_headers_of_security(port: int) -> None:
    for path in ("/", "/api/games", "/api/games/chess/rules", "/no/such/page"):
        headers = ask(port, path)[2]
        assert "unsafe-inline" not in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_a_visitor_gets_a_cookie_once(port: int) -> None:
    _, me, headers = ask(port, "/api/me")
    cookie = headers["set-cookie"].partition(";")[0]
    _, again, others = ask(port, "/api/me", Cookie=cookie)
    assert again == me
    assert "set-cookie" not in others
    assert ask(port, "/api/me", Cookie=cookie + "x")[1] != me


def test_a_page_of_another_site_changes_nothing(port: int) -> None:
    cookie = ask(port, "/api/me")[2]["set-cookie"].partition(";")[0]
    body = json.dumps({"name": "Bot"}).encode()
    given = {"Cookie": cookie, "Content_Type": "application/json"}
    status, told, _ = ask(port, "/api/tokens", body, Origin="https://evil.example", **given)
    assert (status, told["code"]) == (403, "wrong_origin")
    own = f"http://127.0.0.1:{port}"
    assert ask(port, "/api/tokens", body, Origin=own, **given)[0] == 201


@pytest.mark.parametrize("origin", ["http://[", "http://]", "//[x", "http://[::1", "["])
def test_an_origin_that_is_no_url_is_a_wrong_one(port: int, origin: str) -> None:
    status, told, _ = ask(port, "/api/records/check", b"{}", Origin=origin)
    assert (status, told["code"]) == (403, "wrong_origin")
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as raw:
        raw.sendall(SHAKE.replace(b"Host", b"Origin: " + origin.encode() + b"\r\nHost"))
        assert raw.recv(100).startswith(b"HTTP/1.1 403 ")


@pytest.mark.parametrize("path", ["/api/positions", "/api/tokens", "/api/records/check"])
@pytest.mark.parametrize("depth", [500, 5_000, 100_000])
def test_a_document_nested_too_deeply_is_refused(port: int, path: str, depth: int) -> None:
    cookie = ask(port, "/api/me")[2]["set-cookie"].partition(";")[0]
    given = {"Cookie": cookie, "Content_Type": "application/json"}
    for begin, end in (("[", "]"), ('{"a":', "}")):
        deep = begin * depth + "0" + end * depth
        for body in (deep, f'{{"game":"forge","state":{deep}}}', f'{{"name":{deep}}}'):
            if len(body) < 512 * 1024:
                assert 400 <= ask(port, path, body.encode(), **given)[0] < 500


@pytest.mark.parametrize("broken", ["%0A", "%0D%0AX-Evil:%201", "%00", "%1b", "%7f"])
def test_a_path_with_a_line_break_is_not_found(port: int, broken: str) -> None:
    with Guest(port) as ada:
        room = ada.create("forge", "host", "host", public=True)
        for path in (
            f"/api/rooms/{room}{broken}/record",
            f"/api/rooms/{room}{broken}/replay",
            f"/api/records/1-1{broken}",
            f"/api/games/forge{broken}/rules",
            f"/{broken}",
        ):
            assert ask(port, path)[0] == 404
    assert ask(port, f"/api/results?player=x{broken}")[0] == 400


def test_browsers_are_told_of_https_only_where_it_is_in_use(port: int, tmp_path: Path) -> None:
    assert "strict-transport-security" not in ask(port, "/")[2]
    secured = Settings(database=str(tmp_path / "ludarium.db"), workers=1, secure=True)
    with running(secured) as other:
        for path in ("/", "/api/games", "/no/such/page"):
            assert ask(other, path)[2]["strict-transport-security"] == "max-age=31536000"


def test_the_contact_for_security_is_told_if_there_is_one(port: int, tmp_path: Path) -> None:
    path = "/.well-known/security.txt"
    assert ask(port, path)[0] == 404
    contact = "mailto:security@example.org"
    known = Settings(database=str(tmp_path / "l.db"), workers=1, security_contact=contact)
    with running(known) as other:
        status, text, headers = ask(other, path)
    assert status == 200
    assert headers["content-type"].startswith("text/plain")
    fields = dict(line.split(": ", 1) for line in text.decode().splitlines())
    assert fields["Contact"] == contact
    left = datetime.fromisoformat(fields["Expires"]) - datetime.now(UTC)
    assert timedelta(days=30) < left < timedelta(days=365)


def test_tokens_are_made_listed_and_revoked_by_their_owner(port: int) -> None:
    cookie = ask(port, "/api/me")[2]["set-cookie"].partition(";")[0]
    body = json.dumps({"name": " Deep\tSand "}).encode()
    json_ = {"Content_Type": "application/json"}
    assert ask(port, "/api/tokens", body, **json_)[0] == 401
    status, made, _ = ask(port, "/api/tokens", body, Cookie=cookie, **json_)
    assert (status, made["name"]) == (201, "Deep Sand")
    _, listed, _ = ask(port, "/api/tokens", Cookie=cookie)
    assert listed == [{"member": made["member"], "name": "Deep Sand"}]
    path = f"/api/tokens/{made['member']}"
    stranger = ask(port, "/api/me")[2]["set-cookie"].partition(";")[0]
    assert ask(port, path, method="DELETE", Cookie=stranger)[0] == 404
    assert ask(port, path, method="DELETE", Cookie=cookie)[0] == 204
    assert ask(port, "/api/tokens", Cookie=cookie)[1] == []


def test_a_name_that_is_too_long_is_refused_with_a_sentence(port: int) -> None:
    cookie = ask(port, "/api/me")[2]["set-cookie"].partition(";")[0]
    body = json.dumps({"name": "x" * 25}).encode()
    status, told, _ = ask(port, "/api/tokens", body, Cookie=cookie, Content_Type="application/json")
    assert (status, told["code"]) == (422, "too_long")


def test_a_record_is_checked_move_by_move(port: int) -> None:
    match = Match(load("skysummit"))
    for _ in range(5):
        match.play(match.game.moves(match.position)[0])
    document = records.dumps(records.record(match)).encode()
    status, told, _ = ask(port, "/api/records/check", document)
    assert (status, told["game"], told["moves"]) == (200, "skysummit", 5)
    broken = document.replace(b'"seed": 0', b'"seed": 1')
    assert ask(port, "/api/records/check", broken)[1]["code"] == "broken_chain"
    for bad in (b"", b"[", b"[" * 100_000, b"{}", b"\xff\xfe", b'{"format": 1e400}'):
        assert ask(port, "/api/records/check", bad)[0] == 422


def test_too_large_a_record_is_not_read(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port)) as caller:
        head = (
            "POST /api/records/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 600000\r\n\r\n"
        )
        caller.sendall(head.encode())
        assert caller.recv(100).startswith(b"HTTP/1.1 413")


def test_a_finished_game_is_in_the_hall_of_records(port: int) -> None:
    with Guest(port) as ada:
        room = ada.create("forge", "host", "easy", public=True, rated=True, takebacks=False)
        while True:
            message = ada.until(
                lambda m: (
                    m["type"] == "turn" or (m["type"] == "event" and m["fact"]["type"] == "ended")
                )
            )
            if message["type"] == "event":
                break
            ada.say("play", **move_of(message))
        me = ada.welcome["member"]
        stranger = ask(port, f"/api/rooms/{room}/record")
        assert stranger[0] == 200  # the room is public
    _, found, _ = ask(port, f"/api/results?game=forge&player={me}")
    assert len(found) == 1
    result = found[0]
    assert [seat["kind"] for seat in result["seats"]] == ["person", "bot"]
    assert result["winner"] == message["fact"]["winner"]
    assert result["bots"]
    assert result["rated"]
    status, record, _ = ask(port, f"/api/records/{result['id']}")
    assert status == 200
    assert len(record["moves"]) == result["moves"]
    records.replay(records.loads(json.dumps(record)))
    ranked = {row["player"]: row for row in ask(port, "/api/games/forge/leaderboard")[1]}
    assert (ranked[me]["kind"], ranked[me]["games"]) == ("person", 1)
    assert ranked[me]["provisional"]
    assert ranked[me]["deviation"] < 350
    assert ranked["bot:easy"]["kind"] == "bot"
    assert ask(port, f"/api/results?before={result['at']}&player={me}")[1] == []
    assert ask(port, f"/api/results?bots=false&player={me}")[1] == []
    assert ask(port, "/api/results?reason=resigned")[1] == []


def test_a_private_rated_game_counts_and_is_in_no_public_list(port: int) -> None:
    with Guest(port) as ada, Guest(port) as ben:
        room = ada.create("caldera", "host", "open", rated=True, takebacks=False)
        ben.say("enter", room=room)
        assert ben.until(lambda m: m["type"] == "snapshot")["setup"]["rated"]
        ben.ask("sit", room=room, seat=1)
        for guest in (ada, ben, ada, ben):
            guest.say("play", **move_of(guest.turn(room)))
        ben.ask("resign", room=room)
        players = {guest.welcome["member"] for guest in (ada, ben)}
        ranked = ask(port, "/api/games/caldera/leaderboard")[1]
        assert {row["player"] for row in ranked} == players
        assert ask(port, "/api/results?game=caldera")[1] == []
        for member in players:
            assert ask(port, f"/api/results?player={member}")[1] == []
            cookie = ada.cookie if member == ada.welcome["member"] else ben.cookie
            assert ask(port, f"/api/results?player={member}", Cookie=cookie)[1] == []


@pytest.mark.parametrize("path", ["/api/games", "/api/health", "/api/me", "/"])
def test_a_query_that_is_not_read_holds_no_control_characters_either(port: int, path: str) -> None:
    for query in ("x=%00", "%0A", "a=b&c=%7F"):
        status, told, _ = ask(port, f"{path}?{query}")
        assert (status, told["code"]) == (400, "not_a_request")


@pytest.mark.parametrize("name", ["game", "player", "reason"])
@pytest.mark.parametrize("written", ["%00", "a%00b", "%0A", "a%0A", "%7F", "%C2%85"])
def test_a_query_with_a_control_character_is_refused(port: int, name: str, written: str) -> None:
    status, told, _ = ask(port, f"/api/results?{name}={written}")
    assert (status, told["code"]) == (400, "not_a_request")


def test_a_path_with_a_control_character_is_refused(port: int) -> None:
    cookie = ask(port, "/api/me")[2]["set-cookie"].partition(";")[0]
    assert ask(port, "/api/tokens/a%00", method="DELETE", Cookie=cookie)[0] == 404


@pytest.mark.parametrize("id", ["x", "-", "1-", "-1-1", "f-1", "f" * 30 + "-1", "1-99999999999"])
def test_a_record_that_is_not_there_is_not_found(port: int, id: str) -> None:
    assert ask(port, f"/api/records/{id}")[0] == 404


def test_a_game_without_spectators_is_hidden_from_others(port: int) -> None:
    with Guest(port) as ada:
        room = ada.create("forge", "host", "host", spectators=False)
        assert ask(port, f"/api/rooms/{room}/record")[0] == 404
        assert ask(port, f"/api/rooms/{room}/record", Cookie=ada.cookie)[0] == 200
    assert ask(port, "/api/rooms/ZZZZZ/record")[0] == 404


def test_the_interface_describes_itself(port: int) -> None:
    _, told, _ = ask(port, "/schema/openapi.json")
    assert {"/api/games", "/api/results", "/api/health", "/api/records/check"} <= set(told["paths"])
