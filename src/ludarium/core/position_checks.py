"""The checks of the conformance suite on one position; each yields a broken rule and a detail."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

from ludarium.core.errors import IllegalMove, InvalidState
from ludarium.core.game import AnyGame, Choice
from ludarium.core.position import Position
from ludarium.core.scene import COMPASS, Event, Scene, Token, scene_hotspots
from ludarium.core.strict_json import same_json

EVENT_KINDS = {
    *("move", "capture", "remove", "place", "change"),
    *("raise", "erupt", "strike", "beam"),
}
TOKEN_EVENT_KINDS = {"move", "capture", "remove", "place", "change"}
BADGE_LETTERS = 3  # a badge is a short text
JUNK_VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1.5,
    "",
    "pass",
    [],
    [0],
    {},
    {"t": "x"},
    {"action": 1},
)


def check_moves(
    game: AnyGame, position: Position, choices: list[Choice]
) -> Iterator[tuple[str, str]]:
    moves = [choice.move for choice in choices]
    if len(set(moves)) != len(moves):
        yield "legal moves are unique", "a packed move stands twice"
    written = [dump_json(choice.json) for choice in choices]
    if len(set(written)) != len(written):
        yield "legal moves are unique", "a move's JSON stands twice"
    if game.moves(position) != moves or game.moves(position.copy()) != moves:
        yield "legal moves are in stable order", "a second look differs"
    if not 0 <= position.to_move < position.seats:
        yield "the seat to move exists", str(position.to_move)


def check_json(
    game: AnyGame, position: Position, choices: list[Choice]
) -> Iterator[tuple[str, str]]:
    state = game.state_to_json(position)
    if not same_json(json.loads(json.dumps(state)), state):
        yield "a state survives JSON", "it comes back different"
    again = game.state_from_json(json.loads(json.dumps(state)))
    if not same_json(game.state_to_json(again), state):
        yield "a state survives JSON", "the reloaded position writes another state"
    moves = [choice.json for choice in choices]
    if not same_json(json.loads(json.dumps(moves)), moves):
        yield "a move survives JSON", "it comes back different"
    reloaded = [game.move_to_json(again, move) for move in game.moves(again)]
    if not same_json(reloaded, moves):
        yield "a reloaded state has the same legal moves in the same order", ""
    if not same_json(game.moves_to_json(position, [choice.move for choice in choices]), moves):
        yield "moves written together are the same as one by one", ""
    if again.to_move != position.to_move or game.result(again) != game.result(position):
        yield "a reloaded state has the same seat to move and outcome", ""


def check_paths(
    choices: list[Choice], more: list[tuple[str, ...]], scene: Scene
) -> Iterator[tuple[str, str]]:
    notations = [choice.notation for choice in choices]
    if len(set(notations)) != len(notations) or "" in notations:
        yield "notations are unique", "two moves are written alike"
    paths = [choice.path for choice in choices] + more
    if len(set(paths)) != len(paths):
        yield "click paths are unique", "two moves are clicked alike"
    beginnings = {path[:n] for path in paths for n in range(len(path))}
    for path in paths:
        if path in beginnings:
            yield "no click path begins another", " ".join(path)
    unknown = {step for path in paths for step in path} - scene_hotspots(scene)
    if unknown:
        yield "paths name only hotspots of the scene", min(unknown)


def check_tokens(scene: Scene) -> Iterator[tuple[str, str]]:
    ids = [token.id for token in scene.tokens]
    if len(set(ids)) != len(ids):
        yield "token ids are unique", str(sorted(ids))
    places = scene_hotspots(scene)
    for token in scene.tokens:
        if token.at not in places:
            yield "tokens stand on cells or in trays", f"{token.id} at {token.at}"
        if token.facing and token.facing not in COMPASS:
            yield "tokens face a direction of the compass", f"{token.id} faces {token.facing}"
        if len(token.badge) > BADGE_LETTERS:
            yield "a badge has at most three letters", f"{token.id} has {token.badge}"
    for cell in scene.cells:
        if cell.at not in places:
            yield "the scene's cells are on its grids", cell.at


def check_end(
    game: AnyGame, position: Position, choices: list[Choice]
) -> Iterator[tuple[str, str]]:
    outcome = game.result(position)
    state = game.state_to_json(position)
    if outcome is None:
        if not choices:
            yield "a running game has a legal move", ""
        return
    if choices:
        yield "a finished game has no legal move", str(len(choices))
    if outcome.reason not in game.reasons:
        yield "a finished game has one of the game's reasons", outcome.reason
    if game.to_move(state) is not None:
        yield "a finished game has no seat to move", ""
    try:
        game.apply_move(state, {})
    except IllegalMove as refusal:
        if refusal.code != "game_over":
            yield "a finished game refuses moves with game_over", refusal.code
    else:
        yield "no illegal move is accepted", "in a finished game"


def check_undo(game: AnyGame, position: Position, choice: Choice) -> Iterator[tuple[str, str]]:
    before = take_snapshot(game, position)
    child = position.copy()
    child.play(choice.move)
    if take_snapshot(game, position) != before:
        yield "a child leaves its parent alone", choice.notation
    position.play(choice.move)
    played = take_snapshot(game, position)
    position.undo()
    if take_snapshot(game, position) != before:
        yield "undo restores everything", choice.notation
    if take_snapshot(game, child) != played:
        yield "a copy plays like the original", choice.notation


def check_undo_line(
    game: AnyGame, position: Position, rng: random.Random
) -> Iterator[tuple[str, str]]:
    snapshots: list[tuple[Any, ...]] = []
    while len(snapshots) < 6 and (moves := game.moves(position)):
        snapshots.append(take_snapshot(game, position))
        position.play(rng.choice(moves))
    for before in reversed(snapshots):
        position.undo()
        if take_snapshot(game, position) != before:
            yield "undo restores everything", "along a line of moves"


def check_events(
    game: AnyGame, position: Position, choice: Choice, scene: Scene
) -> Iterator[tuple[str, str]]:
    events = game.events(position, choice.move)
    after = position.copy()
    game.advance(after, choice.move)
    later = game.scene(after)
    old = {token.id: token for token in scene.tokens}
    new = {token.id: token for token in later.tokens}
    gone = {(t.glyph, t.seat, t.tint): t.id for t in scene.tokens if t.id not in new}
    come = {(t.glyph, t.seat, t.tint): t.id for t in later.tokens if t.id not in old}
    for looks in gone.keys() & come.keys():
        pair = f"{gone[looks]} goes and {come[looks]} comes, which looks the same"
        yield "tokens keep their ids", f"{choice.notation}: {pair}"
    yield from _check_vocabulary(
        events, old.keys() | new.keys(), scene_hotspots(scene) | scene_hotspots(later)
    )
    if not set(game.preview(position, choice.move)) <= set(events):
        yield "a preview has events of the move only", choice.notation
    ids = old.keys() | new.keys()
    changed = {id for id in ids if _token_place(old, id) != _token_place(new, id)}
    told = {event.token for event in events}
    if untold := sorted(changed - told):
        yield "events tell of every token that comes, goes or moves", str(untold)
    turned = {
        id for id in old.keys() & new.keys() if _token_signs(old[id]) != _token_signs(new[id])
    }
    if untold := sorted(turned - told):
        yield "events tell of every token that turns or changes its badge", str(untold)
    levels = {(cell.at, cell.level) for cell in scene.cells}
    risen = {c.at for c in later.cells if c.level and (c.at, c.level) not in levels}
    if risen - {event.at for event in events}:
        yield "events tell of every cell that rises", choice.notation


def _check_vocabulary(
    events: list[Event], tokens: set[str], places: set[str]
) -> Iterator[tuple[str, str]]:
    if events and events[0].together:
        yield "the first event has none to play together with", events[0].kind
    for event in events:
        if event.kind not in EVENT_KINDS:
            yield "events use the closed vocabulary", event.kind
        if event.kind in TOKEN_EVENT_KINDS and event.token not in tokens:
            yield "events name tokens of the scene", event.token
        if {event.at, event.to, *event.via} - places - {""}:
            yield "events name places of the scene", f"{event.at} {event.to}"


def _token_signs(token: Token) -> tuple[str, str]:
    return token.facing, token.badge


def _token_place(tokens: dict[str, Any], id: str) -> str | None:
    return tokens[id].at if id in tokens else None


def check_bad_states(
    game: AnyGame, position: Position, rng: random.Random
) -> Iterator[tuple[str, str]]:
    state = game.state_to_json(position)
    for _ in range(4):
        value = mutate(state, rng)
        try:
            again = game.state_from_json(value)
        except InvalidState as refusal:
            if not (refusal.code and refusal.message):
                yield "a bad state is refused with code and sentence", dump_json(value)
        else:
            if not same_json(game.state_to_json(again), value):
                yield "a state that is accepted is written the same", dump_json(value)
            game.moves(again)


def mutate(value: Any, rng: random.Random) -> Any:
    """A copy with one random change."""
    root = {"root": copy.deepcopy(value)}
    places: list[tuple[Any, Any]] = []
    stack: list[Any] = [root]
    while stack:
        node = stack.pop()
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        places.extend((node, key) for key in keys)
        stack.extend(node[key] for key in keys if isinstance(node[key], dict | list))
    node, key = rng.choice(places)
    old = node[key]
    if type(old) is int and rng.random() < 0.7:
        node[key] = rng.choice((old + 1, old - 1, rng.randrange(-2, 60), bool(old), float(old)))
    elif isinstance(node, dict) and node is not root and rng.random() < 0.3:
        del node[key]
    else:
        node[key] = rng.choice(JUNK_VALUES)
    return root["root"]


def take_snapshot(game: AnyGame, position: Position) -> tuple[Any, ...]:
    return (
        dump_json(game.state_to_json(position)),
        position.key(),
        game.moves(position),
        position.to_move,
        game.result(position),
        game.scene(position),
    )


def dump_json(value: Any) -> str:
    return json.dumps(value, sort_keys=True)
