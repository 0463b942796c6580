"""States of Ludus for tests, written by the names of cells, and moves in short."""

from __future__ import annotations

import copy
from typing import Any

from ludarium import AnyGame, load

State = dict[str, Any]
Move = dict[str, Any]

GAME = load("ludus")
ORIGINAL = load("ludus", "original")
START = GAME.initial_state()
HOME = {piece["id"]: piece for piece in START["pieces"]}
COLUMNS = "abcdefghijk"
# Some ids; of black the same kinds are p0, p4, p8, p12, p16, p20 and p44 to p47.
KA, KT, KI, KF, HL, FL = "p3", "p7", "p11", "p15", "p19", "p23"
CU, SH, KR = "p48", "p49", "p50"
LORDS = {"p20": "f11", "p23": "f1"}


def words(text: str) -> list[str]:
    """A list of words; cells read better so."""
    return text.split()


def place(name: str) -> dict[str, Any]:
    """Where a cell is that the rules text calls so; capitals are sky cells."""
    row, col = 11 - int(name[1:]), COLUMNS.index(name[0].lower())
    if name[0].isupper():
        return {"board": "sky", "r": row - 3, "c": col - 3}
    return {"board": "ground", "r": row, "c": col}


def name(where: dict[str, Any]) -> str:
    """What the rules text calls a place."""
    if where["board"] == "sky":
        return f"{COLUMNS[where['c'] + 3].upper()}{8 - where['r']}"
    return f"{COLUMNS[where['c']]}{11 - where['r']}"


def position(
    turn: str = "white",
    quiet: int = 0,
    ply: int = 200,
    cells: dict[str, str] | None = None,
    **more: str,
) -> State:
    """A state late in a game with these pieces on these cells (`=VL` after it for a veteran).

    The First Lords stand at home unless given; all missing pieces were captured.
    """
    pieces = []
    for number in range(52):
        home = HOME[f"p{number}"]
        cell, _, kind = {**LORDS, **(cells or {}), **more}.get(home["id"], "").partition("=")
        if cell:
            moved = kind != "" or {**home, **place(cell)} != home
            pieces.append({**home, **place(cell), "type": kind or home["type"], "moved": moved})
    standing = {piece["id"] for piece in pieces}
    lost = [piece for piece in START["pieces"] if piece["id"] not in standing]
    return {
        "pieces": pieces,
        "turn": turn,
        "winner": None,
        "moveCount": ply + (turn == "black"),
        "captured": {
            taker: [
                {"type": piece["type"], "color": piece["color"], "by": "KR"}
                for piece in lost
                if piece["color"] != taker
            ]
            for taker in ("white", "black")
        },
        "quiet": quiet,
        "reason": "",
    }


def said(move: Move) -> str:
    """A move in short: `move e5`, `fly E5`, `attack e5 p4,p8`; with the pieces it removes."""
    return " ".join([move["type"], name(move["to"]), ",".join(move["targets"])]).strip()


def moves_of(piece: str, state: State, game: AnyGame = GAME) -> list[str]:
    """The legal moves of a piece, in their order."""
    return [said(move) for move in game.legal_moves(state) if move["pieceId"] == piece]


def strikes_of(piece: str, state: State, game: AnyGame = GAME) -> list[str]:
    """What the strikes of a piece remove."""
    attacks = [move for move in moves_of(piece, state, game) if move.startswith("attack")]
    return [move.split()[2] for move in attacks]


def reached(piece: str, state: State, game: AnyGame = GAME) -> list[str]:
    """The cells to which a piece can go."""
    return [m.split()[1] for m in moves_of(piece, state, game) if not m.startswith("attack")]


def after(state: State, piece: str, move: str, game: AnyGame = GAME) -> State:
    """The state after a move given in short."""
    [found] = [
        legal
        for legal in game.legal_moves(state)
        if legal["pieceId"] == piece and said(legal) == move
    ]
    return game.apply_move(state, found)


def find(state: State, piece: str) -> dict[str, Any] | None:
    """A piece of a state, None if it has been taken."""
    return next((item for item in state["pieces"] if item["id"] == piece), None)


def asked(piece: str, kind: str, cell: str, *targets: str) -> Move:
    """A move that may be illegal."""
    return {"pieceId": piece, "type": kind, "to": place(cell), "targets": list(targets)}


def shut_in(quiet: int = 0) -> State:
    """Without sky combat black has no move left once white's High Lord is on `E7`."""
    return position(
        p20="D8", p13="d8", p3="E8", p43="D7", p19="F7", p14="d7", p7="c8", p11="e8", quiet=quiet
    )  # fmt: skip


def edited(state: State, *path: Any, to: Any) -> State:
    """A copy of a state with one place changed."""
    state = copy.deepcopy(state)
    node = state
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = to
    return state


# Many pieces, few of them free.
CROWD = {
    "p2": "a5", "p3": "E5", "p7": "g5", "p11": "b7", "p15": "c8", "p18": "e2", "p19": "d5",
    "p22": "f4", "p23": "f1", "p43": "f6", "p48": "h6", "p49": "k4", "p50": "i3",
    "p0": "F6", "p4": "d7", "p8": "b9", "p9": "f5", "p12": "d9", "p16": "b4", "p44": "k7",
    "p45": "b10", "p46": "d3", "p13": "e5",
}  # fmt: skip
QUIET = position(p50="c6", p49="k9", p2="a6", p18="e6=VL", p46="h8", quiet=3)
WON = after(position(p50="f9"), KR, "move f11 p20")
PIERCED = after(position(p19="f8", p20="f10", p8="f11"), HL, "attack f8 p20,p8")
