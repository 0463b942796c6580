"""Whole games between contenders, for the tests of them."""

from __future__ import annotations

from typing import NamedTuple

from ludarium import AnyGame
from ludarium.agents.contender import Contender, Reply
from ludarium.agents.time_control import GameClocks, TimeControl
from ludarium.core.match import Match, Player

LONGEST = 400  # moves after which it is enough
FREE = TimeControl()


class Bout(NamedTuple):
    match: Match
    replies: list[tuple[int, Reply]]  # with their seats


def bout(
    game: AnyGame,
    contenders: list[Contender],
    control: TimeControl = FREE,
    seed: int = 0,
    exposed: bool = True,
) -> Bout:
    """A game; the contenders are not closed."""
    seats = len(contenders)
    match = Match(game, seed, [Player(str(seat), "test") for seat in range(seats)])
    clocks = GameClocks(control, seats)
    replies = []
    for seat, contender in enumerate(contenders):
        contender.start_game(game, seat, seats, seed + seat, exposed)
    while match.outcome is None and len(match.moves) < LONGEST:
        seat = match.position.to_move
        reply = contenders[seat].request_move(match, clocks.allowance(seat))
        clocks.spend_time(seat, reply.seconds)
        replies.append((seat, reply))
        match.play(reply.move)
    for contender in contenders:
        if match.outcome is not None:
            contender.end_game(match.outcome)
    return Bout(match, replies)
