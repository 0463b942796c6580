"""Named parameters of the search: attributes of an evaluator that players and tuning may set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ludarium.core.errors import InvalidOption
from ludarium.core.evaluator import Evaluator


class ParameterRange(NamedTuple):
    """The least and the most that a parameter may be."""

    least: int
    most: int


# What each means is said in `Evaluator`.
SEARCH_PARAMETERS: dict[str, ParameterRange] = {
    "futility_margin": ParameterRange(10, 2_000),
    "reverse_futility_percent": ParameterRange(10, 1_000),
    "late_move_count": ParameterRange(1, 100),
    "reduction_percent": ParameterRange(0, 300),
    "worse_move_reduction": ParameterRange(0, 300),
    "history_reduction": ParameterRange(1, 200),
    "history_bonus": ParameterRange(1, 200),
    "singular_depth": ParameterRange(0, 30),
    "singular_margin": ParameterRange(0, 100),
    "corrects_evals": ParameterRange(0, 1),
    "aspiration_window": ParameterRange(1, 1_000),
    "quiescence_depth": ParameterRange(0, 30),
    "last_depth_percent": ParameterRange(1, 100),
    "has_endings": ParameterRange(0, 1),
    "damps_scores": ParameterRange(0, 1),
}
# Of a Monte-Carlo tree whose leaves are evaluated.
TREE_PARAMETERS: dict[str, ParameterRange] = {
    "prior_temperature": ParameterRange(1, 10_000),
}
PARAMETERS = SEARCH_PARAMETERS | TREE_PARAMETERS


def parse_parameter(name: str, written: str) -> int:
    """Parse the value of a parameter. Raises InvalidOption if it is out of range."""
    least, most = PARAMETERS[name]
    try:
        value = int(written)
    except ValueError:
        value = least - 1
    if not least <= value <= most:
        raise InvalidOption("wrong_setting", f"{name} is a number from {least} to {most}.")
    return value


def read_parameters(evaluator: Evaluator) -> dict[str, int]:
    """The values that a game's evaluator has."""
    return {name: getattr(evaluator, name) for name in SEARCH_PARAMETERS}


def set_parameters(evaluator: Evaluator, values: Mapping[str, float]) -> None:
    """Set some parameters of an evaluator."""
    for name, value in values.items():
        setattr(evaluator, name, int(value))
