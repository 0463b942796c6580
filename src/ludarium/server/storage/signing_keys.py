"""Signing keys: the key that signs cookies, and the one before it for a time of grace."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from sqlalchemy import Connection, select

from ludarium.server.storage.store import Store
from ludarium.server.storage.tables import secrets as secret_table

KEY_NAME = "cookies"  # of the key that signs cookies, among the secrets
KEY_FROM_NAME = "cookies_from"  # when it begins to sign
KEY_BEFORE_NAME = "cookies_before"  # of the key before the last rotation
KEY_BEFORE_UNTIL_NAME = "cookies_before_until"  # when that one ends
KEY_NAMES = (KEY_NAME, KEY_FROM_NAME, KEY_BEFORE_NAME, KEY_BEFORE_UNTIL_NAME)
# A new key signs after this: by then every server has read it, and accepts its cookies.
SIGN_AFTER_S = 10.0


class SigningKeys(NamedTuple):
    """The newest key, and the one before it."""

    key: bytes
    signs_from: float
    before: bytes | None
    before_until: float

    def to_sign(self, now: float) -> bytes:
        """The key for new cookies."""
        return self.before if self.before is not None and now < self.signs_from else self.key

    def to_read(self, now: float) -> tuple[bytes, ...]:
        """The keys whose cookies are accepted."""
        graced = self.before is not None and now < max(self.before_until, self.signs_from)
        return (self.key, self.before) if graced and self.before is not None else (self.key,)


def read_keys(store: Store) -> SigningKeys:
    """The keys as they are stored."""
    with store.engine.connect() as connection:
        return _read(connection)


def rotate_keys(connection: Connection, now: float, grace_s: float) -> None:
    """Store a new key, in a transaction of the caller; the key before the last one is gone."""
    values = {
        KEY_NAME: secrets.token_hex(32),
        KEY_FROM_NAME: repr(now + SIGN_AFTER_S),
        KEY_BEFORE_NAME: _read(connection).to_sign(now).decode(),
        KEY_BEFORE_UNTIL_NAME: repr(now + grace_s),
    }
    connection.execute(secret_table.delete().where(secret_table.c.name.in_(KEY_NAMES)))
    rows = [{"name": name, "value": value} for name, value in values.items()]
    connection.execute(secret_table.insert(), rows)


def _read(connection: Connection) -> SigningKeys:
    wanted = select(secret_table).where(secret_table.c.name.in_(KEY_NAMES))
    found = {line.name: line.value for line in connection.execute(wanted)}
    before = found.get(KEY_BEFORE_NAME)
    return SigningKeys(
        found.get(KEY_NAME, "").encode(),
        float(found.get(KEY_FROM_NAME, 0)),
        before.encode() if before else None,
        float(found.get(KEY_BEFORE_UNTIL_NAME, "inf")),  # a rotation of an earlier version
    )
