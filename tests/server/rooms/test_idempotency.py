"""Receipts: the last answers of a room are kept, and only those."""

from __future__ import annotations

from ludarium.server.protocol.codec import Done, Happened, Refusal
from ludarium.server.protocol.events import Said
from ludarium.server.rooms.idempotency import DONE_KEPT_COUNT, REFUSALS_KEPT_COUNT, Receipts

MOST = DONE_KEPT_COUNT + REFUSALS_KEPT_COUNT


def test_answers_to_old_messages_make_room_for_new_ones() -> None:
    receipts = Receipts("CCCCC")
    for number in range(3 * DONE_KEPT_COUNT):
        receipts.record_done("m1", str(number), number)
        receipts.record_refusal("m2", Refusal(str(number), "not_your_turn", "Wait."))
        assert receipts.kept_count <= MOST
    last = 3 * DONE_KEPT_COUNT - 1
    assert receipts.find("m1", str(last)) == Done(str(last), "CCCCC", last)
    half = last - DONE_KEPT_COUNT // 2 + 1
    assert receipts.find("m1", str(half)) == Done(str(half), "CCCCC", half)
    assert receipts.find("m1", "0") is None
    assert receipts.find("m2", str(last)) is not None
    assert receipts.find("m2", "0") is None


def test_a_replayed_room_keeps_the_answers_to_its_last_messages() -> None:
    receipts = Receipts("CCCCC")
    said = Said("players", "Ada", "Hello")
    past = [
        Happened("CCCCC", number, 0.0, said, "m1", str(number))
        for number in range(1, 2 * DONE_KEPT_COUNT)
    ]
    receipts.replay(past)
    assert receipts.kept_count <= MOST
    last = past[-1].number
    assert receipts.find("m1", str(last)) == Done(str(last), "CCCCC", last)
