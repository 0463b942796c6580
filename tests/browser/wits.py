"""Choose the next click: at random, or by a search."""

from __future__ import annotations

import json
from random import Random
from typing import Protocol

from ludarium.agents.level_player import LevelPlayer
from ludarium.core import record as records
from tests.browser.visitor import Sight, Spot, Visitor

NODES = 4000  # searched per move: fast, and stronger than the easy level


class Wits(Protocol):
    """Chooses the next click."""

    def pick(self, sight: Sight) -> Spot:
        """Choose one of the offered spots."""


class Whim:
    """Chooses at random."""

    def __init__(self, seed: int = 0) -> None:
        self.rng = Random(seed)

    def pick(self, sight: Sight) -> Spot:
        """Choose any spot."""
        if sight.answers:
            return self.rng.choice(sight.answers)
        # Prefer an action now and then, because it is only one spot among many.
        if sight.actions and (not sight.cells or self.rng.random() < 0.3):
            return self.rng.choice(sight.actions)
        return self.rng.choice(sight.cells + sight.slots)


class Mind:
    """Plays well: searches the position of the page's room in this process."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.player: LevelPlayer | None = None
        self.ply = -1
        self.rest: list[str] = []  # the rest of the chosen move's path
        self.labels: dict[str, str] = {}  # the labels of the buttons

    def pick(self, sight: Sight) -> Spot:
        """The next spot of a good move."""
        if sight.answers:
            return self._answer(sight)
        # No click is left and no move was made: the page moved under the pointer.
        if self.ply != sight.moves or not self.rest:
            self._think()
            self.ply = sight.moves
        at = self.rest.pop(0)
        offered = sight.cells + sight.slots + sight.actions
        found = [spot for spot in offered if spot.at == at]
        assert found, f"{at} is not offered: {sight}"
        return found[0]

    def _answer(self, sight: Sight) -> Spot:
        """The menu entry of the next button, or the plain move."""
        button = self.rest[0] if self.rest and self.rest[0].startswith("!") else ""
        label = self.labels.get(button)
        for answer in sight.answers:
            if answer.text == label or (not label and answer.text not in self.labels.values()):
                return answer
        raise AssertionError(f"{button or 'a plain move'} is no answer: {sight}")

    def _think(self) -> None:
        match = records.replay(records.loads(json.dumps(self.visitor.record())))
        if self.player is None:
            self.player = LevelPlayer(match.game, "hard", nodes=NODES)
        move = self.player.choose_move(match.position)
        self.rest = list(match.game.path(match.position, move))
        buttons = match.game.scene(match.position).buttons
        self.labels = {button.at: button.label for button in buttons}
