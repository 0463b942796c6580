"""Types of requests and responses of the HTTP API, shared with the web client."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from ludarium.agents.level_ratings import LevelRating
from ludarium.agents.levels import DIAL, STYLES
from ludarium.core.options import STANDARD, Option, Value
from ludarium.core.record import Ending
from ludarium.core.scene import Event as Step
from ludarium.core.scene import Scene
from ludarium.core.theme import Theme
from ludarium.server.protocol.server_messages import MoveChoice, Played, View

MAX_LOOK_MOVES = 600  # before a requested position
MAX_MOVE_CHARS = 80  # of a notation or a hotspot; none has half of it
Written = Annotated[str, Meta(max_length=MAX_MOVE_CHARS)]


class GameInfo(Struct):
    """A game with its rulesets and options.

    `presets` are the options that each ruleset sets, and `notes` says what a player has to know
    of a ruleset before choosing it. Games under `rated_rulesets` can be rated.
    `reasons` has a sentence for each way in which a game ends, also for those outside its rules.
    `pieces` has the full name of a piece by its glyph. `suggested_move_s` is the time for a move
    that a form offers first, 0 for none. `lessons` and `puzzles` count what there is to learn.
    `marks` has the numbered level at or below each named one, `ratings` the Elo that was measured.
    """

    id: str
    title: str
    summary: str
    rules_version: int
    seats: tuple[int, ...]
    seat_names: tuple[str, ...]
    rulesets: list[str]
    rated_rulesets: tuple[str, ...]
    presets: dict[str, dict[str, Value]]
    notes: dict[str, str]
    options: dict[str, Option]
    reasons: dict[str, str]
    theme: Theme | None = None
    levels: tuple[str, ...] = DIAL
    marks: dict[str, str] = {}
    styles: tuple[str, ...] = STYLES
    ratings: dict[str, LevelRating] = {}
    pieces: dict[str, str] = {}
    ruleset_warnings: dict[str, str] = {}
    suggested_move_s: int = 0
    lessons: int = 0
    puzzles: int = 0


class Health(Struct):
    """The state of the server; `waiting` are players' searches, `analyses` those of pages."""

    status: str
    rooms: int
    connections: int
    waiting: int
    engine: str
    analyses: int


class Me(Struct):
    """The member that a cookie stands for."""

    member: str
    name: str


class Checked(Struct):
    """The summary of a record whose moves are all legal."""

    game: str
    ruleset: str
    moves: int
    winner: int | None
    reason: str | None
    hash: str


class NewToken(Struct, forbid_unknown_fields=True):
    """A request for the token of a program."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]


class ProgramToken(Struct, omit_defaults=True):
    """A program with a token; `token` is sent once, when it is made."""

    member: str
    name: str
    token: str = ""


class Sitter(Struct):
    """The player of a seat; for a bot `player` is its level."""

    player: str
    name: str
    kind: str


class Found(Struct):
    """A result; `id` is the id of its record, `rated` is whether it counted for ratings."""

    id: str
    at: float
    game: str
    ruleset: str
    mode: str
    bots: bool
    winner: int | None
    reason: str
    moves: int
    seats: list[Sitter]
    rated: bool


class Ranked(Struct):
    """A row of a leaderboard.

    `rating` is on a scale around 1500 and lies within two times `deviation` of the player's true
    strength 19 times out of 20. `provisional` ratings rest on too few games.
    """

    player: str
    name: str
    kind: str
    rating: int
    deviation: int
    provisional: bool
    games: int
    wins: int


class Look(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A request for a position: a set-up or a state, and the moves after it.

    A move is its JSON or its notation. `path` is a sequence of clicks in the position: it is
    played, or refused with the reason.
    """

    game: Annotated[str, Meta(max_length=64)]
    ruleset: Annotated[str, Meta(max_length=64)] = STANDARD
    options: dict[str, Value] = {}
    seats: int | None = None
    seed: int = 0
    moves: Annotated[list[Written | dict[str, Any]], Meta(max_length=MAX_LOOK_MOVES)] = []
    state: dict[str, Any] | None = None
    path: Annotated[tuple[Written, ...], Meta(max_length=8)] | None = None


class Looked(Struct):
    """A position as a board shows it, its legal moves, and the moves before it."""

    view: View
    choices: tuple[MoveChoice, ...]
    played: tuple[Played, ...]


class SetupQuery(Struct, forbid_unknown_fields=True):
    """A board that was set up by hand, and the seat to move."""

    game: Annotated[str, Meta(max_length=64)]
    scene: Scene
    to_move: Annotated[int, Meta(ge=0, le=7)]
    ruleset: Annotated[str, Meta(max_length=64)] = STANDARD
    options: dict[str, Value] = {}
    seats: int | None = None


class SetupState(Struct):
    """The state of a board that was set up by hand."""

    state: dict[str, Any]


class Frame(Struct, omit_defaults=True):
    """A frame of a replay: the board after a move, and the move; the first frame has none."""

    scene: Scene
    seat: int | None = None
    notation: str = ""
    steps: tuple[Step, ...] = ()
    path: tuple[str, ...] = ()


class Demo(Struct):
    """A short game between bots."""

    frames: tuple[Frame, ...]


class Replay(Struct):
    """A game from its first position to its last; `kinds` are the kinds of its players.

    `result` is the id of a finished game that is stored, and `public` whether all may see it.
    """

    game: str
    ruleset: str
    options: dict[str, Value]
    seed: int
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    outcome: Ending | None
    frames: tuple[Frame, ...]
    result: str = ""
    public: bool = False


class Diagram(Struct):
    """A playable position in the rules."""

    caption: str
    look: Look


class Section(Struct):
    """A section of the rules: the id and the text of its heading."""

    id: str
    title: str


class RulesPage(Struct):
    """A text of a game as HTML; `<figure data-diagram="0">` is the place of the first diagram."""

    html: str
    diagrams: tuple[Diagram, ...]
    sections: tuple[Section, ...]
    reference: bool = False  # whether the game has a reference for programs


class Show(Struct):
    """The show game: two or three levels play, one game after another.

    `number` counts the games; `levels` has the level of each seat.
    """

    number: int
    game: str
    seed: int
    levels: tuple[str, ...]
    played: tuple[Played, ...]
    view: View
