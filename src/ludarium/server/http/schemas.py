"""What the HTTP interface takes and tells, in types that clients share."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from ludarium.agents.levels import LEVELS
from ludarium.core.options import STANDARD, Option, Value
from ludarium.core.record import Ending
from ludarium.core.scene import Event as Step
from ludarium.core.scene import Scene
from ludarium.core.theme import Theme
from ludarium.server.protocol.server_messages import MoveChoice, Played, View

MAX_LOOK_MOVES = 600  # that lead to a position which is asked about
MAX_MOVE_CHARS = 80  # characters of a notation or a hotspot; none has half of it
Written = Annotated[str, Meta(max_length=MAX_MOVE_CHARS)]


class GameInfo(Struct):
    """A game and what can be chosen for it.

    `presets` are the options that each ruleset sets, `rated_rulesets` those under which games can
    be rated, `reasons` the ways it ends, each in a sentence, those from outside its rules too.
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
    options: dict[str, Option]
    reasons: dict[str, str]
    theme: Theme | None = None
    levels: tuple[str, ...] = LEVELS


class Health(Struct):
    """How the server is."""

    status: str
    rooms: int
    connections: int
    waiting: int
    engine: str


class Me(Struct):
    """Who you are to the server."""

    member: str
    name: str


class Checked(Struct):
    """What a record says, after every move of it was checked."""

    game: str
    ruleset: str
    moves: int
    winner: int | None
    reason: str | None
    hash: str


class NewToken(Struct, forbid_unknown_fields=True):
    """A program that is to have a token."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]


class ProgramToken(Struct, omit_defaults=True):
    """A program with a token; `token` is told once, when it is made."""

    member: str
    name: str
    token: str = ""


class Sitter(Struct):
    """Who sat in a seat; of a bot `player` is its level."""

    player: str
    name: str
    kind: str


class Found(Struct):
    """A result; `id` is for its record, `rated` says whether it counted for ratings."""

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
    """A place of a leaderboard.

    `rating` is on a scale around 1500 and lies within two times `deviation` of the player's true
    strength 19 times out of 20. `provisional` says that too little is known for a firm place.
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
    """A position that is asked about: a set-up and its moves, or a state and what follows it.

    A move is its JSON or its notation. `path` is what somebody clicks there: it is played, or
    refused with the reason.
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
    """The position as a board shows it, what may be played there, and what was."""

    view: View
    choices: tuple[MoveChoice, ...]
    played: tuple[Played, ...]


class Frame(Struct, omit_defaults=True):
    """A picture of a replay: the board after a move and how it came about; the first has none."""

    scene: Scene
    seat: int | None = None
    notation: str = ""
    steps: tuple[Step, ...] = ()
    path: tuple[str, ...] = ()


class Demo(Struct):
    """A short game between bots."""

    frames: tuple[Frame, ...]


class Replay(Struct):
    """A game from its first position to its last; `kinds` says what the players are."""

    game: str
    ruleset: str
    options: dict[str, Value]
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    outcome: Ending | None
    frames: tuple[Frame, ...]


class Diagram(Struct):
    """A position of the rules that can be played on."""

    caption: str
    look: Look


class Section(Struct):
    """A chapter of the rules: the id of its heading, and what it says."""

    id: str
    title: str


class RulesPage(Struct):
    """The rules as HTML; `<figure data-diagram="0">` is the place of the first diagram."""

    html: str
    diagrams: tuple[Diagram, ...]
    sections: tuple[Section, ...]
