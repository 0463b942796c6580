"""Ludus positions worth counting: starts, random games steered to special cases, built ones."""

import random
from collections.abc import Callable, Iterator
from itertools import count
from typing import NamedTuple

from tests.reference import ludus
from tests.reference.ludus import Move, Options, Piece, State

Position = tuple[str, Options, State]
Cell = tuple[str, int, int]

NO_SKY_COMBAT = {"sky_combat": False}
LONGEST_GAME = 1000
MANY_PIECES = 10


class Situation(NamedTuple):
    """A state with its legal moves."""

    state: State
    moves: list[Move]
    options: Options


Wish = Callable[[Situation], bool]
Taste = Callable[[State, Move], int]


def positions() -> Iterator[Position]:
    """Every position with its label and complete options."""
    yield from _starts()
    yield from _small_endings()
    yield from _starts_with_limits()
    yield from _after_some_plies()
    yield from _special_cases()
    yield from _near_the_limits()
    yield from _shut_in()
    yield from _lines_of_a_high_lord()
    yield from _finished()


def _starts() -> Iterator[Position]:
    for ruleset in ("standard", "original"):
        label, options = _options(ruleset, {})
        yield label, options, ludus.initial_state(options)


def _starts_with_limits() -> Iterator[Position]:
    for changes in ({"quiet_limit": 1}, {"turn_limit": 2}):
        label, options = _options("standard", changes)
        yield label, options, ludus.initial_state(options)


def _small_endings() -> Iterator[Position]:
    """First Lords and little else: these can be counted deep."""
    ending = _build(
        "black",
        10,
        {
            "p20": ("sky", 4, 4),
            "p0": ("ground", 7, 6),
            "p23": ("ground", 7, 7),
            "p19": ("sky", 3, 3),
            "p22": ("ground", 1, 6),
        },
    )
    for label, options in (
        _options("standard", {}),
        _options("original", {}),
        _options("standard", {"quiet_limit": 12}),
    ):
        yield label, options, ending


def _after_some_plies() -> Iterator[Position]:
    for ruleset, plies, taste in (
        ("standard", 8, _anything),
        ("original", 9, _anything),
        ("standard", 25, _exchanges),
        ("original", 40, _exchanges),
        ("standard", 90, _anything),
        ("original", 121, _anything),
        ("standard", 220, _exchanges),
        ("original", 261, _exchanges),
    ):
        yield _search(ruleset, {}, _has_ply(plies), taste)


def _special_cases() -> Iterator[Position]:
    for ruleset in ("standard", "original"):
        yield _search(ruleset, {}, _can_pierce_by("HL"), _anything)
        yield _search(ruleset, {}, _can_pierce_by("KT"), _anything)
        yield _search(ruleset, {}, _ward_matters("SH"), _exchanges)
        yield _search(ruleset, {}, _ward_matters("KR"), _exchanges)
        yield _search(ruleset, {}, _can_promote, _advances)
        yield _search(ruleset, {}, _has_veterans_of_both_sides, _advances)
        yield _search(ruleset, {}, _can_capture_by_descent, _flights)
        yield _search(ruleset, {}, _can_not_fly_up, _flights)
        yield _search(ruleset, {}, _can_take_first_lord_by("attack"), _anything)
        yield _search(ruleset, {}, _can_take_first_lord_by("move"), _exchanges)
        yield _search(ruleset, {}, _can_take_first_lord_by_descent, _flights)
        yield _search(ruleset, {}, _few_pieces, _exchanges)

    # The same crowded sky with and without captures in it.
    label, options, state = _search("standard", {}, _enemies_touch_in_the_sky, _flights)
    yield label, options, state
    label, options = _options("standard", NO_SKY_COMBAT)
    yield label, options, state
    yield _search("standard", {}, _can_take_first_lord_in_the_sky, _flights)


def _near_the_limits() -> Iterator[Position]:
    yield _search("standard", {}, _has_quiet(98), _quiet_moves)
    yield _search("standard", NO_SKY_COMBAT, _has_quiet(99), _quiet_moves)
    yield _search("standard", {"quiet_limit": 0}, _has_ply(598), _anything)
    yield _search("standard", {"quiet_limit": 0}, _has_ply(599), _exchanges)
    # Both limits strike with the next quiet ply.
    yield _search("standard", {"quiet_limit": 7, "turn_limit": 60}, _both_limits_next, _anything)


def _shut_in() -> Iterator[Position]:
    """White can leave black without a move: First Lord in a sky corner, legionare below it."""
    shut_in = _build(
        "white",
        29,
        {
            "p20": ("sky", 0, 0),
            "p13": ("ground", 3, 3),
            "p3": ("sky", 0, 1),
            "p43": ("sky", 1, 0),
            "p19": ("sky", 1, 2),
            "p14": ("ground", 4, 3),
            "p7": ("ground", 3, 2),
            "p11": ("ground", 3, 4),
            "p23": ("ground", 10, 5),
        },
    )
    for ruleset, changes in (
        ("original", {}),
        ("standard", {}),
        ("standard", {"sky_combat": False, "quiet_limit": 30}),
    ):
        label, options = _options(ruleset, changes)
        yield label, options, shut_in


def _lines_of_a_high_lord() -> Iterator[Position]:
    """Strikes that meet a Ferrous, in front or behind, a Steadholder, and two bare pieces."""
    lines = _build(
        "white",
        3,
        {
            "p19": ("ground", 6, 5),
            "p44": ("ground", 4, 5),
            "p46": ("ground", 3, 5),
            "p45": ("ground", 6, 6),
            "p12": ("ground", 6, 7),
            "p21": ("ground", 8, 5),
            "p8": ("ground", 9, 5),
            "p47": ("ground", 6, 4),
            "p4": ("ground", 6, 3),
            "p20": ("ground", 0, 5),
            "p23": ("ground", 10, 9),
            "p15": ("ground", 7, 10),
            "p7": ("ground", 6, 8),
            "p11": ("ground", 4, 3),
            "p49": ("ground", 9, 7),
            "p14": ("ground", 5, 3),
            "p26": ("ground", 9, 6),
            "p30": ("ground", 7, 6),
            "p51": ("ground", 8, 9),
            "p29": ("ground", 5, 6),
            "p16": ("sky", 2, 2),
        },
    )
    black_to_move = {**lines, "turn": "black", "moveCount": lines["moveCount"] + 1}
    for label, options in (_options("standard", {}), _options("original", {})):
        yield label, options, lines
        yield label, options, black_to_move


def _finished() -> Iterator[Position]:
    for ruleset, changes, reason in (
        ("standard", {}, "first_lord_captured"),
        ("original", {}, "first_lord_captured"),
        ("standard", {"quiet_limit": 6}, "quiet_limit"),
        ("standard", {"turn_limit": 30}, "turn_limit"),
    ):
        yield _search(ruleset, changes, _ended_by(reason), _ends)


# Playing and building.


def _options(ruleset: str, changes: Options) -> tuple[str, Options]:
    words = [ruleset]
    for name, value in changes.items():
        words.append(f"{name}={str(value).lower()}")
    return " ".join(words), {**ludus.RULESETS[ruleset], **changes}


def _search(ruleset: str, changes: Options, wish: Wish, taste: Taste) -> Position:
    """Play random games, moves weighed by taste, up to the first state that grants the wish."""
    label, options = _options(ruleset, changes)
    for seed in count():
        chance = random.Random(f"{label} {seed}")
        state = ludus.initial_state(options)
        moves = ludus.legal_moves(state, options)
        while state["moveCount"] < LONGEST_GAME:
            if wish(Situation(state, moves, options)):
                return label, options, state
            if not moves:
                break
            weights = [taste(state, move) for move in moves]
            move = chance.choices(moves, weights)[0] if any(weights) else chance.choice(moves)
            state = ludus.apply_move(state, move, options)
            moves = ludus.legal_moves(state, options)
    raise AssertionError  # the seeds never run out


def _build(turn: str, quiet: int, cells: dict[str, Cell]) -> State:
    """Keep these pieces alive; the enemy's Cursor took the others."""
    state = ludus.initial_state(ludus.RULESETS["standard"])
    pieces = []
    for piece in state["pieces"]:
        if piece["id"] in cells:
            board, r, c = cells[piece["id"]]
            moved = (board, r, c) != ("ground", piece["r"], piece["c"])
            pieces.append({**piece, "board": board, "r": r, "c": c, "moved": moved})
        else:
            taker = ludus.OPPONENT[piece["color"]]
            entry = {"type": piece["type"], "color": piece["color"], "by": "CU"}
            state["captured"][taker].append(entry)
    state["pieces"] = pieces
    state["turn"] = turn
    state["moveCount"] = 240 if turn == "white" else 241
    state["quiet"] = quiet
    return state


# Tastes: how much a random player likes a move. Only one of them takes First Lords on purpose.


def _ends(state: State, move: Move) -> int:
    return 50 if _takes_first_lord(state, move) else 1


def _anything(state: State, move: Move) -> int:
    return 0 if _takes_first_lord(state, move) else 1


def _exchanges(state: State, move: Move) -> int:
    return _anything(state, move) * (1 + 6 * len(move["targets"]))


def _advances(state: State, move: Move) -> int:
    actor = _piece(state, move["pieceId"])
    return _anything(state, move) * (12 if actor["type"] == "L" else 1)


def _flights(state: State, move: Move) -> int:
    actor = _piece(state, move["pieceId"])
    liking = 1
    if actor["type"] in ludus.AERIAL:
        liking = 10
        if move["to"]["board"] == "ground":
            # Toward the cells under the sky, and seldom down again.
            off_centre = max(abs(move["to"]["r"] - 5), abs(move["to"]["c"] - 5))
            liking = 1 if actor["board"] == "sky" else 12 - 2 * off_centre
        elif move["type"] == "fly":
            liking = 60
    return _anything(state, move) * liking


def _quiet_moves(state: State, move: Move) -> int:
    actor = _piece(state, move["pieceId"])
    return 0 if move["targets"] or actor["type"] == "L" else 1


# Wishes: what makes a state worth keeping.


def _has_ply(plies: int) -> Wish:
    return lambda now: now.state["moveCount"] == plies and bool(now.moves)


def _has_quiet(quiet: int) -> Wish:
    return lambda now: now.state["quiet"] == quiet and bool(now.moves)


def _both_limits_next(now: Situation) -> bool:
    return (
        bool(now.moves)
        and now.state["quiet"] == now.options["quiet_limit"] - 1
        and now.state["moveCount"] == now.options["turn_limit"] - 1
    )


def _ended_by(reason: str) -> Wish:
    return lambda now: bool(now.state["reason"] == reason)


def _can_pierce_by(kind: str) -> Wish:
    return lambda now: any(
        move["type"] == "attack"
        and move["targets"][1:]
        and _piece(now.state, move["pieceId"])["type"] == kind
        for move in now.moves
    )


def _ward_matters(kind: str) -> Wish:
    """Whether strikes would differ if pieces of this kind gave no ward."""

    def wish(now: Situation) -> bool:
        bare = [
            {**piece, "type": "VL"} if piece["type"] == kind else piece
            for piece in now.state["pieces"]
        ]
        others = ludus.legal_moves({**now.state, "pieces": bare}, now.options)
        return _strikes(now.moves) != _strikes(others)

    return wish


def _can_promote(now: Situation) -> bool:
    return any(
        _piece(now.state, move["pieceId"])["type"] == "L"
        and move["to"]["r"] == ludus.FAR_RANK[now.state["turn"]]
        for move in now.moves
    )


def _has_veterans_of_both_sides(now: Situation) -> bool:
    colours = {piece["color"] for piece in now.state["pieces"] if piece["type"] == "VL"}
    return colours == {"white", "black"}


def _can_capture_by_descent(now: Situation) -> bool:
    return any(move["targets"] and _descends(now.state, move) for move in now.moves)


def _can_not_fly_up(now: Situation) -> bool:
    """Whether an aerial piece of the side to move stands right under an enemy in the sky."""
    turn = now.state["turn"]
    above = {
        (piece["r"] + ludus.SKY_OFFSET, piece["c"] + ludus.SKY_OFFSET)
        for piece in now.state["pieces"]
        if piece["board"] == "sky" and piece["color"] != turn
    }
    return any(
        piece["type"] in ludus.AERIAL
        and piece["board"] == "ground"
        and piece["color"] == turn
        and (piece["r"], piece["c"]) in above
        for piece in now.state["pieces"]
    )


def _can_take_first_lord_by(kind: str) -> Wish:
    return lambda now: any(
        move["type"] == kind and _takes_first_lord(now.state, move) for move in now.moves
    )


def _can_take_first_lord_by_descent(now: Situation) -> bool:
    return any(
        _descends(now.state, move) and _takes_first_lord(now.state, move) for move in now.moves
    )


def _can_take_first_lord_in_the_sky(now: Situation) -> bool:
    return any(
        move["to"]["board"] == "sky" and _takes_first_lord(now.state, move) for move in now.moves
    )


def _enemies_touch_in_the_sky(now: Situation) -> bool:
    captures = [move for move in now.moves if move["targets"] and move["to"]["board"] == "sky"]
    return len(captures) > 1


def _few_pieces(now: Situation) -> bool:
    return len(now.state["pieces"]) < MANY_PIECES and bool(now.moves)


def _strikes(moves: list[Move]) -> list[Move]:
    return [move for move in moves if move["type"] == "attack"]


def _descends(state: State, move: Move) -> bool:
    return bool(
        move["to"]["board"] == "ground" and _piece(state, move["pieceId"])["board"] == "sky"
    )


def _takes_first_lord(state: State, move: Move) -> bool:
    return any(_piece(state, target)["type"] == "FL" for target in move["targets"])


def _piece(state: State, piece_id: str) -> Piece:
    piece: Piece
    for piece in state["pieces"]:
        if piece["id"] == piece_id:
            return piece
    raise KeyError(piece_id)
