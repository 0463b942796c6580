"""Endgame tables of Ludus: true by the rules, by proofs, and under the limits."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ludarium import mode
from ludarium.core.constants import ONGOING, UNKNOWN_ENDING
from ludarium.core.legal_moves import legal_moves
from ludarium.core.position import Position
from ludarium.games.ludus import ending_catalogue
from ludarium.games.ludus.ending_tables import LudusTables
from ludarium.search.limits import Limits
from ludarium.search.searcher import Searcher
from ludarium.search.solve import solve_position
from ludarium.search.table_building import build_table, fill_table
from tests.games.ludus_states import CU, GAME, KI, position

SAMPLES = 2000 if mode.compiled() else 60
# Interpreted code would take an hour for three million positions.
REBUILT = ["FL_FL", "FL-KI_FL", "FL-L_FL"] if mode.compiled() else ["FL_FL"]
CATALOGUE = ending_catalogue.LudusEndings(GAME.rules_version)
TABLES = LudusTables(CATALOGUE.add_tables)


def read(position: Position) -> int:
    return TABLES.find_plies(position)


def value_by_rules(position: Position) -> int:
    """The plies to the end, from the tables' values one move later."""
    values = []
    for move in legal_moves(position):
        position.play(move)
        after = 0 if position.verdict != ONGOING else read(position)
        values.append(1 if position.verdict != ONGOING else _one_earlier(after))
        position.undo()
    wins = [value for value in values if value > 0]
    return min(wins) if wins else 0 if 0 in values else min(values)


def _one_earlier(after: int) -> int:
    return 0 if after == 0 else 1 - after if after < 0 else -1 - after


@pytest.mark.parametrize("name", ending_catalogue.shipped_names())
def test_the_value_of_a_position_is_the_best_over_its_moves(name: str) -> None:
    ending = CATALOGUE.open_class(name)
    rng = random.Random(name)
    seen = 0
    while seen < SAMPLES:
        if ending.arrange(rng.randrange(ending.size)):
            seen += 1
            found = ending.arranged_position()
            assert read(found) == value_by_rules(found), GAME.render(GAME.state_to_json(found))


def test_a_reflection_and_a_change_of_colours_keep_the_value() -> None:
    right = GAME.state_from_json(position(cells={CU: "d4", "p20": "f9", "p23": "h6"}))
    left = GAME.state_from_json(position(cells={CU: "h4", "p20": "f9", "p23": "d6"}))
    black = GAME.state_from_json(position("black", cells={"p44": "d8", "p23": "f3", "p20": "h6"}))
    assert read(right) == read(left) == read(black) != UNKNOWN_ENDING


def test_proofs_without_tables_find_the_same_short_wins_and_losses() -> None:
    ending = CATALOGUE.open_class("FL-CU_FL")
    rng = random.Random(7)
    found = 0
    while found < (12 if mode.compiled() else 2):
        if not ending.arrange(rng.randrange(ending.size)):
            continue
        plies = read(ending.arranged_position())
        if not 0 < abs(plies) <= (5 if mode.compiled() else 3):
            continue
        found += 1
        proof = solve_position(ending.arranged_position(), depth=6)
        assert (proof.verdict, proof.plies) == ("win" if plies > 0 else "loss", abs(plies))


@pytest.mark.parametrize("name", REBUILT)
def test_the_package_has_the_tables_that_a_build_gives(name: str) -> None:
    built = fill_table(CATALOGUE.open_class(name))
    assert dict(ending_catalogue.read_shipped())[name] == built


def test_an_interrupted_build_goes_on_and_gives_the_same_table(tmp_path: Path) -> None:
    path = tmp_path / "FL_FL.table"
    ending = CATALOGUE.open_class("FL_FL")

    def interrupt(plies: int, share: float) -> None:
        if plies == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_table(ending, path, interrupt)
    assert not path.exists()
    layers: list[int] = []
    build_table(ending, path, lambda plies, share: layers.append(plies))
    assert layers == [1]
    assert path.read_bytes() == bytes(fill_table(ending))
    assert sorted(tmp_path.iterdir()) == [path]


def test_a_win_counts_only_before_the_limits() -> None:
    evaluator = GAME.evaluator()
    state = position(cells={CU: "d4", "p20": "f11", "p23": "h6"})
    plies = evaluator.plies_to_end(GAME.state_from_json(state))
    assert plies > 1
    late = {**state, "quiet": 100 - plies}
    assert evaluator.plies_to_end(GAME.state_from_json(late)) == plies
    too_late = {**state, "quiet": 101 - plies}
    assert evaluator.plies_to_end(GAME.state_from_json(too_late)) == UNKNOWN_ENDING
    over = position(ply=602 - plies - plies % 2, cells={CU: "d4", "p20": "f11", "p23": "h6"})
    assert evaluator.plies_to_end(GAME.state_from_json(over)) == 0


def test_search_and_solve_use_the_tables() -> None:
    state = position(cells={CU: "d4", "p20": "f11", "p23": "h6"})
    found = GAME.state_from_json(state)
    plies = read(found)
    proof = solve_position(found, nodes=10_000, evaluator=GAME.evaluator())
    assert (proof.verdict, proof.plies, len(proof.line)) == ("win", plies, plies)
    result = Searcher(GAME.evaluator).search(found, Limits(nodes=5000))
    assert result.lines[0].score == 30_000 - plies
    drawn = GAME.state_from_json(position(cells={KI: "a1", "p20": "f11", "p23": "h6"}))
    assert solve_position(drawn, nodes=10_000, evaluator=GAME.evaluator()).verdict == "draw"
