"""Positions of Forge Grid Tactics whose move trees are counted."""

from collections.abc import Iterator
from typing import Any

from tests.reference import forge
from tests.reference.sampling import Sampler, Wanted, ended

State = dict[str, Any]
Options = dict[str, Any]

STANDARD = forge.RULESETS["standard"]
AS_WRITTEN = forge.RULESETS["as_written"]
RANDOM = Sampler(forge)

# Embers after moves that never burn out fill the board: seats are blocked, and embers refused.
FIERY = (
    "standard forge_columns=3 hold=1 onyx_embers=30 amber_embers=30 ember_every=1 burn_turns=0"
    " turn_limit=200"
)
BENT = "standard straight=false reach=3 onyx_embers=9 amber_embers=9 burn_turns=0 turn_limit=200"
OPEN = "standard closed_forges=false hold=3 burn_turns=5 turn_limit=40"
SWAPPED = "standard swap=true opening_embers=2 forge_columns=135"
EVERY = "standard ember_every=2 burn_turns=6 reach=2 onyx_embers=20 amber_embers=20"


def options_of(label: str) -> Options:
    """The options that a label stands for."""
    ruleset, *overrides = label.split()
    options = dict(forge.RULESETS[ruleset])
    for name, value in (override.split("=") for override in overrides):
        options[name] = (
            {"true": True, "false": False}.get(value) if value[0] in "tf" else int(value)
        )
    return options


def positions() -> Iterator[tuple[str, Options, State]]:
    """Starts, a built position, and finds from random games of many options."""
    for label in ("standard", "as_written", SWAPPED, FIERY, EVERY):
        yield label, options_of(label), forge.initial_state(options_of(label))
    yield "as_written", AS_WRITTEN, cornered()
    for seed, (label, wanted) in enumerate(FOUND, 50):
        options = options_of(label)
        yield label, options, RANDOM.find(options, wanted, seed)
    for label, reason in ENDED:
        options = options_of(label)
        yield label, options, RANDOM.find(options, ended(reason), 500, patient=False)


def after_turns(turns: int) -> Wanted:
    """Wants a running game with so many turns finished."""

    def wanted(state: State, options: Options) -> bool:
        return sum(state["turns"]) == turns and state["reason"] == ""

    return wanted


def ember_owed(state: State, options: Options) -> bool:
    """Wants a seat that has moved and now places an ember."""
    return bool(state["phase"] == "ember" and state["turns"] != [0, 0])


def ember_refused(state: State, options: Options) -> bool:
    """Wants a seat that may light an ember, but not on three or more of the empty cells."""
    moves = forge.legal_moves(state, options)
    lit = sum(move["action"] == "ember" for move in moves)
    forges = {*forge.forges_of(state, 0, options), *forge.forges_of(state, 1, options)}
    free = [cell for cell in forge.BOARD if state["grid"][cell[0]][cell[1]] is None]
    return bool(0 < lit <= len(set(free) - forges) - 3)


def ember_waived(state: State, options: Options) -> bool:
    """Wants a seat that would owe an ember after its move but finds no cell for it."""
    seat = state["currentPlayer"] - 1
    if state["phase"] == "ember" or not forge.owes_ember(state, seat, options):
        return False
    children = RANDOM.children(state, options)
    return any(
        child["phase"] == "move" and child["reason"] == "" and child["passes"] == 0
        for child in children
    )


def must_pass(state: State, options: Options) -> bool:
    """Wants a seat that cannot move."""
    return forge.legal_moves(state, options) == [{"action": "pass"}]


def has_passed(state: State, options: Options) -> bool:
    """Wants a seat that can move just after the other could not."""
    return bool(state["passes"] == 1 and state["reason"] == "") and not must_pass(state, options)


def may_swap(state: State, options: Options) -> bool:
    """Wants a seat that may swap."""
    return {"action": "swap"} in forge.legal_moves(state, options)


def has_swapped(state: State, options: Options) -> bool:
    """Wants a running game after a swap."""
    return bool(state["swapped"] and state["reason"] == "" and sum(state["turns"]) > 8)


def just_burnt(state: State, options: Options) -> bool:
    """Wants a running game in which an ember has just burnt out."""
    return bool(state["burnt"] and state["reason"] == "")


FOUND: list[tuple[str, Wanted]] = [
    ("standard", after_turns(3)),
    ("standard", after_turns(14)),
    ("standard", after_turns(30)),
    ("standard", after_turns(57)),
    ("standard", just_burnt),
    ("standard", ember_refused),
    ("standard", RANDOM.in_reach("forge_reached")),
    ("standard", RANDOM.in_reach("turn_limit", "turn_limit_points")),
    ("as_written", after_turns(2)),
    ("as_written", after_turns(21)),
    ("as_written", after_turns(198)),
    (FIERY, after_turns(5)),
    (FIERY, ember_owed),
    (FIERY, ember_refused),
    (FIERY, ember_waived),
    (FIERY, must_pass),
    (FIERY, has_passed),
    (FIERY, RANDOM.in_reach("two_passes")),
    (BENT, after_turns(12)),
    (BENT, ember_refused),
    (BENT, RANDOM.in_reach("forge_reached")),
    (OPEN, just_burnt),
    (OPEN, RANDOM.in_reach("turn_limit_points")),
    (SWAPPED, may_swap),
    (SWAPPED, has_swapped),
    (EVERY, ember_owed),
    (EVERY, just_burnt),
]
ENDED = [
    ("standard", "forge_reached"),
    ("standard", "turn_limit_points"),
    (FIERY, "two_passes"),
]


def cornered() -> State:
    """Player 2's tokens fill a corner behind player 1's three and must pass."""
    rows = ["...011", "....01", ".....0", "......", "......", "......"]
    return {
        **forge.initial_state(AS_WRITTEN),
        "grid": [[TOKENS[mark] for mark in row] for row in rows],
        "currentPlayer": 2,
        "moveCount": 31,
        "turns": [16, 15],
        "lastMove": {"action": "move", "sourceRow": 3, "sourceCol": 5, "destRow": 2, "destCol": 5},
    }


TOKENS: dict[str, str | None] = {".": None, "0": "p0", "1": "p1"}
