"""Offers that stand: draws, takebacks and rematches, each until it is answered or expires."""

from __future__ import annotations

from msgspec.structs import replace

from ludarium.server.protocol.codec import Standing
from ludarium.server.protocol.events import Agreed, Lapsed, Offered, OfferKind

OFFER_TIMEOUT_S = {"draw": 30.0, "takeback": 30.0, "rematch": 60.0}


class Offers:
    """The standing offers by number, and which were declined where."""

    def __init__(self) -> None:
        self.standing: dict[int, Standing] = {}
        self.declined: set[tuple[OfferKind, int, int]] = set()  # kind, seat, ply

    def make(self, number: int, fact: Offered) -> None:
        """An offer was made."""
        self.standing[number] = Standing(number, fact.kind, fact.seat, fact.until, ())

    def agree(self, fact: Agreed) -> None:
        """One of several agreed."""
        standing = self.standing[fact.offer]
        self.standing[fact.offer] = replace(standing, agreed=(*standing.agreed, fact.seat))

    def lapse(self, fact: Lapsed, ply: int) -> None:
        """An offer ended without effect."""
        standing = self.standing.pop(fact.offer)
        if fact.why == "declined":
            self.declined.add((standing.kind, standing.seat, ply))

    def clear(self) -> None:
        """The game went on, or another one began: whatever was offered is past."""
        self.standing.clear()
        self.declined.clear()

    def find(self, kind: OfferKind) -> Standing | None:
        """The standing offer of a kind; there is one at most."""
        return next((offer for offer in self.standing.values() if offer.kind == kind), None)

    def expired(self, now: float) -> list[Standing]:
        """Those whose time is over."""
        return [offer for offer in self.standing.values() if offer.until <= now]

    def next_expiry(self) -> float | None:
        """When the first one expires."""
        return min((offer.until for offer in self.standing.values()), default=None)
