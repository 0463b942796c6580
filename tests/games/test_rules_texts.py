"""The rules texts fit the games: refusals quote points that exist, options have their ranges."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import Any

import pytest

from ludarium import games
from ludarium.core.errors import IllegalMove
from ludarium.core.game import AnyGame
from ludarium.core.registry import find_game

ROOT = Path(__file__).parents[2]
GENERAL = ROOT / "docs" / "reference" / "games" / "README.md"
# What belongs to the reference for programs.
FOR_PROGRAMS = re.compile(r"```json|\bJSON\b|\b[Ss]eats? \d|\b[Pp]erft\b|\bproved\b|`reason`")


def refusal_code(game: AnyGame, move: Any) -> str:
    """The code that refuses a move at the start, empty for a legal move."""
    try:
        game.apply_move(game.initial_state(), move)
    except IllegalMove as error:
        return error.code
    return ""


@pytest.mark.parametrize("name", games())
def test_every_rule_that_a_refusal_quotes_is_a_numbered_point(name: str) -> None:
    folder = Path(inspect.getfile(find_game(name))).parent
    kind = find_game(name)
    text = kind.rules() + kind.reference() + GENERAL.read_text("utf-8")
    sources = [file.read_text("utf-8") for file in folder.glob("*.py")]
    quoted = {rule for source in sources for rule in re.findall(r'"([A-Z]\d+)"', source)}
    quoted |= {rule for source in sources for rule in re.findall(r"rules? ([A-Z]\d+)", source)}
    assert quoted
    assert {rule for rule in quoted if f"**{rule}.**" not in text} == set()


@pytest.mark.parametrize("name", games())
def test_the_text_gives_every_option_its_default_and_range(name: str) -> None:
    kind = find_game(name)
    text = kind.rules()
    for option, facts in kind.options.items():
        row = re.search(
            rf"^\| `{option}` \| (\S+) \| (\d+ to \d+|true or false) \|", text, re.MULTILINE
        )
        assert row, f"no row for {option}"
        default, extent = row.groups()
        if isinstance(facts.default, bool):
            assert default == str(facts.default).lower()
        else:
            assert default == str(facts.default)
            assert extent == f"{facts.low} to {facts.high}", option


@pytest.mark.parametrize("name", games())
def test_the_text_for_players_leaves_json_proofs_and_seat_numbers_to_the_reference(
    name: str,
) -> None:
    assert FOR_PROGRAMS.findall(find_game(name).rules()) == []


def test_the_index_of_the_rules_is_for_players_too() -> None:
    text = (ROOT / "docs" / "rules" / "README.md").read_text("utf-8")
    assert FOR_PROGRAMS.findall(text) == []


@pytest.mark.parametrize("name", games())
def test_the_reference_shows_states_and_moves_that_the_game_understands(name: str) -> None:
    kind = find_game(name)
    shown = re.findall(r"```json\n(.+?)```", kind.reference(), re.DOTALL)
    blocks = [json.loads(text) for text in shown]
    states = [block for block in blocks if "reason" in block]
    moves = [block for block in blocks if "reason" not in block]
    assert moves
    assert all(kind().legal_moves(state) for state in states)
    # Some are legal only later in a game; then another refusal comes.
    assert "malformed_move" not in [refusal_code(kind(), move) for move in moves]


@pytest.mark.parametrize("name", games())
def test_the_documentation_links_the_texts_beside_the_game(name: str) -> None:
    docs, kind = ROOT / "docs", find_game(name)
    assert (docs / "rules" / f"{name}.md").read_text("utf-8") == kind.rules()
    assert (docs / "reference" / "games" / f"{name}.md").read_text("utf-8") == kind.reference()
