"""Play on a board by mouse, or by keyboard alone."""

from __future__ import annotations

from tests.browser.visitor import Sight, Spot, Visitor
from tests.browser.wits import Whim, Wits

CLICKS = 12  # more than any move needs
TABS = 200  # enough presses of Tab to go around any page


class Mouse:
    """Clicks spots that the board offers."""

    def __init__(self, visitor: Visitor, wits: Wits | int = 0) -> None:
        """A number is the seed of a random choice."""
        self.visitor = visitor
        self.wits = Whim(wits) if isinstance(wits, int) else wits

    def choose(self, sight: Sight) -> None:
        """Make one click of a move."""
        self.click(self.wits.pick(sight))

    def click(self, spot: Spot) -> None:
        """Click a spot."""
        self.visitor.page.mouse.click(*self.visitor.place_of(spot))

    def move(self) -> Sight:
        """Wait for the turn, make one move, and return the page's state after it."""
        sight = self.visitor.until(lambda seen: seen.able or bool(seen.outcome), "a turn")
        before = sight.moves
        for _ in range(CLICKS):
            if sight.outcome or sight.moves != before:
                return sight
            self.choose(sight)
            sight = self.visitor.until(
                lambda seen, last=sight: (  # type: ignore[misc]
                    bool(seen.outcome)
                    or seen.moves != before
                    or bool(seen.answers)
                    or (seen.able and places_of(seen) != places_of(last))
                ),
                "what a click does",
            )
        raise AssertionError(f"{CLICKS} clicks made no move: {sight}")

    def play(self) -> str:
        """Play until the game is over, and return its outcome."""
        while not (sight := self.move()).outcome:
            pass
        return sight.outcome


class Keys(Mouse):
    """The same by keyboard alone: Tab, arrows, Enter, and letters for actions."""

    def click(self, spot: Spot) -> None:
        """Focus a spot and press Enter."""
        keyboard = self.visitor.page.keyboard
        if spot.key:
            keyboard.press(spot.key.lower())
        elif spot.at.startswith("?"):  # a menu entry: the first one has the focus
            for _ in range(int(spot.at[1:])):
                keyboard.press("ArrowRight")
            keyboard.press("Enter")
        elif "," in spot.at:
            self._walk(spot.at)
            keyboard.press("Enter")
        else:
            self.tab(f'e => e.dataset.at === "{spot.at}"')
            keyboard.press("Enter")

    def tab(self, wanted: str) -> None:
        """Press Tab until the focused element satisfies `wanted`, a JavaScript function."""
        page = self.visitor.page
        for _ in range(TABS):
            if page.evaluate(f"({wanted})(document.activeElement)"):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"no Tab leads to {wanted}")

    def tab_to(self, role: str, name: str) -> None:
        """Press Tab until the control with this role and name has the focus."""
        control = self.visitor.page.get_by_role(role, name=name, exact=True).first  # type: ignore[arg-type]
        control.wait_for()
        for _ in range(TABS):
            if control.evaluate("e => e === document.activeElement"):
                return
            self.visitor.page.keyboard.press("Tab")
        raise AssertionError(f"no Tab leads to {name}")

    def _walk(self, at: str) -> None:
        """Move the focus to a cell with arrow keys."""
        grid = at.split(":", maxsplit=1)[0]
        self.tab(f'e => (e.dataset.at ?? "").startsWith("{grid}:")')
        page = self.visitor.page
        flipped = page.evaluate(
            f"""() => document.querySelector('[data-grid="{grid}"] [role=gridcell]')
                 .dataset.at !== "{grid}:0,0\""""
        )
        for _ in range(40):
            now = page.evaluate("document.activeElement.dataset.at")
            if now == at:
                return
            rows, cols = (there - here for here, there in zip(_cell(now), _cell(at), strict=True))
            if flipped:
                rows, cols = -rows, -cols
            key = ("ArrowDown" if rows > 0 else "ArrowUp") if rows else ""
            page.keyboard.press(key or ("ArrowRight" if cols > 0 else "ArrowLeft"))
        raise AssertionError(f"no arrow leads to {at}")


def _cell(at: str) -> list[int]:
    return [int(number) for number in at.split(":")[1].split(",")]


def places_of(sight: Sight) -> list[str]:
    """Where a click is offered."""
    # An action may leave the targets as they are; then its button disappears from the list.
    return [spot.at for spot in sight.cells + sight.slots + sight.actions]
