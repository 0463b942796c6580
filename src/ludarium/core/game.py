"""The game contract: the methods an author writes, and the JSON facade derived from them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from ludarium.core import strict_json, text_renderer
from ludarium.core.batch.actions import ActionKind
from ludarium.core.endings import EndingCatalogue
from ludarium.core.errors import IllegalMove, InvalidOption, InvalidState
from ludarium.core.evaluator import Evaluator
from ludarium.core.extras import require_packages
from ludarium.core.game_files import GameFiles
from ludarium.core.legal_moves import has_legal_move, legal_moves
from ludarium.core.options import STANDARD, Option, Value, resolve_options, ruleset_names
from ludarium.core.position import DRAW, ONGOING, Position
from ludarium.core.recent_states import KnownState, RecentStates, equal_bytes
from ludarium.core.scene import Event, Scene, scene_differences, scene_hotspots
from ludarium.core.strict_json import Json
from ludarium.core.theme import Theme

if TYPE_CHECKING:
    from ludarium.core.batch.batch import GameBatch, Rollouts
    from ludarium.core.drawing.board_picture import BoardPicture

State = dict[str, Any]  # a position as JSON
Move = dict[str, Any]  # a move as JSON
P = TypeVar("P", bound=Position)


class Outcome(NamedTuple):
    """The result of a game: the winning seat, or None for a draw, and the reason code."""

    winner: int | None
    reason: str


class Choice(NamedTuple):
    """A legal move in every form that a client may need."""

    move: int
    json: Move
    notation: str
    path: tuple[str, ...]


class Game(GameFiles, ABC, Generic[P]):
    """A game with fixed options; it holds no state of a match."""

    # The author writes these facts.

    id: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    rules_version: ClassVar[int] = 1
    seat_counts: ClassVar[tuple[int, ...]] = (2,)
    seat_names: ClassVar[tuple[str, ...]] = ("First", "Second")
    piece_names: ClassVar[Mapping[str, str]] = {}  # the full name of a piece, by its glyph
    ruleset_warnings: ClassVar[Mapping[str, str]] = {}  # what spoils a ruleset, as a forced win
    theme_names: ClassVar[Mapping[str, str]] = {}  # of puzzles, by fact of a move or reason
    # By tray, what notation writes before the number of a slot: texts show it with the pieces.
    slot_letters: ClassVar[Mapping[str, str]] = {}
    suggested_move_s: ClassVar[int] = 0  # the time for a move that a form offers first; 0 is none
    options: ClassVar[Mapping[str, Option]] = {}
    rulesets: ClassVar[Mapping[str, Mapping[str, Value]]] = {}
    ruleset_notes: ClassVar[Mapping[str, str]] = {}  # a sentence to read before choosing
    rated_rulesets: ClassVar[tuple[str, ...]] = (STANDARD,)  # games under the others never count
    # Codes of the ways a game ends, each with its sentence; Position.reason counts them from 1.
    reasons: ClassVar[Mapping[str, str]] = {
        "no_legal_moves": "The player to move has no legal move and loses."
    }
    theme: ClassVar[Theme | None] = None  # the game's own colours, if any
    random_setup: ClassVar[bool] = True  # False if every seed gives the same first position
    # Numbers for moves, in batches; without them action n is the n-th legal move.
    action_kinds: ClassVar[tuple[ActionKind, ...]] = ()

    # The author writes these methods.

    @abstractmethod
    def start(self, seed: int, seats: int) -> P:
        """The first position; only games with a random set-up use the seed."""

    @abstractmethod
    def state_to_json(self, position: P) -> State:
        """The state as the rules define it."""

    @abstractmethod
    def read_state(self, value: Json) -> P:
        """The position of a state; raises InvalidState. `state_from_json` adds a second check."""

    @abstractmethod
    def move_to_json(self, position: P, move: int) -> Move:
        """A legal move as the rules define it."""

    def moves_to_json(self, position: P, moves: list[int]) -> list[Move]:
        """Legal moves as `move_to_json` writes each; a game may override it with a faster way."""
        return [self.move_to_json(position, move) for move in moves]

    @abstractmethod
    def notate(self, position: P, move: int) -> str:
        """The notation of a legal move, unique among the legal moves."""

    @abstractmethod
    def path(self, position: P, move: int) -> tuple[str, ...]:
        """The hotspots to click for a legal move; no path equals or begins another."""

    def other_paths(self, position: P, move: int) -> tuple[tuple[str, ...], ...]:
        """More click paths of a legal move, such as its clicks in another order.

        None of them equals or begins another path of the position.
        """
        return ()

    @abstractmethod
    def scene(self, position: P) -> Scene:
        """The scene of a position: what the board looks like."""

    def explain(self, position: P, value: Json) -> IllegalMove:
        """The refusal of `value`, which is not a legal move."""
        return IllegalMove("illegal_move", "That is not one of the legal moves.", "G3")

    def parse_notation(self, position: P, written: str) -> Json | None:
        """Parse typed notation into a move, even an illegal one; None if it is no notation.

        `explain` then says why the move is refused.
        """
        return None

    def parse_path(self, position: P, path: tuple[str, ...]) -> Json | None:
        """Parse a click path into a move, even an illegal one; None if it is no move.

        `explain` then says why the move is refused. Every click names a hotspot of the scene.
        """
        return None

    def events(self, position: P, move: int) -> list[Event]:
        """The visible steps of a legal move, in order, for animation."""
        after: Any = position.copy()
        after.play(move)
        return list(scene_differences(self.scene(position), self.scene(after)))

    def measure_move(self, position: P, move: int) -> Mapping[str, int]:
        """Named facts of a legal move as whole numbers, for measurements of a ruleset.

        By default the number of its events of each kind. A game may name its own, such as
        `{"drag": 3}` for a drag over three cells; a fact that does not apply is left out or 0.
        """
        return Counter(event.kind for event in self.events(position, move))

    def preview(self, position: P, move: int) -> list[Event]:
        """The events of a legal move that a player should see before playing it.

        None for a move that does only what its clicks say.
        """
        return []

    def evaluator(self, trained: bool = True) -> Evaluator:
        """The evaluator for the search, with the trained network if `trained` and if there is one.

        The default evaluator knows nothing: the search then finds forced wins and losses only.
        """
        return Evaluator()

    def endings(self) -> EndingCatalogue | None:
        """The classes of endings of which tables can be built, None if there are none."""
        return None

    def observer(self) -> Evaluator:
        """The features of positions for batches: those of the evaluator.

        A game whose evaluator knows `search_position` only overrides this.
        """
        return self.evaluator(trained=False)

    def setup_states(self, scene: Scene, to_move: int) -> Iterator[State]:
        """States that may belong to a board that was set up by hand, the likeliest first.

        A scene shows no counters, so several states look alike; the first one that a game can
        reach is taken.
        """
        raise InvalidState("no_setup", "Positions of this game cannot be set up by hand.")

    # A game whose turns consist of many small moves overrides these two.

    def search_position(self, position: P) -> Position:
        """A copy of the position for the search; its moves may be whole turns."""
        return position.copy()

    def expand_turn(self, position: P, move: int) -> list[int]:
        """The legal moves, in order, that make up one move of `search_position`."""
        return [move]

    # A game with an opening book overrides these two.

    def in_book(self, position: P) -> bool:
        """Whether the opening book covers every move here; true from the start on, or never."""
        return False

    def canonical_key(self, position: P) -> int:
        """A key that symmetric positions of the opening, and next to it, share."""
        return position.key()

    # The rest is derived.

    @classmethod
    def ruleset_names(cls) -> list[str]:
        """The names of the rulesets, the default first."""
        return ruleset_names(cls.rulesets)

    def __init__(self, ruleset: str = STANDARD, **given: Any) -> None:
        self.ruleset = ruleset
        self.values = resolve_options(self.options, self.rulesets, ruleset, given)
        self._recent: RecentStates[P] = RecentStates()

    def new(self, seed: int | None = None, seats: int | None = None) -> P:
        """The first position of a match; InvalidOption if the set-up is wrong."""
        if seats is None:
            seats = self.seat_counts[0]
        if type(seats) is not int or seats not in self.seat_counts:
            known = " or ".join(map(str, self.seat_counts))
            raise InvalidOption("wrong_seats", f"{self.title} is a game for {known} seats.")
        if seed is not None and type(seed) is not int:
            raise InvalidOption("wrong_seed", "A seed is a whole number.")
        return self.start(seed or 0, seats)

    def moves(self, position: P) -> list[int]:
        """The legal moves in the order of the rules."""
        return legal_moves(position)

    def advance(self, position: P, move: int) -> None:
        """Play a legal move, and set the verdict if the next seat has no legal move."""
        position.play(move)
        if position.verdict == ONGOING and not has_legal_move(position):
            position.no_moves_verdict()

    def reason(self, position: P) -> str:
        """The reason code of a finished game, `""` while it runs (rule G4)."""
        return tuple(self.reasons)[position.reason - 1] if position.reason else ""

    def result(self, position: P) -> Outcome | None:
        """The outcome of a position, None while the game runs."""
        if position.verdict == ONGOING:
            return None
        winner = None if position.verdict == DRAW else position.verdict
        return Outcome(winner, self.reason(position))

    def choices(self, position: P) -> list[Choice]:
        """The legal moves with JSON, notation and click path."""
        return [
            Choice(
                move,
                self.move_to_json(position, move),
                self.notate(position, move),
                self.path(position, move),
            )
            for move in self.moves(position)
        ]

    def state_from_json(self, value: Json) -> P:
        """The position of any JSON value; InvalidState if no game can reach it."""
        position = self.read_state(value)
        # A state has one form: writing the position must give the same JSON, types included.
        if not strict_json.same_json(self.state_to_json(position), value):
            raise InvalidState("not_canonical", "The state is not in the form the game writes.")
        return position

    def move_from_json(self, position: P, value: Json) -> int:
        """The legal move with this JSON, or IllegalMove with the broken rule."""
        if position.verdict != ONGOING:
            raise IllegalMove("game_over", "The game has ended.", "G3")
        for move in self.moves(position):
            found = self.move_to_json(position, move)
            # Nearly all moves differ, so the quick test comes first and the exact types second.
            if found == value and strict_json.same_json(found, value):
                return move
        # A game may reuse one refusal object, and every raise would lengthen its traceback.
        raise self.explain(position, value).with_traceback(None)

    def move_from_notation(self, position: P, written: str) -> int:
        """The legal move with this notation, or IllegalMove."""
        if position.verdict != ONGOING:
            raise IllegalMove("game_over", "The game has ended.", "G3")
        for move in self.moves(position):
            if self.notate(position, move) == written:
                return move
        parsed = self.parse_notation(position, written)
        if parsed is None:
            raise IllegalMove("unknown_notation", "No move is written like that.", "G3")
        return self.move_from_json(position, parsed)

    def move_from_path(self, position: P, path: tuple[str, ...]) -> int:
        """The legal move with this click path, or IllegalMove."""
        if position.verdict != ONGOING:
            raise IllegalMove("game_over", "The game has ended.", "G3")
        for move in self.moves(position):
            for clicks in (self.path(position, move), *self.other_paths(position, move)):
                if clicks == path:
                    return move
                if clicks[: len(path)] == path:
                    raise IllegalMove(
                        "unfinished_path", "That is only the beginning of a move.", "G3"
                    )
        shown = scene_hotspots(self.scene(position)).issuperset(path)
        parsed = self.parse_path(position, path) if shown else None
        if parsed is None:
            raise IllegalMove("unknown_path", "No move is made like that.", "G3")
        return self.move_from_json(position, parsed)

    # Many games at once.

    def rollouts(self, count: int, seed: int = 0, threads: int = 1, **settings: Any) -> Rollouts:
        """Play `count` random games; `settings` are those of `run_rollouts`. Needs NumPy."""
        require_packages("numpy")
        from ludarium.core.batch.batch import run_rollouts  # noqa: PLC0415 -- NumPy is slow to load

        return run_rollouts(self, count, seed, threads, **settings)

    def batch(self, size: int, seed: int = 0, **settings: Any) -> GameBatch:
        """`size` games stepped together; `settings` are those of `GameBatch`. Needs NumPy."""
        require_packages("numpy")
        from ludarium.core.batch.batch import GameBatch  # noqa: PLC0415 -- NumPy is slow to load

        return GameBatch(self, size, seed, **settings)

    # The JSON facade (rule G3), for agents and external programs.

    def initial_state(self, seed: int | None = None, seats: int | None = None) -> State:
        """The state before the first move."""
        return self._write_known(self.new(seed, seats))

    def legal_moves(self, state: Json) -> list[Move]:
        """The legal moves of a state, in a stable order."""
        known = self._read_known(state)
        moves = self.moves(known.position) if known.moves is None else known.moves
        self._recent.forget_moves()
        written = self.moves_to_json(known.position, moves)
        self._recent.remember_moves(known, moves, written)
        return written

    def apply_move(self, state: Json, move: Json) -> State:
        """The state after a legal move; `state` is unchanged."""
        known = self._read_known(state)
        after: Any = known.position.copy()
        after.play(self._find_move(known, move))
        moves = self.moves(after)  # as `advance` does; the next call asks for them
        if after.verdict == ONGOING and not moves:
            after.no_moves_verdict()
        return self._write_known(after, moves)

    def outcome(self, state: Json) -> Outcome | None:
        """The outcome of a state, None while the game runs."""
        return self.result(self._read_known(state).position)

    def to_move(self, state: Json) -> int | None:
        """The seat to move, None when the game has ended."""
        position = self._read_known(state).position
        return position.to_move if position.verdict == ONGOING else None

    def render(self, state: Json) -> str:
        """The board as plain text."""
        scene = self.scene(self._read_known(state).position)
        return text_renderer.draw_scene(scene, self.slot_letters)

    def draw(self, state: Json, *, dark: bool = False, width_px: int = 480) -> BoardPicture:
        """The board as a picture, which a notebook shows."""
        from ludarium.core.drawing import board_picture, scene_svg  # noqa: PLC0415 -- seldom used

        scene = self.scene(self._read_known(state).position)
        svg = scene_svg.draw_scene_svg(scene, self.theme, dark=dark, width_px=width_px)
        text = text_renderer.draw_scene(scene, self.slot_letters)
        return board_picture.BoardPicture(svg, text)

    def _read_known(self, state: Json) -> KnownState[P]:
        return self._recent.find(state) or self._recent.add(state, self.state_from_json(state))

    def _find_move(self, known: KnownState[P], value: Json) -> int:
        move = self._recent.find_move(known, value)
        # The owner of the object may have changed it, so it is compared once more.
        if move is not None and equal_bytes(self.move_to_json(known.position, move), value):
            return move
        return self.move_from_json(known.position, value)

    def _write_known(self, position: P, moves: list[int] | None = None) -> State:
        state = self.state_to_json(position)
        self._recent.add(state, position, moves)
        return state


AnyGame = Game[Any]  # a game whose kind of position does not matter
