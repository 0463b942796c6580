"""Offer actions: offers of draws, takebacks and rematches, their answers, and restarts."""

from __future__ import annotations

from ludarium.server.protocol import codec as m
from ludarium.server.protocol.codec import Member, Standing
from ludarium.server.protocol.errors import Refused
from ludarium.server.protocol.events import (
    Agreed,
    Holder,
    Lapsed,
    Offered,
    OfferKind,
    bot_holder,
)
from ludarium.server.protocol.room_setup import Level
from ludarium.server.rooms.game_actions import (
    finish_game,
    other_people,
    require_seats,
    rewind_game,
    takeback_ply,
)
from ludarium.server.rooms.membership import begin_game
from ludarium.server.rooms.offers import OFFER_TIMEOUT_S
from ludarium.server.rooms.room_state import State
from ludarium.server.rooms.transaction import Transaction


def make_offer(tx: Transaction, member: Member, message: m.Offer) -> None:
    """Make an offer. Without other people it is carried out; one that meets its like accepts it."""
    state = tx.state
    seats = require_seats(state, member)
    _check_possible(tx, message.kind, member.id)
    if not other_people(state, member.id):
        _carry_out(tx, message.kind, member.id)
        return
    standing = state.offers.find(message.kind)
    if standing and standing.seat not in seats and message.kind != "takeback":
        _accept(tx, member, standing)
        return
    if standing:
        raise Refused("already_offered", "Such an offer waits for its answer.")
    ply = state.table.ply if state.table else 0
    if (message.kind, seats[0], ply) in state.offers.declined:
        raise Refused("declined", "That was declined; play a move first.")
    tx.happen(Offered(message.kind, seats[0], tx.now + OFFER_TIMEOUT_S[message.kind]))


def restart_game(tx: Transaction, member: Member, message: m.Restart) -> None:
    """Begin again without asking, where all other seats are bots or the member's own."""
    state = tx.state
    if not (state.local and member.id == state.host):  # who hosts bots alone has no seat
        require_seats(state, member)
    if not state.local:
        raise Refused("ask_first", "Ask the others for a rematch.")
    if state.phase == "playing":
        if state.setup.rated:
            raise Refused("no_restart", "A rated game is played to its end.")
        finish_game(tx, None, "aborted")
        seats = tuple(state.seats)
    else:
        _check_rematch(tx)
        seats = _next_seats(state)
    begin_game(tx, tuple(_at_level(holder, message.level) for holder in seats))


def _at_level(holder: Holder, level: Level | None) -> Holder:
    """The same holder, a bot at another level if one is given."""
    return bot_holder(level) if holder.kind == "bot" and level else holder


def _next_seats(state: State) -> tuple[Holder, ...]:
    """The holders in a rematch: each moves one seat on, so that no player always begins."""
    return (*state.seats[1:], state.seats[0])


def answer_offer(tx: Transaction, member: Member, message: m.Answer) -> None:
    """Accept or decline an offer, or take one's own back."""
    seats = require_seats(tx.state, member)
    standing = tx.state.offers.standing.get(message.offer)
    if standing is None:
        raise Refused("no_such_offer", "There is no such offer any more.")
    own = standing.seat in seats
    if not message.accept:
        tx.happen(Lapsed(message.offer, "withdrawn" if own else "declined"))
        return
    if own:
        raise Refused("own_offer", "That is your own offer.")
    _accept(tx, member, standing)


def expire_offers(tx: Transaction) -> None:
    """End the offers whose time is over."""
    for standing in tx.state.offers.expired(tx.now):
        tx.happen(Lapsed(standing.offer, "expired"))


def _accept(tx: Transaction, member: Member, standing: Standing) -> None:
    state = tx.state
    if state.seats[standing.seat].kind != "person":
        raise Refused("no_such_offer", "There is no such offer any more.")
    maker = state.seats[standing.seat].member
    _check_possible(tx, standing.kind, maker)
    agreed = {state.seats[seat].member for seat in standing.agreed}
    if member.id in agreed:
        raise Refused("already_agreed", "You have agreed already.")
    if other_people(state, maker) <= agreed | {member.id}:
        _carry_out(tx, standing.kind, maker)
    else:
        tx.happen(Agreed(standing.offer, state.seats_of(member.id)[0]))


def _check_possible(tx: Transaction, kind: OfferKind, maker: str) -> None:
    """Refuse an offer that cannot be carried out."""
    state = tx.state
    if kind == "draw":
        state.current()
        if not _all_people(state):
            raise Refused("no_draw_with_bots", "Bots do not agree on draws.")
    elif kind == "takeback":
        takeback_ply(state, maker)
    else:
        _check_rematch(tx)


def _carry_out(tx: Transaction, kind: OfferKind, maker: str) -> None:
    state = tx.state
    if kind == "draw":
        finish_game(tx, None, "draw_agreed")
    elif kind == "takeback":
        rewind_game(tx, takeback_ply(state, maker))
    else:
        begin_game(tx, _next_seats(state))


def _all_people(state: State) -> bool:
    return all(holder.kind == "person" for holder in state.seats)


def _check_rematch(tx: Transaction) -> None:
    state = tx.state
    if state.phase != "finished":
        raise Refused("not_finished", "The game has not ended.")
    if not all(tx.occupants.is_present(member) for member in state.people()):
        raise Refused("opponent_gone", "Not all players are here any more.")
