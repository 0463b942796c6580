"""Tells the events of a move in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludarium.core.game import AnyGame
from ludarium.core.scene import Event, Scene, Token, cell_name, parse_spot

FACING_NAMES = {
    "n": "north",
    "ne": "north-east",
    "e": "east",
    "se": "south-east",
    "s": "south",
    "sw": "south-west",
    "w": "west",
    "nw": "north-west",
}
QUIET_KINDS = {"move", "place"}  # alone, they say no more than the notation of the move


def describe_events(
    game: AnyGame, before: Scene, after: Scene, events: Sequence[Event]
) -> list[str]:
    """The sentences of a move's events; none where its notation tells as much.

    Events that happen together stand in one sentence.
    """
    if len(events) == 1 and events[0].kind in QUIET_KINDS:
        return []
    told: list[str] = []
    for event in events:
        text = _EventTeller(game, before, after).describe(event)
        if event.together and told:
            told[-1] += f"; {text}"
        else:
            told.append(text)
    return told


class _EventTeller:
    """The words for the pieces and places of one move."""

    def __init__(self, game: AnyGame, before: Scene, after: Scene) -> None:
        self.game = game
        self.rows = {grid.id: grid.rows for grid in (*before.grids, *after.grids)}
        self.several = len(before.grids) > 1
        self.trays = {tray.id: tray.label for tray in (*before.trays, *after.trays)}
        self.later = {token.id: token for token in after.tokens}
        self.known = {**self.later, **{token.id: token for token in before.tokens}}

    def describe(self, event: Event) -> str:
        """One event as a sentence without a full stop."""
        at, to = self.place(event.at), self.place(event.to)
        token = self.known.get(event.token)
        what = self.piece(token) if token else "a piece"
        route = " - ".join(self.place(spot) for spot in (event.at, *event.via, event.to))
        sentences = {
            "move": f"{what} goes from {at} to {to}",
            "capture": f"{what} is captured on {at}",
            "remove": f"{what} is removed from {at}",
            "place": f"{what} is placed on {to}",
            "change": f"{at} is now {self.changed_piece(event)}",
            "raise": f"{at} rises to {event.level}",
            "erupt": f"{at} erupts",
            "strike": f"{at} strikes {to}",
            "beam": f"a beam goes {route}",
        }
        return sentences[event.kind]

    def place(self, spot: str) -> str:
        """The name of a cell or of a tray."""
        found = parse_spot(spot)
        if found is None or found[0] not in self.rows:
            return self.trays.get(spot.partition(":")[0], spot)
        grid, row, col = found
        name = cell_name(row, col, self.rows[grid])
        return f"{name} of {grid}" if self.several else name

    def piece(self, token: Token) -> str:
        """Owner, colour and name of a piece."""
        name = self.game.piece_names.get(token.glyph, token.glyph.replace(".", " "))
        owner = "" if token.seat is None else self.game.seat_names[token.seat]
        return " ".join(word for word in (owner, token.tint, name) if word)

    def changed_piece(self, event: Event) -> str:
        """A piece with its facing and badge after the move."""
        token = self.later.get(event.token) or self.known.get(event.token)
        return ", ".join(self.signs(token)) if token else "changed"

    def signs(self, token: Token) -> Iterator[str]:
        """The words for a piece, its facing and its badge."""
        yield self.piece(token)
        if token.facing:
            yield f"facing {FACING_NAMES[token.facing]}"
        if token.badge:
            yield f"with {token.badge} {token.badge_name}".rstrip()
