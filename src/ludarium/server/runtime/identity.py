"""Who somebody is: a random token, signed, in a cookie that scripts cannot read."""

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
YEAR = 365 * 24 * 3600
LONGEST = 200  # characters of anything that may be a token
NAMES = 100_000  # of members that are kept in memory
TOKENS = 20  # that one member may have at a time


class Identity(NamedTuple):
    """A member by its public id, with the name that it goes by."""

    id: str
    name: str
    program: bool = False


class Identities:
    """Makes and reads tokens; what they are signed with is kept in the store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._key = store.ensure_secret("cookies", secrets.token_hex(32)).encode()
        names = store.member_names(NAMES + 1)
        # With every name at hand nobody has to be looked up: guests have none.
        self._complete = len(names) <= NAMES
        self._names = names

    def fresh(self) -> str:
        """The token of somebody new."""
        drawn = secrets.token_urlsafe(24)
        return f"{drawn}.{self._sign(drawn)}"

    async def recognise(self, token: str) -> Identity | None:
        """Whose token it is, without waiting for the store if that need not be asked."""
        return self.read(token) if self._complete else await asyncio.to_thread(self.read, token)

    def read(self, token: str) -> Identity | None:
        """Whose token it is, None if it is not one of ours."""
        drawn, dot, signature = token[:LONGEST].partition(".")
        if not dot or not hmac.compare_digest(self._sign(drawn).encode(), signature.encode()):
            return None
        # The public id follows from the token, but the token not from the id.
        member = "m" + _digest(drawn)[:15]
        return Identity(member, self.name(member))

    def name(self, member: str) -> str:
        """What a member calls itself, or a name made from its id."""
        known = self._names.get(member)
        if known is None and not self._complete:
            known = self.store.member_name(member)
        return known or guest_name(member)

    def note(self, member: str, name: str) -> None:
        """A name is stored: from now on the member is called so."""
        self._names[member] = name

    def rename(self, member: str, name: str) -> PutRow:
        """What to store so that a member is called otherwise; `note` it when it is stored."""
        return PutRow(members, {"id": member, "name": name}, over=("name",))

    def make(self, owner: str, name: str, now: float) -> tuple[str, str, PutRow]:
        """A token for a program: its text, which is told once, its member's id, what to store."""
        token = "lu_" + secrets.token_urlsafe(24)
        member = "p" + secrets.token_hex(8)
        row = {"digest": _digest(token), "member": member, "name": name, "owner": owner, "at": now}
        return token, member, PutRow(tokens, row)

    def program(self, token: str) -> Identity | None:
        """The program that has this token, None if nobody has."""
        found = self.store.find_token(_digest(token[:LONGEST]))
        return Identity(found["member"], found["name"], program=True) if found else None

    def _sign(self, drawn: str) -> str:
        return hmac.new(self._key, drawn.encode(), hashlib.sha256).hexdigest()


def new_cookie(identities: Identities, secure: bool) -> tuple[str, str]:
    """The token of a new member, and the Set-Cookie header that keeps it.

    The browser sends the cookie back to this site alone, and hides it from scripts.
    """
    token = identities.fresh()
    parts = [f"{COOKIE}={token}", "Path=/", f"Max-Age={YEAR}", "HttpOnly", "SameSite=Lax"]
    return token, "; ".join([*parts, "Secure"] if secure else parts)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
