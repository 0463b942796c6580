"""Identity keys: the words that carry a member to another browser, and the browsers they opened.

A key is eight words of the BIP-39 list. The first two select its row, the other six are the secret
(66 bits), of which only a salted Argon2 hash is stored.
"""

from __future__ import annotations

import secrets
from functools import cache
from typing import NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from mnemonic import Mnemonic
from sqlalchemy import Connection, Executable, select

from ludarium.server.storage.store import PutRow, Row, RunStatements, Store, row_of
from ludarium.server.storage.tables import identity_keys, linked_browsers

SELECTOR_WORDS = 2
SECRET_WORDS = 6
UNIQUE_LETTERS = 4  # of each word of the list
SELECTOR_ATTEMPTS = 100  # for one that no other key has
MAX_LINKED_BROWSERS = 20  # of a member; the oldest is signed out

hasher = PasswordHasher()


class NewKey(NamedTuple):
    """A key: its words, which are shown once, and the write that stores it."""

    words: str
    write: PutRow


@cache
def key_words() -> tuple[str, ...]:
    """The 2 048 words of keys; the first four letters of each are unique."""
    return tuple(Mnemonic("english").wordlist)


@cache
def _words_by_start() -> dict[str, str]:
    return {word[:UNIQUE_LETTERS]: word for word in key_words()}


def parse_key(text: str) -> tuple[str, str] | None:
    """The selector and the secret of typed words; None if they are no key.

    Capitals, hyphens and letters after the fourth of a word do not matter.
    """
    typed = text.casefold().replace("-", " ").split()
    if len(typed) != SELECTOR_WORDS + SECRET_WORDS:
        return None
    found = [_words_by_start().get(word[:UNIQUE_LETTERS], "") for word in typed]
    if not all(found):
        return None
    return " ".join(found[:SELECTOR_WORDS]), " ".join(found[SELECTOR_WORDS:])


def make_key(store: Store, member: str, now: float) -> NewKey:
    """A new key for a member, which replaces the one before it."""
    for _ in range(SELECTOR_ATTEMPTS):
        selector = _draw_words(SELECTOR_WORDS)
        if _find_key(store, selector) is None:
            break
    secret = _draw_words(SECRET_WORDS)
    row = {"member": member, "selector": selector, "hash": hasher.hash(secret), "at": now}
    put = PutRow(identity_keys, row, over=("selector", "hash", "at"))
    return NewKey(f"{selector} {secret}", put)


def _draw_words(count: int) -> str:
    return " ".join(secrets.choice(key_words()) for _ in range(count))


def check_key(store: Store, text: str) -> str | None:
    """The member of a key, None if no key has these words.

    An unknown selector costs as much time as a wrong secret, and the hashes are compared in
    constant time.
    """
    parsed = parse_key(text)
    row = _find_key(store, parsed[0]) if parsed else None
    stored = row["hash"] if row else _decoy_hash()
    try:
        hasher.verify(stored, parsed[1] if parsed else "")
    except (VerificationError, InvalidHashError):
        return None
    return str(row["member"]) if row else None


@cache
def _decoy_hash() -> str:
    return hasher.hash(secrets.token_hex(16))


def _find_key(store: Store, selector: str) -> Row | None:
    with store.engine.connect() as connection:
        found = select(identity_keys).where(identity_keys.c.selector == selector)
        line = connection.execute(found).first()
    return row_of(line) if line else None


def key_made_at(store: Store, member: str) -> float | None:
    """When the key of a member was made, None if there is none."""
    with store.engine.connect() as connection:
        found = select(identity_keys.c.at).where(identity_keys.c.member == member)
        return connection.execute(found).scalar()


def revoke_key(member: str) -> RunStatements:
    """The write that deletes the key of a member."""
    gone = identity_keys.delete().where(identity_keys.c.member == member)
    return _run_statement(gone)


def _run_statement(statement: Executable) -> RunStatements:
    def execute(connection: Connection) -> None:
        connection.execute(statement)

    return RunStatements(execute)


def link_browser(member: str, digest: str, now: float) -> RunStatements:
    """The write that lets another browser in; the oldest of too many is signed out."""

    def insert_browser(connection: Connection) -> None:
        mine = linked_browsers.c.member == member
        known = select(linked_browsers.c.digest).where(mine).order_by(linked_browsers.c.at.desc())
        digests = list(connection.scalars(known))
        if digest in digests:
            return
        old = digests[MAX_LINKED_BROWSERS - 1 :]
        if old:
            connection.execute(linked_browsers.delete().where(linked_browsers.c.digest.in_(old)))
        connection.execute(
            linked_browsers.insert(), {"digest": digest, "member": member, "at": now}
        )

    return RunStatements(insert_browser)


def unlink_browsers(member: str, except_digest: str) -> RunStatements:
    """The write that signs out every linked browser but one."""
    mine = linked_browsers.c.member == member
    gone = linked_browsers.delete().where(mine, linked_browsers.c.digest != except_digest)
    return _run_statement(gone)


def browser_is_linked(store: Store, digest: str) -> bool:
    """Whether a linked browser has not been signed out."""
    with store.engine.connect() as connection:
        found = select(linked_browsers.c.digest).where(linked_browsers.c.digest == digest)
        return connection.execute(found).first() is not None


def linked_times(store: Store, member: str) -> list[float]:
    """When each linked browser of a member came in, newest first."""
    with store.engine.connect() as connection:
        mine = linked_browsers.c.member == member
        found = select(linked_browsers.c.at).where(mine).order_by(linked_browsers.c.at.desc())
        return list(connection.scalars(found))
