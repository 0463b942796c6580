"""A search of rules as data: the space of options, the targets and the stages, from TOML."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path
from typing import Literal

import msgspec

from ludarium.agents.player_spec import read_player_spec
from ludarium.arena.formats.game_setting import describe_game
from ludarium.arena.formats.opening_range import read_turns
from ludarium.core.errors import InvalidOption
from ludarium.core.options import STANDARD, Value
from ludarium.core.registry import find_game
from ludarium.design.condition import Condition
from ludarium.design.target import Target, check_target

OpeningKind = Literal["random", "fair"]
NODES_FIELD = "{nodes}"
MAX_RANGE_VALUES = 1000


class OptionRange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whole numbers from `low` to `high`."""

    low: int
    high: int
    step: int = 1


class Stage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One round of games for all candidates that are left."""

    nodes: int  # for each move, of a game as fast as a compiled one
    games: int  # the most for each candidate and kind of openings
    keep: int = 0  # candidates that go on; 0: all
    openings: Literal["random", "fair", "both"] = "random"
    # Weak play differs from strong play: targets are wider by this while candidates are dropped.
    slack: float = 0.1
    batch: int = 8  # games between two decisions of the race; 0: all games are played
    proof_positions: int = 200_000  # the most for a proof in this stage

    @property
    def kinds(self) -> tuple[OpeningKind, ...]:
        """The kinds of openings that are played."""
        return ("random", "fair") if self.openings == "both" else (self.openings,)


class ConfirmStage(Stage, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The last stage: exact targets, no race, and both kinds of openings."""

    openings: Literal["random", "fair", "both"] = "both"
    slack: float = 0.0
    batch: int = 0


DEFAULT_STAGES = (
    Stage(nodes=400, games=32, keep=16),
    Stage(nodes=2000, games=80, keep=5, slack=0.05),
)
DEFAULT_CONFIRM = ConfirmStage(nodes=10_000, games=200)


class SpaceFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The file as it is written."""

    options: dict[str, Value | list[Value] | OptionRange]
    targets: list[Target]
    ruleset: str = STANDARD  # gives the values of all other options
    seats: int = 0  # 0: as few as the game allows
    conditions: list[str] = []
    candidates: int = 48  # of each wave
    waves: int = 2  # later waves draw half of theirs beside the best of the earlier ones
    player: str = f"search:nodes={NODES_FIELD}"
    opening: str = "2-4"  # random turns at the start
    fair_nodes: int = 20_000  # of the search that has to find a fair opening fair
    nodes_by_speed: bool = True  # fewer nodes for a slow game, in proportion
    seed: int = 1
    stages: tuple[Stage, ...] = DEFAULT_STAGES
    confirm: ConfirmStage = DEFAULT_CONFIRM


class Space(msgspec.Struct, frozen=True):
    """A checked file: every option with the values it may have."""

    game: str
    file: SpaceFile
    values: dict[str, tuple[Value, ...]]
    conditions: tuple[Condition, ...]
    seats: int

    def allows(self, values: dict[str, Value]) -> bool:
        """Whether the options meet all conditions."""
        return all(condition.holds(values) for condition in self.conditions)

    def player_spec(self, nodes: int) -> str:
        """The player that sits in all seats."""
        return self.file.player.replace(NODES_FIELD, str(nodes))

    def digest(self) -> str:
        """What tells this search from every other one."""
        identity = [self.game, self.file]
        return hashlib.sha256(msgspec.json.encode(identity)).hexdigest()[:12]


def read_space(path: Path, game: str) -> Space:
    """Read and check the file of a search on a game; raises InvalidOption."""
    try:
        written = tomllib.loads(path.read_text("utf-8"))
        file = msgspec.convert(written, SpaceFile)
    except OSError as error:
        raise InvalidOption("no_such_file", "That file cannot be read.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise InvalidOption("wrong_space", f"The space is wrong: {error}.") from error
    return check_space(file, game)


def check_space(file: SpaceFile, game: str) -> Space:
    """Check a space against its game; raises InvalidOption."""
    kind = find_game(game)
    loaded = kind(file.ruleset)
    values = {name: _list_values(name, given) for name, given in file.options.items()}
    if not values:
        raise InvalidOption("empty_space", "The space has no option to choose.")
    for name, choices in values.items():
        for value in choices:
            kind(file.ruleset, **{name: value})  # refuses an unknown option or a wrong value
    if not file.targets:
        raise InvalidOption("impossible_target", "A search needs a target.")
    seats = file.seats or kind.seat_counts[0]
    loaded.new(0, seats)
    for target in file.targets:
        check_target(target, loaded, seats)
    for stage in (*file.stages, file.confirm):
        _check_stage(stage)
    if min(file.candidates, file.waves) < 1 or file.fair_nodes < 0:
        message = "candidates and waves are 1 or more, and fair_nodes is 0 or more."
        raise InvalidOption("wrong_space", message)
    read_turns(file.opening)
    conditions = tuple(Condition(written, loaded.values) for written in file.conditions)
    space = Space(describe_game(game, file.ruleset).game, file, values, conditions, seats)
    read_player_spec(space.player_spec(1))
    return space


def _list_values(name: str, given: Value | list[Value] | OptionRange) -> tuple[Value, ...]:
    if isinstance(given, OptionRange):
        choices: list[Value] = []
        if given.step > 0:
            choices = list(range(given.low, given.high + 1, given.step)[: MAX_RANGE_VALUES + 1])
    elif isinstance(given, list):
        choices = given
    else:
        choices = [given]
    if not choices:
        raise InvalidOption("empty_space", f"Option {name} has no value to choose.")
    if len(choices) > MAX_RANGE_VALUES:
        message = f"Option {name} has more than {MAX_RANGE_VALUES} values; use a larger step."
        raise InvalidOption("wrong_space", message)
    return tuple(dict.fromkeys(choices))


def _check_stage(stage: Stage) -> None:
    least_one = min(stage.nodes, stage.games, stage.proof_positions)
    if least_one < 1 or min(stage.keep, stage.batch, stage.slack) < 0:
        message = "A stage needs nodes, games and positions above 0, and nothing below 0."
        raise InvalidOption("wrong_space", message)
