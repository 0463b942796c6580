"""Hints: for people who play alone, found by the engines, about the position as it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ludarium import mode
from ludarium.server.protocol import codec as m
from ludarium.server.protocol.codec import Hinted, Refusal
from ludarium.server.protocol.effects import Think
from ludarium.server.runtime.settings import Settings
from tests.server.house import Guest as Visitor
from tests.server.house import House
from tests.server.serving import Guest, running


def ask(house: House, guest: Visitor, code: str, id: str = "h1") -> list[Think]:
    """Ask for a hint, and give what the engines are asked."""
    batch = house.site.handle(guest.member, m.Hint(id=id, room=code), house.now)
    house.deliver(batch, guest.member)
    return [sent.message for sent in batch if isinstance(sent.message, Think)]


def answer(house: House, code: str, asked: Think, move: int) -> None:
    house.deliver(house.site.deliver_hint(code, asked.request, [move], 0.75, house.now), None)


def alone(house: House, *seats: str) -> tuple[Visitor, str]:
    ann = house.come("Ann")
    return ann, house.host(ann, "forge", *seats)


@pytest.mark.parametrize("other", ["host", "easy"])
def test_a_hint_is_the_best_line_in_every_form(other: str) -> None:
    house = House()
    ann, code = alone(house, "host", other)
    (asked,) = ask(house, ann, code)
    assert asked.hint
    position = house.room(code).state.current().match.position
    game = house.room(code).state.game
    move = game.moves(position)[2]
    answer(house, code, asked, move)
    hint = ann.last(Hinted)
    assert (hint.id, hint.ply, hint.chance) == ("h1", 0, 0.75)
    assert hint.notation == hint.line[0] == game.notate(position, move)
    assert hint.path == game.path(position, move)
    assert len(house.facts(code)) == 2  # created and began: a hint is no event


def test_a_hint_about_a_position_that_is_past_is_not_told() -> None:
    house = House()
    ann, code = alone(house, "host", "host")
    (asked,) = ask(house, ann, code)
    house.play(ann, code)
    assert ann.last(Refusal).code == "game_moved_on"
    answer(house, code, asked, asked.request & 1)
    assert not any(isinstance(told, Hinted) for told in ann.told)
    assert ask(house, ann, code, "h2")


def test_one_hint_at_a_time() -> None:
    house = House()
    ann, code = alone(house, "host", "host")
    assert ask(house, ann, code)
    assert ask(house, ann, code, "h2") == []
    assert ann.last(Refusal).code == "already_asked"


def test_there_are_no_hints_against_others_nor_out_of_turn() -> None:
    house = House()
    code, ann, _ = house.online()
    assert ask(house, ann, code) == []
    assert ann.last(Refusal).code == "no_hints"
    house = House()
    ann, code = alone(house, "easy", "host")
    assert ask(house, ann, code) == []
    assert ann.last(Refusal).code == "not_your_turn"


def test_a_move_may_be_clicked_or_written() -> None:
    house = House()
    ann, code = alone(house, "host", "host")
    house.do(ann, m.Play, room=code, ply=0, path=("board:5,2", "board:4,2"))
    house.do(ann, m.Play, room=code, ply=1, notation="d6-d5")
    refused = house.ask(ann, m.Play, room=code, ply=2, path=("board:5,0", "board:0,1"))
    assert (refused.code, refused.rule) == ("not_straight", "F19")
    assert house.refused(ann, m.Play, room=code, ply=2, notation="z9") == "unknown_notation"
    assert house.refused(ann, m.Play, room=code, ply=2) == "one_way"
    both = {"path": ("board:4,2",), "notation": "c2-c3"}
    assert house.refused(ann, m.Play, room=code, ply=2, **both) == "one_way"


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    database: Path = tmp_path_factory.mktemp("hints") / "ludarium.db"
    with running(Settings(database=str(database), workers=1)) as port:
        yield port


# To plan a turn of Pyramids takes minutes where nothing is compiled.
TABLES = [("skysummit", 2), ("ludus", 2)] + [("pyramids", 2), ("pyramids", 3)] * mode.compiled()


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_engines_find_lines_that_can_be_played(port: int, game: str, seats: int) -> None:
    with Guest(port) as ada:
        room = ada.create(game, *["host"] * seats)
        turn = ada.turn(room)
        for _ in range(3):
            id = ada.say("hint", room=room)
            hint = ada.until(lambda told, id=id: told.get("id") == id)  # type: ignore[misc]
            assert hint["type"] == "hint", hint
            assert 0 < hint["chance"] < 1
            assert hint["path"] in [choice["path"] for choice in turn["choices"]]
            ada.ask("play", room=room, ply=turn["ply"], path=hint["path"])
            turn = ada.turn(room)
