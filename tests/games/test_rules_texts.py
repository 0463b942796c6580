"""The rules texts fit the games: refusals quote points that exist, options have their ranges."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from ludarium import games
from ludarium.core.registry import find_game

GENERAL = Path(__file__).parents[2] / "docs" / "rules" / "README.md"


@pytest.mark.parametrize("name", games())
def test_every_rule_that_a_refusal_quotes_is_a_numbered_point(name: str) -> None:
    folder = Path(inspect.getfile(find_game(name))).parent
    text = find_game(name).rules() + GENERAL.read_text("utf-8")
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
