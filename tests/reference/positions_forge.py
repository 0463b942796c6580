"""Positions of Forge Grid Tactics whose move trees are counted."""

from collections.abc import Iterator
from typing import Any

from tests.reference import forge
from tests.reference.sampling import Sampler, Wanted, ended

State = dict[str, Any]
Options = dict[str, Any]

STANDARD = forge.RULESETS["standard"]
AS_WRITTEN = forge.RULESETS["as_written"]
# Where only seat 1 lights embers games grow long, and tokens that go far meet in many ways.
ROOMY: Options = {**STANDARD, "reach": 3, "ember_first": 2, "ember_every": 2}
ROOMY_LABEL = "standard reach=3 ember_first=2 ember_every=2"
# Embers often, by both: every rule about them comes up.
BURNING: Options = {**ROOMY, "reach": 2, "both_place": True}
BURNING_LABEL = "standard reach=2 ember_first=2 ember_every=2 both_place=true"
FIERY: Options = {**BURNING, "reach": 3, "ember_first": 1, "ember_every": 1}
FIERY_LABEL = "standard reach=3 ember_first=1 ember_every=1 both_place=true"

RANDOM = Sampler(forge)


def positions() -> Iterator[tuple[str, Options, State]]:
    """Starts, built positions, and finds from random games of many options."""
    yield "standard", STANDARD, forge.initial_state(STANDARD)
    yield "standard", STANDARD, RANDOM.find(STANDARD, after_turns(8), 1)
    yield FIERY_LABEL, FIERY, RANDOM.find(FIERY, after_turns(9), 2)
    yield "as_written", AS_WRITTEN, forge.initial_state(AS_WRITTEN)
    yield FIERY_LABEL, FIERY, forge.initial_state(FIERY)
    yield "as_written", AS_WRITTEN, cornered()
    for seed, wanted in enumerate(IN_BURNING, 50):
        yield BURNING_LABEL, BURNING, RANDOM.find(BURNING, wanted, seed)
    for seed, wanted in enumerate(IN_ROOMY, 100):
        yield ROOMY_LABEL, ROOMY, RANDOM.find(ROOMY, wanted, seed)
    for seed, wanted in enumerate(IN_AS_WRITTEN, 200):
        yield "as_written", AS_WRITTEN, RANDOM.find(AS_WRITTEN, wanted, seed)
    for seed, wanted in enumerate(IN_FIERY, 300):
        yield FIERY_LABEL, FIERY, RANDOM.find(FIERY, wanted, seed)
    for seed, (label, changes, wanted) in enumerate(IN_OTHERS, 400):
        base = AS_WRITTEN if label.startswith("as_written") else ROOMY
        options = {**base, **changes}
        yield label, options, RANDOM.find(options, wanted, seed)
    for reason in ("forge_reached", "two_passes"):
        yield FIERY_LABEL, FIERY, RANDOM.find(FIERY, ended(reason), 500, patient=False)


def after_turns(turns: int) -> Wanted:
    """Wants a running game with so many turns finished."""

    def wanted(state: State, options: Options) -> bool:
        return sum(state["turns"]) == turns and state["reason"] == ""

    return wanted


def ember_owed(state: State, options: Options) -> bool:
    """Wants a seat that has moved and now places an ember."""
    return bool(state["phase"] == "ember")


def ember_refused(state: State, options: Options) -> bool:
    """Wants an ember owed where three empty cells or more would cut a seat off."""
    free = sum(row.count(None) for row in state["grid"]) - 2
    return ember_owed(state, options) and len(forge.legal_moves(state, options)) <= free - 3


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
    return state["passes"] == 1 and not must_pass(state, options) and state["reason"] == ""


IN_BURNING: list[Wanted] = [
    after_turns(3),
    after_turns(14),
    ember_owed,
    ember_refused,
    RANDOM.in_reach("forge_reached"),
]

IN_ROOMY: list[Wanted] = [
    after_turns(3),
    after_turns(14),
    after_turns(30),
    after_turns(80),
    ember_owed,
    ember_refused,
    ember_waived,
    must_pass,
    has_passed,
    RANDOM.in_reach("forge_reached"),
    after_turns(196),
    after_turns(199),
]

IN_AS_WRITTEN: list[Wanted] = [
    after_turns(2),
    after_turns(21),
    after_turns(100),
    after_turns(198),
]

IN_FIERY: list[Wanted] = [
    after_turns(5),
    ember_owed,
    ember_refused,
    ember_waived,
    must_pass,
    RANDOM.in_reach("two_passes"),
    RANDOM.in_reach("forge_reached"),
]

IN_OTHERS: list[tuple[str, Options, Wanted]] = [
    ("standard ember_first=2 ember_every=2", {"reach": 1}, after_turns(12)),
    ("standard reach=2 ember_first=2 ember_every=3", {"reach": 2, "ember_every": 3}, ember_owed),
    ("standard reach=0 ember_first=2 ember_every=2", {"reach": 0}, after_turns(10)),
    (
        "standard reach=4 ember_first=1 ember_every=2",
        {"reach": 4, "ember_first": 1},
        ember_refused,
    ),
    (f"{ROOMY_LABEL} turn_limit=40", {"turn_limit": 40}, after_turns(37)),
    (
        f"{ROOMY_LABEL} turn_limit=31",
        {"turn_limit": 31},
        RANDOM.in_reach("turn_limit", "forge_reached"),
    ),
    (
        "standard reach=2 ember_first=0 ember_every=2",
        {"ember_first": 0, "reach": 2},
        after_turns(25),
    ),
    ("as_written ember_first=1", {"ember_first": 1}, ember_refused),
    ("as_written ember_first=3 reach=2", {"ember_first": 3, "reach": 2}, after_turns(24)),
]


def cornered() -> State:
    """Seat 1's tokens fill a corner behind seat 0's three and must pass."""
    rows = ["...011", "....01", ".....0", "......", "......", "......"]
    return {
        "grid": [[TOKENS[mark] for mark in row] for row in rows],
        "currentPlayer": 2,
        "phase": "move",
        "status": "playing",
        "moveCount": 31,
        "turns": [16, 15],
        "passes": 0,
        "lastMove": {"action": "move", "sourceRow": 3, "sourceCol": 5, "destRow": 2, "destCol": 5},
        "winner": None,
        "reason": "",
    }


TOKENS: dict[str, str | None] = {".": None, "0": "p0", "1": "p1"}
