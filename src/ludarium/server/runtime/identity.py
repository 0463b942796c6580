"""Identity: a random token, signed, in a cookie that scripts cannot read."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from typing import NamedTuple

from ludarium.server.protocol.member_names import guest_name
from ludarium.server.storage.store import PutRow, Store
from ludarium.server.storage.tables import members, tokens

COOKIE = "ludarium"
COOKIE_MAX_AGE_S = 365 * 24 * 3600
MAX_TOKEN_CHARS = 200
CACHED_NAMES_COUNT = 100_000  # names of members in memory
TOKENS_PER_MEMBER_LIMIT = 20


class Identity(NamedTuple):
    """A member by its public id, with the name that it goes by."""

    id: str
    name: str
    program: bool = False


class Identities:
    """Makes and reads tokens; the signing key is in the store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._key = store.ensure_secret("cookies", secrets.token_hex(32)).encode()
        names = store.member_names(CACHED_NAMES_COUNT + 1)
        # If all names are cached, the store is never asked: guests have none.
        self._complete = len(names) <= CACHED_NAMES_COUNT
        self._names = names

    def new_token(self) -> str:
        """The token of a new member."""
        drawn = secrets.token_urlsafe(24)
        return f"{drawn}.{self._sign(drawn)}"

    async def identify(self, token: str) -> Identity | None:
        """The member of a token; the store is asked only if it must be."""
        return (
            self.read_token(token)
            if self._complete
            else await asyncio.to_thread(self.read_token, token)
        )

    def read_token(self, token: str) -> Identity | None:
        """The member of a token, None if the server did not sign it."""
        drawn, dot, signature = token[:MAX_TOKEN_CHARS].partition(".")
        if not dot or not hmac.compare_digest(self._sign(drawn).encode(), signature.encode()):
            return None
        # The public id follows from the token, but the token not from the id.
        member = "m" + _digest(drawn)[:15]
        return Identity(member, self.name_of(member))

    def name_of(self, member: str) -> str:
        """The name of a member, or a guest name made from its id."""
        known = self._names.get(member)
        if known is None and not self._complete:
            known = self.store.member_name(member)
        return known or guest_name(member)

    def cache_name(self, member: str, name: str) -> None:
        """Cache a name that is stored."""
        self._names[member] = name

    def name_row(self, member: str, name: str) -> PutRow:
        """The row that renames a member; `cache_name` it when it is stored."""
        return PutRow(members, {"id": member, "name": name}, over=("name",))

    def new_program(self, owner: str, name: str, now: float) -> tuple[str, str, PutRow]:
        """A token for a program: its text, which is shown once, its id, and the row to store."""
        token = "lu_" + secrets.token_urlsafe(24)
        member = "p" + secrets.token_hex(8)
        row = {"digest": _digest(token), "member": member, "name": name, "owner": owner, "at": now}
        return token, member, PutRow(tokens, row)

    def identify_program(self, token: str) -> Identity | None:
        """The program of a token, None if there is none."""
        found = self.store.find_token(_digest(token[:MAX_TOKEN_CHARS]))
        return Identity(found["member"], found["name"], program=True) if found else None

    def _sign(self, drawn: str) -> str:
        return hmac.new(self._key, drawn.encode(), hashlib.sha256).hexdigest()


def new_cookie(identities: Identities, secure: bool) -> tuple[str, str]:
    """The token of a new member, and the Set-Cookie header that keeps it.

    The browser sends the cookie back to this site alone, and hides it from scripts.
    """
    token = identities.new_token()
    parts = [
        f"{COOKIE}={token}",
        "Path=/",
        f"Max-Age={COOKIE_MAX_AGE_S}",
        "HttpOnly",
        "SameSite=Lax",
    ]
    return token, "; ".join([*parts, "Secure"] if secure else parts)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
