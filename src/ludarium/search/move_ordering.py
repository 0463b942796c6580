"""The order of moves: what was good before comes first."""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence

import cython

from ludarium.core.evaluator import Evaluator
from ludarium.core.position import MOVE_STACK, Position, move_stack

if not cython.compiled:
    from ludarium.core.bits import mixed
    from ludarium.core.constants import NO_MOVE
    from ludarium.search.bounds import (
        CONTINUATION,
        DEEPEST,
        FIRST,
        KILLER,
        LOUD,
        MOST_RENOWN,
        RENOWN,
        TOP_RANK,
    )


@cython.final
@cython.cclass
class Order:
    """One search's stack of moves with their ranks, and how moves did so far."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.moves = move_stack()
        self.ranks = array("i", bytes(4 * MOVE_STACK))
        self.history = array("h", bytes(2 * RENOWN))
        self.continuation = array("h", bytes(2 * CONTINUATION))
        self.killers = array("I", [NO_MOVE]) * (2 * DEEPEST)
        self.path = array("I", [NO_MOVE]) * DEEPEST  # the moves played to reach a ply

    def forget(self) -> None:
        """Begin a new game: nothing of the last one guides the order of moves."""
        for i in range(RENOWN):
            self.history[i] = 0
        for i in range(CONTINUATION):
            self.continuation[i] = 0
        for i in range(2 * DEEPEST):
            self.killers[i] = NO_MOVE

    def rank(self, position: Position, ply: int, top: int, end: int, first: int) -> None:
        """Order the moves: the best known, urgent ones, killers, those that did well elsewhere."""
        for i in range(top, end):
            move = self.moves[i]
            if move == first:
                self.ranks[i] = FIRST
                continue
            urgency = self.evaluator.urgency(position, move)
            if urgency > 0:
                self.ranks[i] = LOUD + min(urgency, TOP_RANK)
            elif move == self.killers[2 * ply]:
                self.ranks[i] = KILLER + 1
            elif move == self.killers[2 * ply + 1]:
                self.ranks[i] = KILLER
            else:
                self.ranks[i] = self.promise(ply, move) + urgency

    def sift(self, position: Position, top: int, end: int, first: int) -> int:
        """Keep the urgent moves alone and order them; returns the new end."""
        kept = top
        for i in range(top, end):
            move = self.moves[i]
            urgency = self.evaluator.urgency(position, move)
            if urgency > 0:
                self.moves[kept] = move
                self.ranks[kept] = FIRST if move == first else urgency
                kept += 1
        return kept

    def promise(self, ply: int, move: int) -> int:
        """How often a move was good, anywhere and after the last two."""
        total = self.history[mixed(move) & (RENOWN - 1)]
        if ply:
            total += self.continuation[after(self.path[ply - 1], move)]
        if ply > 1:
            total += self.continuation[after(self.path[ply - 2] ^ 0x5A5A5A5A, move)]
        return total

    def reward(self, ply: int, depth: int, top: int, found: int) -> None:
        """Remember a quiet move that was good enough, and that those before it were not."""
        move = self.moves[found]
        if move != self.killers[2 * ply]:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
        bonus = min(16 * depth * depth, 1600)
        for i in range(top, found + 1):
            if self.ranks[i] < LOUD:
                change = bonus if i == found else -bonus
                learn(self.history, mixed(self.moves[i]) & (RENOWN - 1), change)
                if ply:
                    learn(self.continuation, after(self.path[ply - 1], self.moves[i]), change)
                if ply > 1:
                    past = self.path[ply - 2] ^ 0x5A5A5A5A
                    learn(self.continuation, after(past, self.moves[i]), change)


def bring_forward(
    moves: MutableSequence[int], ranks: MutableSequence[int], i: int, end: int
) -> None:
    """Put the most promising of the moves from i on in place i."""
    best = i
    for j in range(i + 1, end):
        if ranks[j] > ranks[best]:
            best = j
    move = moves[i]
    moves[i] = moves[best]
    moves[best] = move
    rank = ranks[i]
    ranks[i] = ranks[best]
    ranks[best] = rank


def after(past: int, move: int) -> int:
    """Where the history of a move after another one is kept."""
    wide = past
    return mixed(wide << 32 | move) & (CONTINUATION - 1)


def learn(memory: array[int], at: int, change: int) -> None:
    """Move a counter towards what was seen, the less the further it has gone that way."""
    pull = memory[at] * abs(change)
    memory[at] += change - (pull // MOST_RENOWN if pull > 0 else -(-pull // MOST_RENOWN))
