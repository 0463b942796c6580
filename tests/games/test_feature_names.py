"""The names of features, compared with the scenes that the same positions show."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable

import pytest

from ludarium import NO_FEATURE, ONGOING, Position, Scene, games, load
from ludarium.core.legal_moves import legal_moves
from ludarium.core.scene import Token, cell_name, parse_spot

SEEDS = range(6)
PLIES = 60
OWN, OTHER = 0, 1  # the scene of seat 0 is not rotated


def spot_name(scene: Scene, spot: str) -> str:
    """The name of a cell; a cell of the upper board has the capital letter of the one below."""
    grid_id, row, col = parse_spot(spot) or ("", 0, 0)
    grid = next(grid for grid in scene.grids if grid.id == grid_id)
    ground = next((below for below in scene.grids if below.id == grid.over), grid)
    name = cell_name(row + grid.row, col + grid.col, ground.rows)
    return name.capitalize() if grid.over else name


def board_tokens(scene: Scene) -> list[Token]:
    grids = {grid.id for grid in scene.grids}
    return [token for token in scene.tokens if (parse_spot(token.at) or ("",))[0] in grids]


def caldera_names(scene: Scene) -> set[str]:
    owners = {OWN: "own", OTHER: "enemy"}
    return {
        f"{spot_name(scene, token.at)}: {owners[token.seat or 0]} {token.glyph} at height "
        for token in board_tokens(scene)
    }


def skysummit_names(scene: Scene) -> set[str]:
    owners = {OWN: "own", OTHER: "rival"}
    return {
        f"{spot_name(scene, token.at)}: {owners[token.seat or 0]} worker on level "
        for token in board_tokens(scene)
        if token.seat is not None
    } | {f"{spot_name(scene, cell.at)}: level {cell.level}" for cell in scene.cells}


def forge_names(scene: Scene) -> set[str]:
    return {
        f"{spot_name(scene, token.at)}: "
        + ("ember that burns" if token.seat is None else ("own token", "rival token")[token.seat])
        for token in board_tokens(scene)
    }


def ludus_names(scene: Scene) -> set[str]:
    found = set()
    for token in board_tokens(scene):
        cell, owner = spot_name(scene, token.at), ("own", "rival")[token.seat or 0]
        if token.glyph == "legionare":  # one that has not moved is named by its column
            found.add(f"{owner} Legionare on {cell}|{owner} unmoved Legionare in column {cell[0]}")
        else:
            kind = {"highlord": "High Lord", "firstlord": "First Lord"}.get(token.glyph)
            found.add(f"{owner} {kind or token.glyph.capitalize()} on {cell}")
    return found


def pyramids_names(scene: Scene) -> set[str]:
    tops: dict[str, Token] = {}
    caps = {token.at for token in board_tokens(scene) if not token.glyph.startswith("pyramid")}
    for token in board_tokens(scene):
        if token.glyph.startswith("pyramid") and (
            token.at not in tops or token.layer > tops[token.at].layer
        ):
            tops[token.at] = token
    names = {f"{spot_name(scene, at)}: {token.text} on top" for at, token in tops.items()}
    return names | {f"{spot_name(scene, at)}: a cap" for at in caps}


NAMERS: dict[str, Callable[[Scene], set[str]]] = {
    "caldera": caldera_names,
    "forge": forge_names,
    "ludus": ludus_names,
    "pyramids": pyramids_names,
    "skysummit": skysummit_names,
}


def random_position(name: str, seed: int) -> Position:
    game, rng = load(name), random.Random(seed)
    position: Position = game.new(seed)
    for _ in range(rng.randrange(PLIES)):
        after = position.copy()
        game.advance(after, rng.choice(legal_moves(after)))
        if after.verdict != ONGOING:
            break
        position = after
    return position


@pytest.mark.parametrize("name", games())
def test_every_feature_has_a_name_of_its_own(name: str) -> None:
    for named in (load(name).observer(), load(name).evaluator()):
        names = named.feature_names()
        assert len(names) == len(set(names)) == named.inputs
        assert not any(entry.startswith("feature ") for entry in names)


@pytest.mark.parametrize("name", games())
def test_the_names_of_the_features_say_what_the_board_shows(name: str) -> None:
    game = load(name)
    observer = game.observer()
    names = observer.feature_names()
    for seed in SEEDS:
        position = random_position(name, seed)
        slots = array("h", [NO_FEATURE] * observer.slots)
        observer.fill_features(position, OWN, slots)
        active = {names[feature] for feature in slots if feature != NO_FEATURE}
        for wanted in NAMERS[name](game.scene(position)):
            found = [
                entry
                for entry in active
                if any(entry.startswith(choice) for choice in wanted.split("|"))
            ]
            assert found, f"seed {seed}: {wanted} is not among {sorted(active)}"
