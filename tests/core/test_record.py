"""Game records: replay, the hash chain and refusals."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium import InvalidRecord, UnknownGame, games, load
from ludarium.core.match import Match, Player
from ludarium.core.record import dumps, loads, record, replay


def played(name: str, seed: int, plies: int = 10_000, seats: int = 2) -> Match:
    rng = random.Random(seed)
    players = [Player(f"player {seat}", "random") for seat in range(seats)]
    match = Match(load(name), seed, players)
    while match.outcome is None and len(match.moves) < plies:
        match.play(rng.choice(match.game.moves(match.position)))
    return match


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("plies", [0, 7, 10_000])
def test_a_record_replays_to_the_same_state(name: str, plies: int) -> None:
    match = played(name, 3, plies)
    again = replay(loads(dumps(record(match))))
    assert again.game.state_to_json(again.position) == match.game.state_to_json(match.position)
    assert again.outcome == match.outcome
    assert record(again) == record(match)


def test_three_seats_are_recorded() -> None:
    match = played("pyramids", 5, 30, seats=3)
    assert len(replay(record(match)).players) == 3


def test_options_are_recorded_and_used_again() -> None:
    match = Match(load("skysummit", "tournament", turn_limit=30), 0)
    assert replay(record(match)).game.values == {"turn_limit": 30}


def test_a_resigned_game_has_a_winner_without_a_last_move() -> None:
    match = played("skysummit", 1, 6)
    match.resign(match.position.to_move)
    again = replay(loads(dumps(record(match))))
    assert again.outcome == (1, "resigned")


def test_undo_takes_back_a_resignation_and_moves() -> None:
    match = played("skysummit", 1, 6)
    before = match.game.state_to_json(match.position)
    match.play(match.game.moves(match.position)[0])
    match.resign(0)
    match.undo()
    assert match.outcome is None
    assert match.game.state_to_json(match.position) == before


LAYOUT = """{
  "format": 1,
  "game": "skysummit",
  "rules_version": 1,
  "ruleset": "standard",
  "options": {
    "turn_limit": 200
  },
  "seed": 1,
  "seats": [
    {
      "name": "player 0",
      "kind": "random"
    },
    {
      "name": "player 1",
      "kind": "random"
    }
  ],
  "moves": [
    {"t": "place", "to": [24, 2]},
    {"t": "place", "to": [21, 8]}
  ],
  "outcome": null,
  "hash": "7ae99bb4608739748cc0b020fa1fb62be7cbe95f8105436cf78a7b8fe51e362d"
}
"""
ODD_NAMES = ["@moves", '"@moves"', '\\"@moves\\"', "\\", "[\n  ]", "},\n{", '"moves": []']


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("name", ODD_NAMES)
def test_no_name_in_any_seat_changes_the_rest_of_a_record(name: str, seat: int) -> None:
    players = [Player(name if each == seat else "Ada", "human") for each in range(3)]
    match = Match(load("pyramids"), 5, players)
    for _ in range(9):
        match.play(match.game.moves(match.position)[0])
    document = dumps(record(match))
    assert loads(document) == record(match)
    assert replay(loads(document)).players[seat].name == name
    plain = Match(load("pyramids"), 5, [Player("Ada", "human")] * 3)
    for move in match.moves:
        plain.play(move)
    # The layout is the same: only the line of the name and the line of the hash differ.
    lines = zip(document.splitlines(), dumps(record(plain)).splitlines(), strict=True)
    assert [one.split(":")[0].strip() for one, other in lines if one != other] == [
        '"name"',
        '"hash"',
    ]


def test_no_text_of_a_record_is_taken_for_its_moves() -> None:
    found = record(played("skysummit", 1, 2))
    odd = msgspec.structs.replace(found, game="@moves", ruleset="@moves", options={"moves": 1})
    assert loads(dumps(odd)) == odd


def test_a_record_has_one_move_a_line() -> None:
    found = record(played("skysummit", 1, 2))
    assert dumps(found) == LAYOUT
    empty = msgspec.structs.replace(found, moves=[])
    assert '  "moves": [\n\n  ],\n' in dumps(empty)


def fields(**changes: Any) -> dict[str, Any]:
    written: dict[str, Any] = json.loads(dumps(record(played("skysummit", 1))))
    return written | changes


REFUSED = [
    (fields(format=3), "newer_format"),
    (fields(format="1"), "not_a_record"),
    (fields(hash="00"), "broken_chain"),
    (fields(seed=7), "broken_chain"),
    (fields(moves=[]), "broken_chain"),
    (fields(outcome=None), "broken_chain"),
    (fields(rules_version=99), "newer_rules"),
    (fields(moves="x"), "not_a_record"),
    (fields(extra=1), "not_a_record"),
    ([], "not_a_record"),
]


@pytest.mark.parametrize(("document", "code"), REFUSED)
def test_a_record_that_was_changed_is_refused(document: Any, code: str) -> None:
    with pytest.raises(InvalidRecord) as caught:
        replay(loads(json.dumps(document)))
    assert caught.value.code == code


def rehashed(**changes: Any) -> str:
    from ludarium.core.record import Record, hash_chain

    draft = msgspec.convert(fields(**changes), Record)
    return dumps(msgspec.structs.replace(draft, hash=hash_chain(draft)[-1]))


FORGED = [
    (rehashed(moves=[{"t": "place", "to": [0, 0]}], outcome=None), "illegal_move"),
    (rehashed(outcome=None), "wrong_outcome"),
    (rehashed(outcome={"winner": None, "reason": "turn_limit_draw"}), "wrong_outcome"),
    (rehashed(moves=[], outcome={"winner": 5, "reason": "resigned"}), "wrong_outcome"),
    (rehashed(ruleset="nonsense"), "wrong_setup"),
    (rehashed(ruleset="nonsense", rules_version=0), "older_rules"),
    (rehashed(outcome=None, rules_version=0), "older_rules"),
    (rehashed(options={"turn_limit": True}), "wrong_setup"),
    (rehashed(seats=[{"name": "alone", "kind": "human"}]), "wrong_setup"),
]


@pytest.mark.parametrize(("document", "code"), FORGED)
def test_a_record_that_does_not_replay_is_refused(document: str, code: str) -> None:
    with pytest.raises(InvalidRecord) as caught:
        replay(loads(document))
    assert caught.value.code == code


def test_a_record_cannot_make_a_file_run(tmp_path: Path) -> None:
    file = tmp_path / "harm.py"
    file.write_text("from pathlib import Path\nPath(__file__).with_name('done').touch()\n")
    with pytest.raises(UnknownGame):
        replay(loads(rehashed(game=f"{file}:Harm")))
    assert not (tmp_path / "done").exists()


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_any_document_is_a_record_or_refused(document: bytes | str) -> None:
    with pytest.raises(InvalidRecord):
        loads(document)
