"""Games in rooms: every registered game, moves that are checked, undo, resigning, three seats."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ludarium.core.registry import games, registered_game
from ludarium.server.protocol import codec as m
from ludarium.server.protocol.events import Began, Ended, Moved, Replaced, Undone
from tests.server.house import House


def ended(house: House, code: str) -> tuple[int | None, str]:
    """How the last game of a room ended."""
    fact = next(fact for fact in reversed(house.facts(code)) if isinstance(fact, Ended))
    return fact.winner, fact.reason


@pytest.mark.parametrize("game", games())
def test_every_registered_game_is_played_online(game: str) -> None:
    house = House()
    code, ann, bob = house.online(game)
    for turn in range(6):
        seat = house.room(code).state.current().to_move
        house.play((ann, bob)[seat or 0], code, choose=3 * turn)
    assert sum(isinstance(fact, Moved) for fact in house.facts(code)) == 6


@pytest.mark.parametrize("game", games())
def test_every_seat_count_can_be_shared_at_one_screen(game: str) -> None:
    for seats in registered_game(game).seat_counts:
        house = House()
        ann = house.come("Ann")
        code = house.host(ann, game, *["host"] * seats)
        house.play(ann, code)
        assert house.room(code).state.mode == "hotseat"


def test_an_illegal_move_comes_back_with_code_sentence_and_rule_and_changes_nothing() -> None:
    house = House()
    code, ann, _ = house.online("caldera")
    before = len(house.facts(code))
    move = {"t": "move", "from": [6, 2], "to": [0, 0]}
    answer = house.ask(ann, m.Play, room=code, ply=0, move=move)
    assert isinstance(answer, m.Refusal)
    assert answer.code
    assert answer.message.endswith(".")
    assert answer.rule
    assert len(house.facts(code)) == before


def test_a_move_out_of_turn_or_for_an_earlier_position_is_refused() -> None:
    house = House()
    code, ann, bob = house.online()
    move = ann.last(m.YourTurn).choices[0].move
    assert house.refused(bob, m.Play, room=code, ply=0, move=move) == "not_your_turn"
    assert house.refused(ann, m.Play, room=code, ply=4, move=move) == "game_moved_on"


def test_a_watcher_and_a_stranger_never_move() -> None:
    house = House()
    code, ann, _ = house.online(public=True)
    cid = house.come("Cid")
    move = ann.last(m.YourTurn).choices[0].move
    assert house.refused(cid, m.Play, room=code, ply=0, move=move) == "not_in_room"
    house.do_enter(cid, code)
    assert house.refused(cid, m.Play, room=code, ply=0, move=move) == "not_seated"


def test_seats_belong_to_a_member_in_every_tab() -> None:
    house = House()
    code, ann, _ = house.online()
    second = house.come("Ann", "ann-2")
    house.do_enter(second, code)
    house.play(second, code)
    assert ann.known[code] == second.known[code]


def test_a_step_inside_a_turn_is_undone_by_its_mover_alone() -> None:
    house = House()
    code, ann, bob = house.online("pyramids", takebacks=False)
    house.play(ann, code)
    state = house.room(code).state
    assert state.current().to_move == 0  # a cap was moved without an eruption
    assert house.refused(bob, m.Undo, room=code) in {"no_takebacks", "ask_first"}
    house.do(ann, m.Undo, room=code)
    assert state.current().ply == 0


def test_a_finished_turn_is_undone_online_by_agreement_only() -> None:
    house = House()
    code, ann, _ = house.online()
    house.play(ann, code)
    assert house.refused(ann, m.Undo, room=code) == "ask_first"


def test_undo_against_the_ai_goes_back_to_ones_own_turn_and_cancels_the_bot() -> None:
    house = House()
    ann = house.come("Ann")
    code = house.host(ann, "caldera", "host", "medium")
    house.play(ann, code)
    house.think(code)
    house.play(ann, code)
    assert code in house.thinking
    house.do(ann, m.Undo, room=code)
    assert code not in house.thinking
    assert house.room(code).state.current().ply == 2
    house.do(ann, m.Undo, room=code)
    assert house.room(code).state.current().ply == 0
    assert house.refused(ann, m.Undo, room=code) == "nothing_to_undo"


def test_undo_in_hot_seat_goes_back_one_move() -> None:
    house = House()
    ann = house.come("Ann")
    code = house.host(ann, "forge", "host", "host")
    for _ in range(3):
        house.play(ann, code)
    house.do(ann, m.Undo, room=code)
    assert [fact for fact in house.facts(code) if isinstance(fact, Undone)] == [Undone(2)]


def test_without_takebacks_nothing_is_taken_back() -> None:
    house = House()
    ann = house.come("Ann")
    code = house.host(ann, "forge", "host", "medium", takebacks=False)
    house.play(ann, code)
    assert house.refused(ann, m.Undo, room=code) == "no_takebacks"


def test_a_bots_late_thought_is_ignored() -> None:
    house = House()
    ann = house.come("Ann")
    code = house.host(ann, "forge", "host", "medium")
    house.play(ann, code)
    asked = house.thinking[code]
    house.do(ann, m.Undo, room=code)
    table = house.room(code).state.current()
    legal = table.match.game.moves(table.match.position)[0]
    assert house.site.play_bot_move(code, asked.request, legal, 0.1, house.now) == []
    house.play(ann, code)
    assert house.thinking[code].request != asked.request
    assert house.site.play_bot_move(code, asked.request, legal, 0.1, house.now) == []


def test_a_bots_illegal_move_is_ignored() -> None:
    house = House()
    ann = house.come("Ann")
    code = house.host(ann, "forge", "medium", "host")
    asked = house.thinking[code]
    assert house.site.play_bot_move(code, asked.request, 0xFFFFFFFF, 0.1, house.now) == []
    house.think(code)


def test_resigning_gives_the_other_the_win() -> None:
    house = House()
    code, ann, _ = house.online()
    assert house.refused(ann, m.Resign, room=code, seat=1) == "not_your_seat"
    house.do(ann, m.Resign, room=code)
    assert ended(house, code) == (1, "resigned")
    assert [result.winner for result in house.results] == [1]


def test_in_hot_seat_one_resigns_for_the_seat_to_move_or_for_another() -> None:
    house = House()
    ann = house.come("Ann")
    code = house.host(ann, "forge", "host", "host")
    house.do(ann, m.Resign, room=code, seat=1)
    assert ended(house, code) == (0, "resigned")
    house.do(ann, m.Offer, room=code, kind="rematch")
    house.do(ann, m.Resign, room=code)
    assert ended(house, code) == (1, "resigned")


def test_a_game_is_broken_off_before_its_second_move_only_and_leaves_no_result() -> None:
    house = House()
    code, ann, bob = house.online()
    house.play(ann, code)
    house.do(bob, m.Abort, room=code)
    assert ended(house, code) == (None, "aborted")
    assert house.results == []

    house = House()
    code, ann, bob = house.online()
    house.play(ann, code)
    house.play(bob, code)
    assert house.refused(bob, m.Abort, room=code) == "too_late"


def test_of_three_one_who_resigns_is_played_by_a_bot_and_the_last_one_in_the_game_wins() -> None:
    house = House()
    ann, bob, cid = (house.come(name) for name in ("Ann", "Bob", "Cid"))
    code = house.host(ann, "pyramids", "host", "open", "open")
    for seat, guest in ((1, bob), (2, cid)):
        house.do_enter(guest, code)
        house.do(guest, m.Sit, room=code, seat=seat)
    house.do(ann, m.Resign, room=code)
    state = house.room(code).state
    assert isinstance(house.facts(code)[-2], Replaced)
    assert state.seats[0].kind == "bot"
    assert state.host == "bob"  # the host is out, so another one is the host
    assert house.thinking[code].seconds is None
    assert house.refused(ann, m.Resign, room=code) == "not_seated"
    house.do(cid, m.Resign, room=code)
    assert ended(house, code) == (1, "resigned")
    assert house.results[-1].out == (0,)


def test_of_three_a_game_of_bots_alone_is_over() -> None:
    house = House()
    ann = house.come("Ann")
    code = house.host(ann, "pyramids", "host", "easy", "hard")
    house.do(ann, m.Resign, room=code)
    assert ended(house, code) == (None, "resigned")


def test_bots_play_each_other_while_the_host_looks_on() -> None:
    house = House()
    ann = house.come("Ann")
    code = house.host(ann, "forge", "easy", "medium")
    for move in range(10):
        house.think(code, move)
    assert house.refused(ann, m.Undo, room=code) == "not_seated"


def test_a_game_that_ends_by_its_rules_has_one_result_and_a_record() -> None:
    house = House()
    ann = house.come("Ann")
    code = house.host(ann, "forge", "host", "host")
    move = 0
    while house.room(code).state.phase == "playing":
        house.play(ann, code, choose=7 * move)
        move += 1
    assert len(house.results) == 1
    assert house.results[0].record.outcome.reason in registered_game("forge").reasons


def test_a_program_takes_its_seat_and_is_spoken_to_in_the_arenas_words() -> None:
    from ludarium.agents.hosting import protocol

    house = House()
    ann, bot = house.come("Ann"), house.come("Bot", kind="program")
    code = house.host(ann, "forge", "agent", "host")
    assert house.refused(ann, m.Sit, room=code, seat=0) == "already_seated"
    house.do_enter(bot, code)
    house.do(bot, m.Sit, room=code, seat=0)
    assert bot.last(protocol.StartMessage).player == 0
    turn = bot.last(protocol.TurnMessage)
    house.do(bot, m.Play, room=code, ply=0, move=turn.legal_moves[0])
    assert house.refused(bot, m.Say, room=code, text="hello") == "not_for_programs"
    assert house.refused(bot, m.Post, text="hello") == "not_for_programs"
    house.do(ann, m.Resign, room=code)
    assert bot.last(protocol.EndMessage) == protocol.EndMessage(0, "resigned")


def test_the_seat_of_a_program_is_not_for_people() -> None:
    house = House()
    ann, bob = house.come("Ann"), house.come("Bob")
    code = house.host(ann, "pyramids", "host", "agent", "open")
    house.do_enter(bob, code)
    assert house.refused(bob, m.Sit, room=code, seat=1) == "wrong_seat"
    assert house.refused(bob, m.Sit, room=code, seat=0) == "seat_taken"
    assert house.refused(bob, m.Sit, room=code, seat=5) == "no_such_seat"


def test_a_random_seat_is_drawn_for_the_host() -> None:
    drawn = set()
    for seed in range(12):
        house = House(seed)
        ann = house.come("Ann")
        code = house.host(ann, "forge", "host", "medium", shuffle=True)
        drawn.add(house.room(code).state.seats_of("ann"))
        began = next(fact for fact in house.facts(code) if isinstance(fact, Began))
        assert [holder.kind for holder in began.seats].count("bot") == 1
    assert drawn == {(0,), (1,)}


@pytest.mark.parametrize("packed", [0, 0xFFFFFFFF, "another legal move"])
def test_a_stored_move_is_what_its_json_says_whatever_was_packed(packed: int | str) -> None:
    house = House()
    code, ann, _ = house.online("caldera")
    table = house.room(code).state.current()
    other = table.match.game.moves(table.match.position)[5]
    house.play(ann, code, choose=3)
    number = other if isinstance(packed, str) else packed
    event = m.event_decoder.decode(house.stored[code][-1])
    assert isinstance(event.fact, Moved)
    assert event.fact.packed != number
    fact = replace(event.fact, packed=number)
    house.stored[code][-1] = m.encode_event(replace(event, fact=fact))
    moves = list(table.match.moves)
    house.restart()
    assert house.room(code).state.current().match.moves == moves
