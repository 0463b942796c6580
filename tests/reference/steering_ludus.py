"""How random games of Ludus are steered to special cases: tastes of a player, and wishes."""

from collections.abc import Callable
from typing import NamedTuple

from tests.reference import ludus
from tests.reference.ludus import Move, Options, Piece, State

MANY_PIECES = 10


class Situation(NamedTuple):
    """A state with its legal moves."""

    state: State
    moves: list[Move]
    options: Options


Wish = Callable[[Situation], bool]
Taste = Callable[[State, Move], int]


# Tastes: how much a random player likes a move. Only one of them takes First Lords on purpose.


def ends(state: State, move: Move) -> int:
    return 50 if takes_first_lord(state, move) else 1


def anything(state: State, move: Move) -> int:
    return 0 if takes_first_lord(state, move) else 1


def exchanges(state: State, move: Move) -> int:
    return anything(state, move) * (1 + 6 * len(move["targets"]))


def advances(state: State, move: Move) -> int:
    actor = piece(state, move["pieceId"])
    return anything(state, move) * (12 if actor["type"] == "L" else 1)


def flights(state: State, move: Move) -> int:
    actor = piece(state, move["pieceId"])
    liking = 1
    if actor["type"] in ludus.AERIAL:
        liking = 10
        if move["to"]["board"] == "ground":
            # Toward the cells under the sky, and seldom down again.
            off_centre = max(abs(move["to"]["r"] - 5), abs(move["to"]["c"] - 5))
            liking = 1 if actor["board"] == "sky" else 12 - 2 * off_centre
        elif move["type"] == "fly":
            liking = 60
    return anything(state, move) * liking


def quiet_moves(state: State, move: Move) -> int:
    actor = piece(state, move["pieceId"])
    return 0 if move["targets"] or actor["type"] == "L" else 1


def walls(state: State, move: Move) -> int:
    return anything(state, move) * (
        20 if move["type"] == "wall" else 2 if advances(state, move) > 1 else 1
    )


# Wishes: what makes a state worth keeping.


def has_ply(plies: int) -> Wish:
    return lambda now: now.state["moveCount"] == plies and bool(now.moves)


def has_quiet(quiet: int) -> Wish:
    return lambda now: now.state["quiet"] == quiet and bool(now.moves)


def both_limits_next(now: Situation) -> bool:
    return (
        bool(now.moves)
        and now.state["quiet"] == now.options["quiet_limit"] - 1
        and now.state["moveCount"] == now.options["turn_limit"] - 1
    )


def ended_by(reason: str) -> Wish:
    return lambda now: bool(now.state["reason"] == reason)


def can_pierce_by(kind: str) -> Wish:
    return lambda now: any(
        move["type"] == "attack"
        and move["targets"][1:]
        and piece(now.state, move["pieceId"])["type"] == kind
        for move in now.moves
    )


def ward_matters(kind: str) -> Wish:
    """Whether strikes would differ if pieces of this kind gave no ward."""

    def wish(now: Situation) -> bool:
        bare = [
            {**piece, "type": "VL"} if piece["type"] == kind else piece
            for piece in now.state["pieces"]
        ]
        others = ludus.legal_moves({**now.state, "pieces": bare}, now.options)
        return strikes(now.moves) != strikes(others)

    return wish


def can_promote(now: Situation) -> bool:
    return any(
        piece(now.state, move["pieceId"])["type"] == "L"
        and move["to"]["r"] == ludus.FAR_RANK[now.state["turn"]]
        for move in now.moves
    )


def has_veterans_of_both_sides(now: Situation) -> bool:
    colours = {piece["color"] for piece in now.state["pieces"] if piece["type"] == "VL"}
    return colours == {"white", "black"}


def can_capture_by_descent(now: Situation) -> bool:
    return any(move["targets"] and descends(now.state, move) for move in now.moves)


def can_not_fly_up(now: Situation) -> bool:
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


def can_take_first_lord_by(kind: str) -> Wish:
    return lambda now: any(
        move["type"] == kind and takes_first_lord(now.state, move) for move in now.moves
    )


def can_take_first_lord_by_descent(now: Situation) -> bool:
    return any(
        descends(now.state, move) and takes_first_lord(now.state, move) for move in now.moves
    )


def can_take_first_lord_in_the_sky(now: Situation) -> bool:
    return any(
        move["to"]["board"] == "sky" and takes_first_lord(now.state, move) for move in now.moves
    )


def enemies_touch_in_the_sky(now: Situation) -> bool:
    captures = [move for move in now.moves if move["targets"] and move["to"]["board"] == "sky"]
    return len(captures) > 1


def few_pieces(now: Situation) -> bool:
    return len(now.state["pieces"]) < MANY_PIECES and bool(now.moves)


def strikes(moves: list[Move]) -> list[Move]:
    return [move for move in moves if move["type"] == "attack"]


def descends(state: State, move: Move) -> bool:
    return bool(move["to"]["board"] == "ground" and piece(state, move["pieceId"])["board"] == "sky")


def takes_first_lord(state: State, move: Move) -> bool:
    return any(piece(state, target)["type"] == "FL" for target in move["targets"])


def piece(state: State, piece_id: str) -> Piece:
    piece: Piece
    for piece in state["pieces"]:
        if piece["id"] == piece_id:
            return piece
    raise KeyError(piece_id)


def can_flank(count: int) -> Wish:
    """Whether a move removes that many pieces besides the one it lands on."""

    def wish(now: Situation) -> bool:
        cells = {
            (p["board"], p["r"], p["c"]): p["id"]
            for p in now.state["pieces"]
            if p["color"] != now.state["turn"]
        }
        return any(
            move["type"] == "move"
            and len(set(move["targets"]) - {cells.get(tuple(move["to"].values()))}) >= count
            for move in now.moves
        )

    return wish


def can_promote_wall(now: Situation) -> bool:
    return any(
        move["type"] == "wall" and move["to"]["r"] == ludus.FAR_RANK[now.state["turn"]]
        for move in now.moves
    )
