"""Forge: scene, notation, click paths and events."""

from __future__ import annotations

from itertools import pairwise

from ludarium.core.legal_moves import legal_moves
from ludarium.core.scene import (
    Button,
    Cell,
    Event,
    Grid,
    Scene,
    Token,
    Tray,
    cell_name,
    cell_spot,
    scene_differences,
)
from ludarium.games.forge import board
from ludarium.games.forge.board import CELLS, EMBER_FLAG, PASS_FLAG, SIZE, SWAP_FLAG
from ludarium.games.forge.rules import ForgePosition

GRID = Grid("board", SIZE, SIZE)
SPOTS = tuple(cell_spot(GRID.id, *divmod(cell, SIZE)) for cell in range(CELLS))
CELL_NAMES = tuple(cell_name(*divmod(cell, SIZE), SIZE) for cell in range(CELLS))
SEAT_NAMES = ("Onyx", "Amber")
PASS_BUTTON = Button("!pass", "Pass", "p")
SWAP_BUTTON = Button("!swap", "Swap sides", "s")
MOVE_PROMPTS = ("Move a token, or light an ember", "Choose where it goes")
EMBER_PROMPTS = ("Light an ember on an empty cell",)
PASS_PROMPTS = ("No token can move: pass",)


def _token_id(number: int) -> str:
    return f"token{number}"


def _ember_id(side: int, number: int) -> str:
    return f"ember{side}-{number}"


def ember_slot(seat: int) -> str:
    """The place in the tray of a seat where its embers lie."""
    return f"embers{seat}:ember"


def burning_embers(position: ForgePosition) -> dict[int, str]:
    """The cells with embers and the ids of these; the embers of a stock are counted downwards."""
    number = [left + 1 for left in position.left]
    found = {}
    for fire in range(position.fires_lit - 1, position.fires_out - 1, -1):
        turn = position.fire_turn[fire]
        side = (turn + 1) % 2  # before the first turn side 1 lights them
        found[position.fire_cell[fire]] = _ember_id(side, number[side])
        number[side] += 1
    return found


def build_scene(position: ForgePosition) -> Scene:
    """The scene: forges, tokens, burning embers, and a tray with the embers left of each seat."""
    tokens = [
        Token(_token_id(position.number[cell]), "token", "T", SPOTS[cell], side ^ position.swapped)
        for side, mask in enumerate(position.tokens)
        for cell in board.mask_cells(mask)
    ]
    embers = [
        Token(name, "ember", "*", SPOTS[cell])
        for cell, name in sorted(burning_embers(position).items())
    ]
    stocks = [
        Token(
            _ember_id(side, number), "ember", "*", ember_slot(side ^ position.swapped), layer=layer
        )
        for side, left in enumerate(position.left)
        for layer, number in enumerate(range(1, left + 1))
    ]
    lit = position.values["onyx_embers"] or position.values["amber_embers"]
    trays = tuple(
        Tray(
            f"embers{seat}",
            f"Embers of {SEAT_NAMES[seat]}",
            seat,
            _next_to_burn_out(position, seat ^ position.swapped),
        )
        for seat in range(2)
    )
    must_pass = legal_moves(position) == [PASS_FLAG]
    buttons = (PASS_BUTTON,) * must_pass + (SWAP_BUTTON,) * position.can_swap()
    return Scene(
        (GRID,),
        tuple(_forge_cells(position)),
        tuple(sorted(tokens, key=lambda token: token.id) + embers + stocks),
        trays if lit else (),
        buttons,
        PASS_PROMPTS if must_pass else EMBER_PROMPTS if position.lights_now() else MOVE_PROMPTS,
    )


def _next_to_burn_out(position: ForgePosition, side: int) -> str:
    """The cell of the side's ember that burns out next, and the turns until then."""
    if position.burn_turns:
        for fire in range(position.fires_out, position.fires_lit):
            turn = position.fire_turn[fire]
            if (turn + 1) % 2 == side:  # as in `burning_embers`
                left = turn + position.burn_turns - sum(position.turns)
                return f"{CELL_NAMES[position.fire_cell[fire]]} out in {left}"
    return ""


def _forge_cells(position: ForgePosition) -> list[Cell]:
    top, bottom = position.forges
    if top == bottom:
        return [Cell(SPOTS[cell], mark="goal") for cell in board.mask_cells(top)]
    return [
        Cell(SPOTS[cell], mark="goal", seat=side ^ position.swapped)
        for side, mask in enumerate((top, bottom))
        for cell in board.mask_cells(mask)
    ]


def notate_move(position: ForgePosition, move: int) -> str:
    """`a1-a4` moves, `@c3` lights an ember, `swap`, `pass`."""
    if move & PASS_FLAG:
        return "pass"
    if move & SWAP_FLAG:
        return "swap"
    target = CELL_NAMES[board.move_target(move)]
    return f"@{target}" if move & EMBER_FLAG else f"{CELL_NAMES[board.move_source(move)]}-{target}"


def click_path(position: ForgePosition, move: int) -> tuple[str, ...]:
    """The click path: the token and its target, or an ember of the stock and its cell."""
    if move & PASS_FLAG:
        return (PASS_BUTTON.at,)
    if move & SWAP_FLAG:
        return (SWAP_BUTTON.at,)
    target = SPOTS[board.move_target(move)]
    if move & EMBER_FLAG:
        return ember_slot(position.to_move), target
    return SPOTS[board.move_source(move)], target


def move_events(position: ForgePosition, move: int) -> list[Event]:
    """The events of a move: a drag goes cell by cell, and at last old embers burn out."""
    after = position.copy()
    after.play(move)
    if move & SWAP_FLAG:
        # The players exchange their sides: no token becomes another one.
        shown = scene_differences(build_scene(position), build_scene(after))
        return [event for event in shown if event.kind != "change"]
    told = []
    source, target = board.move_source(move), board.move_target(move)
    if move & EMBER_FLAG:
        side = position.side_to_move()
        ember = _ember_id(side, position.left[side])
        told = [Event("place", ember, to=SPOTS[target])]
    elif not move & PASS_FLAG:
        token = _token_id(position.number[source])
        way = drag_track(position, source, target)
        told = [Event("move", token, SPOTS[a], SPOTS[b]) for a, b in pairwise(way)]
    burning = burning_embers(position)
    return told + [Event("remove", burning[cell], SPOTS[cell]) for cell in after.burnt_cells()]


def measure_move(position: ForgePosition, move: int) -> dict[str, int]:
    """Facts of a move for measurements: cells of a drag, embers lit, embers burnt out."""
    if move & SWAP_FLAG:
        return {"swap": 1}
    kinds = [event.kind for event in move_events(position, move)]
    names = {"drag": "move", "ember": "place", "burnt": "remove"}
    return {name: kinds.count(kind) for name, kind in names.items()}


def drag_track(position: ForgePosition, source: int, target: int) -> list[int]:
    """The cells of a legal drag, both ends included."""
    if position.tracks.straight:
        return board.straight_track(source, target)
    return board.shortest_track(source, target, position.free_cells(position.side_to_move()))
