"""Ways to break a game, each with the rule of the conformance suite that it breaks."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from ludarium import DRAW, Cell, Event, IllegalMove, InvalidState, Scene, Token
from ludarium.core.registry import find_game

FILE = Path(__file__).parents[2] / "examples" / "tictactoe" / "full_contract.py"
SOUND: Any = find_game(f"{FILE}:TicTacToe")
MODULE: Any = sys.modules[SOUND.__module__]
RULES: Any = MODULE.TicTacToePosition
COUNTER = itertools.count()

Function = Callable[..., Any]


class Breakage(NamedTuple):
    """The rule that is broken when a function stands in for a method of the sound game."""

    rule: str
    of_position: bool
    method: str
    stand_in: Function


BREAKAGES: list[Breakage] = []


def game(method: str, rule: str) -> Callable[[Function], Function]:
    """The function below breaks this rule when it stands in for that method of the game."""
    return lambda stand_in: _keep(Breakage(rule, False, method, stand_in))


def position(method: str, rule: str) -> Callable[[Function], Function]:
    """The function below breaks this rule when it stands in for that method of the position."""
    return lambda stand_in: _keep(Breakage(rule, True, method, stand_in))


def _keep(breakage: Breakage) -> Function:
    BREAKAGES.append(breakage)
    return breakage.stand_in


# Moves.


@position("generate", "legal moves are in stable order")
def every_look_turns_the_order_round(self: Any, out: Any, at: int) -> int:
    end: int = RULES.generate(self, out, at)
    if next(COUNTER) % 2:
        out[at:end] = out[at:end][::-1]
    return end


@position("generate", "legal moves are unique")
def the_first_move_stands_twice(self: Any, out: Any, at: int) -> int:
    end: int = RULES.generate(self, out, at)
    if end > at:
        out[end] = out[at]
        end += 1
    return end


@game("move_to_json", "legal moves are unique")
def moves_look_alike(self: Any, position: Any, move: int) -> Any:
    return {"cell": move // 2}


@game("move_to_json", "a move survives JSON")
def a_move_holds_a_tuple(self: Any, position: Any, move: int) -> Any:
    return {"cell": divmod(move, 3)}


@game("moves_to_json", "moves written together are the same as one by one")
def moves_written_together_are_turned_round(self: Any, position: Any, moves: list[int]) -> Any:
    return [self.move_to_json(position, move) for move in reversed(moves)]


@position("generate", "a finished game has no legal move")
def moves_go_on_after_the_end(self: Any, out: Any, at: int) -> int:
    for cell, mark in enumerate(self.board):
        if mark is None:
            out[at] = cell
            at += 1
    return at


@game("result", "a running game has a legal move")
def a_full_board_is_no_end(self: Any, position: Any) -> Any:
    return None if position.verdict == DRAW else SOUND.result(self, position)


@game("start", "the seat to move exists")
def nobody_begins(self: Any, seed: int, seats: int) -> Any:
    first = SOUND.start(self, seed, seats)
    first.to_move = seats
    return first


@position("play", "nothing crashes")
def the_fourth_move_crashes(self: Any, move: int) -> None:
    if len(self.past) == 3:
        raise ZeroDivisionError
    RULES.play(self, move)


# Undo and copies.


@position("undo", "undo restores everything")
def undo_forgets_the_mark(self: Any) -> None:
    cell = self.past[-1]
    mark = self.board[cell]
    RULES.undo(self)
    self.board[cell] = mark


@position("undo", "undo restores everything")
def undo_forgets_the_verdict(self: Any) -> None:
    verdict, reason = self.verdict, self.reason
    RULES.undo(self)
    self.verdict, self.reason = verdict, reason


@position("undo", "undo restores everything")
def undo_forgets_the_turn(self: Any) -> None:
    RULES.undo(self)
    self.to_move ^= 1


@position("copy", "a child leaves its parent alone")
def a_copy_shares_the_board(self: Any) -> Any:
    twin = RULES.copy(self)
    twin.board = self.board
    return twin


@position("copy", "a copy plays like the original")
def a_copy_has_the_other_seat_to_move(self: Any) -> Any:
    twin = RULES.copy(self)
    twin.to_move ^= 1
    return twin


# Keys.


@position("key", "different futures have different keys")
def the_key_ignores_whose_marks_they_are(self: Any) -> int:
    return sum(1 << cell for cell, mark in enumerate(self.board) if mark is not None)


@position("key", "keys have 64 bits")
def the_key_is_negative(self: Any) -> int:
    return -1 - int(RULES.key(self))


@position("key", "keys have 64 bits")
def the_key_has_65_bits(self: Any) -> int:
    return 1 << 64 | int(RULES.key(self))


@position("key", "a copy has the same key")
def the_key_depends_on_the_object(self: Any) -> int:
    return id(self)


@position("key", "the reloaded state has the same key")
def the_key_depends_on_the_past(self: Any) -> int:
    return int(RULES.key(self)) ^ len(self.past)


# JSON.


@game("state_to_json", "a state survives JSON")
def a_state_holds_a_tuple(self: Any, position: Any) -> Any:
    return {**SOUND.state_to_json(self, position), "board": tuple(position.board)}


@position("generate", "a reloaded state has the same legal moves in the same order")
def the_order_depends_on_the_past(self: Any, out: Any, at: int) -> int:
    end: int = RULES.generate(self, out, at)
    if self.past:
        out[at:end] = out[at:end][::-1]
    return end


@game("state_from_json", "a reloaded state has the same seat to move and outcome")
def the_turn_is_read_wrong(self: Any, value: Any) -> Any:
    position = SOUND.state_from_json(self, value)
    position.to_move ^= 1
    return position


@game("state_from_json", "a state that is accepted is written the same")
def a_state_may_claim_anything(self: Any, value: Any) -> Any:
    return SOUND.read_state(self, value)


@game("read_state", "a bad state is refused with code and sentence")
def bad_states_are_refused_without_a_word(self: Any, value: Any) -> Any:
    try:
        return SOUND.read_state(self, value)
    except InvalidState as refusal:
        raise InvalidState("", "") from refusal


@game("read_state", "nothing crashes")
def reading_trusts_what_it_gets(self: Any, value: Any) -> Any:
    return SOUND.read_state(self, {**value, "board": list(value["board"])})


# Refusals.


@game("move_from_json", "no illegal move is accepted")
def types_are_not_compared(self: Any, position: Any, value: Any) -> int:
    for move in self.moves(position):
        if self.move_to_json(position, move) == value:
            return int(move)
    return int(SOUND.move_from_json(self, position, value))


@game("move_from_json", "no illegal move is accepted")
def a_finished_game_takes_moves(self: Any, position: Any, value: Any) -> int:
    return int(SOUND.move_from_json(self, position, value)) if self.moves(position) else 0


@game("explain", "a refusal has code, sentence and rule")
def a_refusal_quotes_no_rule(self: Any, position: Any, value: Any) -> IllegalMove:
    return IllegalMove("illegal_move", "No.", "")


@game("explain", "a refused move changes nothing")
def a_refusal_plays_a_move(self: Any, position: Any, value: Any) -> IllegalMove:
    position.play(self.moves(position)[0])
    return IllegalMove("illegal_move", "No.", "T2")


@game("move_from_json", "a finished game refuses moves with game_over")
def a_finished_game_explains_itself(self: Any, position: Any, value: Any) -> int:
    if not self.moves(position):
        raise self.explain(position, value)
    return int(SOUND.move_from_json(self, position, value))


# Ends.


@game("reason", "a finished game has one of the game's reasons")
def the_reason_is_not_on_the_list(self: Any, position: Any) -> str:
    return "tired" if position.reason else ""


@game("to_move", "a finished game has no seat to move")
def somebody_is_always_to_move(self: Any, state: Any) -> int:
    return int(state["to_move"])


@game("start", "same seed, same game")
def the_start_is_drawn_without_the_seed(self: Any, seed: int, seats: int) -> Any:
    first = SOUND.start(self, seed, seats)
    for cell in (0, 1 + next(COUNTER) % 8):
        first.play(cell)
    return first


# Notation, paths and scenes.


@game("notate", "notations are unique")
def columns_are_not_written(self: Any, position: Any, move: int) -> str:
    return str(move // 3)


@game("notate", "notations are unique")
def a_move_is_written_as_nothing(self: Any, position: Any, move: int) -> str:
    return "abcdefgh"[move : move + 1]


@game("path", "click paths are unique")
def all_cells_of_a_row_are_clicked_alike(self: Any, position: Any, move: int) -> Any:
    return (f"board:{move // 3},0",)


@game("path", "no click path begins another")
def one_path_begins_the_next(self: Any, position: Any, move: int) -> Any:
    return tuple(f"board:{cell // 3},{cell % 3}" for cell in range(move + 1))


@game("path", "paths name only hotspots of the scene")
def a_path_leaves_the_board(self: Any, position: Any, move: int) -> Any:
    return (f"board:{move},0",)


def retold(self: Any, position: Any, change: Callable[[Token], dict[str, str]]) -> Scene:
    """The sound scene with some fields of its tokens changed."""
    sound: Scene = SOUND.scene(self, position)
    tokens = tuple(replace(token, **change(token)) for token in sound.tokens)
    return Scene(sound.grids, tokens=tokens)


@game("scene", "tokens keep their ids")
def ids_change_with_every_move(self: Any, position: Any) -> Scene:
    empty = position.board.count(None)
    return retold(self, position, lambda token: {"id": f"{token.id}-{empty}"})


@game("scene", "token ids are unique")
def marks_of_a_seat_share_an_id(self: Any, position: Any) -> Scene:
    return retold(self, position, lambda token: {"id": token.text})


@game("scene", "tokens stand on cells or in trays")
def tokens_stand_beside_the_board(self: Any, position: Any) -> Scene:
    return retold(self, position, lambda token: {"at": "shelf:0"})


@game("scene", "tokens face a direction of the compass")
def tokens_face_upwards(self: Any, position: Any) -> Scene:
    return retold(self, position, lambda token: {"facing": "up"})


@game("scene", "a badge has at most three letters")
def badges_are_sentences(self: Any, position: Any) -> Scene:
    return retold(self, position, lambda token: {"badge": "four"})


@game("scene", "the scene's cells are on its grids")
def a_cell_lies_off_the_grid(self: Any, position: Any) -> Scene:
    sound = SOUND.scene(self, position)
    return Scene(sound.grids, (Cell("board:3,3", mark="goal"),), sound.tokens)


# Events.


@game("events", "events tell of every token that comes, goes or moves")
def nothing_is_told(self: Any, position: Any, move: int) -> list[Event]:
    return []


@game("events", "events use the closed vocabulary")
def a_word_is_invented(self: Any, position: Any, move: int) -> list[Event]:
    return [*SOUND.events(self, position, move), Event("sparkle")]


@game("events", "events name tokens of the scene")
def a_token_is_invented(self: Any, position: Any, move: int) -> list[Event]:
    return [*SOUND.events(self, position, move), Event("remove", "ghost")]


@game("events", "events name places of the scene")
def a_place_is_invented(self: Any, position: Any, move: int) -> list[Event]:
    return [*SOUND.events(self, position, move), Event("strike", at="board:9,9")]


@game("events", "the first event has none to play together with")
def the_first_event_joins_another(self: Any, position: Any, move: int) -> list[Event]:
    return [replace(event, together=True) for event in SOUND.events(self, position, move)]


@game("events", "events name places of the scene")
def a_beam_bends_off_the_board(self: Any, position: Any, move: int) -> list[Event]:
    beam = Event("beam", at="board:0,0", to="board:2,2", via=("board:0,3",))
    return [*SOUND.events(self, position, move), beam]


@game("preview", "a preview has events of the move only")
def a_preview_promises_too_much(self: Any, position: Any, move: int) -> list[Event]:
    return [Event("erupt", at="board:0,0")]
