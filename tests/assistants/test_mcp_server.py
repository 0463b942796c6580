"""An assistant plays through the Model Context Protocol."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from mcp import Client

from ludarium.assistants.mcp_server import make_server
from tests.search.test_mcts import TICTACTOE


def use_tools(calls: list[tuple[str, dict[str, Any]]], **settings: Any) -> list[Any]:
    """Call tools of a fresh server; the results as text, errors with a mark."""

    async def call_all() -> list[Any]:
        found = []
        async with Client(make_server(**settings)) as client:
            for name, given in calls:
                result = await client.call_tool(name, given)
                text = "".join(getattr(part, "text", "") for part in result.content)
                found.append(f"error {text}" if result.is_error else text)
        return found

    return asyncio.run(call_all())


def test_an_assistant_plays_a_game_against_a_level() -> None:
    begin = ("new_game", {"game": "forge", "ruleset": "as_written", "opponent": "easy"})
    seen = json.loads(use_tools([begin])[0])
    assert seen["game_id"] == "game-1"
    assert seen["you_are"] == seen["to_move"]
    assert seen["signs"].startswith("T token, <> goal; pieces of")
    winning = next(move for move in seen["legal_moves"] if move.endswith("c6"))
    play = ("play_move", {"game_id": "game-1", "move": winning})
    _, analysed, after, late = use_tools(
        [begin, ("analyse_position", {"game_id": "game-1", "nodes": 2000}), play, play]
    )
    assert json.loads(analysed)["lines"][0]["chance"] == 1.0
    assert json.loads(after)["winner"] == seen["you_are"]
    assert late.startswith("error") and "game_over" in late  # noqa: PT018  one answer


def test_rules_and_games_are_told_and_files_are_not_run() -> None:
    listed, rules, refused = use_tools(
        [
            ("list_games", {}),
            ("read_rules", {"game": "caldera"}),
            ("new_game", {"game": "some/file.py:Symbol"}),
        ]
    )
    assert "skysummit" in listed
    assert "# Caldera" in rules
    assert refused.startswith("error")
    assert "unknown_game" in refused


def test_a_refusal_names_what_an_assistant_may_ask_for() -> None:
    unknown, program = use_tools(
        [
            ("new_game", {"game": "chess"}),
            ("new_game", {"game": "tictactoe", "opponent": "subprocess:true"}),
        ],
        extra_games=(TICTACTOE,),
    )
    assert "skysummit, tictactoe" in unknown
    assert "unknown_player" in program
    assert "medium" in program
    assert "subprocess:<" not in program


def test_legal_moves_can_be_withheld_and_games_come_from_files() -> None:
    begun, refused = use_tools(
        [
            ("new_game", {"game": "tictactoe", "opponent": "random"}),
            ("play_move", {"game_id": "game-1", "move": "nonsense"}),
        ],
        legal_moves=False,
        extra_games=(TICTACTOE,),
    )
    assert "legal_moves" not in json.loads(begun)
    assert json.loads(begun)["signs"] == ""  # the board is empty
    assert "unknown_notation" in refused
