"""Identities: random, signed, and nothing public gives them away."""

from __future__ import annotations

import time

import pytest

from ludarium.server.protocol.member_names import guest_name
from ludarium.server.runtime import identity
from ludarium.server.runtime.identity import Identities, new_cookie
from ludarium.server.storage.signing_keys import SIGN_AFTER_S, rotate_keys
from ludarium.server.storage.store import Store, name_row


def test_a_token_is_known_again_after_a_restart(store: Store) -> None:
    token = Identities(store).new_token()
    first = Identities(store).read_token(token)
    assert first is not None
    assert Identities(store).read_token(token) == first


def test_everybody_is_somebody_else(store: Store) -> None:
    identities = Identities(store)
    found = {identities.read_token(identities.new_token()) for _ in range(100)}
    assert len({identity.id for identity in found if identity}) == 100


@pytest.mark.parametrize("change", ["", ".", "x", "é", "\0", "x" * 10_000])
def test_a_changed_token_is_nobodys(store: Store, change: str) -> None:
    identities = Identities(store)
    token = identities.new_token()
    assert identities.read_token(change) is None
    assert identities.read_token(change + token if change else token[:-1]) is None


def test_the_public_id_does_not_hold_the_token(store: Store) -> None:
    identities = Identities(store)
    token = identities.new_token()
    identity = identities.read_token(token)
    assert identity is not None
    assert identity.id[1:] not in token


def test_a_name_is_kept(store: Store) -> None:
    identities = Identities(store)
    token = identities.new_token()
    identity = identities.read_token(token)
    assert identity is not None
    store.commit_writes([name_row(identity.id, "Ada"), name_row(identity.id, "Ada L.")])
    again = Identities(store).read_token(token)
    assert again is not None
    assert again.name == "Ada L."


def test_a_program_is_known_by_its_token_which_is_not_stored(store: Store) -> None:
    identities = Identities(store)
    token, member, put = identities.new_program("m1", "Deep Sand", 5.0)
    store.commit_writes([put])
    assert token not in str(store.tokens_of("m1"))
    assert identities.identify_program(token) == (member, "Deep Sand", True, "m1")
    assert identities.identify_program(token + "x") is None
    assert not store.revoke_token("m2", member)
    assert store.revoke_token("m1", member)
    assert identities.identify_program(token) is None


def test_scripts_and_other_sites_do_not_get_the_cookie(store: Store) -> None:
    identities = Identities(store)
    token, header = new_cookie(identities, secure=True)
    assert identities.read_token(token) is not None
    parts = header.split("; ")
    assert {"HttpOnly", "SameSite=Lax", "Secure", f"ludarium={token}"} <= set(parts)
    assert "Secure" not in new_cookie(identities, secure=False)[1].split("; ")


def test_names_in_memory_are_bounded_and_the_store_knows_the_others(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identity, "CACHED_NAMES_COUNT", 3)
    identities = Identities(store)
    for number in range(10):
        store.commit_writes([name_row(f"m{number}", f"Ada {number}")])
        identities.cache_name(f"m{number}", f"Ada {number}")
        assert identities.name_of("m0") == "Ada 0"
    assert identities.cached_names_count <= 3
    assert [identities.name_of(f"m{number}") for number in range(10)] == [
        f"Ada {number}" for number in range(10)
    ]
    assert identities.cached_names_count <= 3


def test_the_names_of_a_large_store_are_read_when_they_are_asked_for(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identity, "CACHED_NAMES_COUNT", 3)
    rows = [name_row(f"m{number}", f"Ada {number}") for number in range(10)]
    store.commit_writes(rows)
    identities = Identities(store)
    assert identities.cached_names_count <= 3
    assert [identities.name_of(f"m{number}") for number in range(10)] == [
        f"Ada {number}" for number in range(10)
    ]
    assert identities.name_of("m10") == guest_name("m10")


def rotate(store: Store, now: float, grace_s: float) -> None:
    with store.engine.begin() as connection:
        rotate_keys(connection, now, grace_s)


def test_a_rotated_key_signs_new_tokens_and_the_one_before_it_is_read_for_a_grace(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "time", lambda: now)
    running = Identities(store)
    token = running.new_token()
    member = running.read_token(token)
    assert running.renewed_token(token) is None
    rotate(store, now, grace_s=100.0)
    other = Identities(store)  # it knows the new key, the other server not yet
    assert running.read_token(other.new_token()) is not None
    running.load_keys()
    assert running.renewed_token(token) is None  # every server has to know the key first
    now += SIGN_AFTER_S
    renewed = running.renewed_token(token)
    assert renewed not in {None, token}
    assert running.read_token(str(renewed)) == running.read_token(token) == member
    assert running.renewed_token(str(renewed)) is None
    now += 100.0
    assert running.read_token(token) is None
    assert running.read_token(str(renewed)) == member


def test_a_second_rotation_ends_the_key_before_the_last(store: Store) -> None:
    token = Identities(store).new_token()
    for now in (1000.0, 2000.0):
        rotate(store, now, grace_s=float("inf"))
    assert Identities(store).read_token(token) is None


def test_without_a_grace_a_key_signs_until_every_server_knows_the_next(store: Store) -> None:
    identities = Identities(store)
    token = identities.new_token()
    rotate(store, time.time() - SIGN_AFTER_S, grace_s=0.0)
    identities.load_keys()
    assert identities.read_token(token) is None
    assert identities.read_token(identities.new_token()) is not None
