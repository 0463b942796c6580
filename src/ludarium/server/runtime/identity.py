"""Identity: a random token, signed, in a cookie that scripts cannot read."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from typing import NamedTuple

from ludarium.server.protocol.member_names import guest_name
from ludarium.server.storage.identity_keys import browser_is_linked
from ludarium.server.storage.signing_keys import KEY_NAME, read_keys
from ludarium.server.storage.store import PutRow, Store
from ludarium.server.storage.tables import tokens

COOKIE = "ludarium"
COOKIE_MAX_AGE_S = 365 * 24 * 3600
MAX_TOKEN_CHARS = 200
CACHED_NAMES_COUNT = 20_000  # names of members in memory, 4 MiB; others are read when needed
TOKENS_PER_MEMBER_LIMIT = 20
LINK_MARK = "~"  # between the member and the random part, in tokens of linked browsers


class Identity(NamedTuple):
    """A member by its public id, with the name that it goes by."""

    id: str
    name: str
    program: bool = False
    owner: str = ""  # of a program


class Identities:
    """Makes and reads tokens; the signing key is in the store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        store.ensure_secret(KEY_NAME, secrets.token_hex(32))
        self.load_keys()
        names = store.member_names(CACHED_NAMES_COUNT + 1)
        # If all names are cached, the store is never asked: guests have none.
        self._complete = len(names) <= CACHED_NAMES_COUNT
        self._names: OrderedDict[str, str] = OrderedDict()
        for member, name in names.items():
            self.cache_name(member, name)

    def load_keys(self) -> None:
        """Read the keys from the store: an operator may have rotated them."""
        self._keys = read_keys(self.store)

    def share_names(self) -> None:
        """Other nodes store names too: one that is not in memory is read."""
        self._complete = False

    def forget_names(self) -> None:
        """Names may have changed without this node."""
        self._names.clear()

    @property
    def cached_names_count(self) -> int:
        """How many names are in memory."""
        return len(self._names)

    def new_token(self) -> str:
        """The token of a new member."""
        drawn = secrets.token_urlsafe(24)
        return f"{drawn}.{_sign(self._keys.to_sign(time.time()), drawn)}"

    def renewed_token(self, token: str) -> str | None:
        """The same token under the present key, if another one signed this one."""
        drawn, signature = _split_token(token)
        now = time.time()
        key = self._keys.to_sign(now)
        others = [each for each in self._keys.to_read(now) if each != key]
        if not any(_is_signed(each, drawn, signature) for each in others):
            return None
        return f"{drawn}.{_sign(key, drawn)}"

    async def identify(self, token: str) -> Identity | None:
        """The member of a token; the store is asked only if it must be."""
        return (
            self.read_token(token)
            if self._complete and LINK_MARK not in token
            else await asyncio.to_thread(self.read_token, token)
        )

    def read_token(self, token: str) -> Identity | None:
        """The member of a token, None if the server did not sign it."""
        drawn, signature = _split_token(token)
        keys = self._keys.to_read(time.time())
        if not any(_is_signed(key, drawn, signature) for key in keys):
            return None
        if LINK_MARK in drawn:
            member = drawn.partition(LINK_MARK)[0]
            linked = browser_is_linked(self.store, _digest(drawn))
            return Identity(member, self.name_of(member)) if linked else None
        # The public id follows from the token, but the token not from the id.
        member = "m" + _digest(drawn)[:15]
        return Identity(member, self.name_of(member))

    def linked_token(self, member: str) -> str:
        """A token for another browser of a member; it is valid while the store has its digest."""
        drawn = f"{member}{LINK_MARK}{secrets.token_urlsafe(24)}"
        return f"{drawn}.{_sign(self._keys.to_sign(time.time()), drawn)}"

    def forget_name(self, member: str) -> None:
        """Forget the name of a member whose data are deleted."""
        self._names.pop(member, None)

    def name_of(self, member: str) -> str:
        """The name of a member, or a guest name made from its id."""
        known = self._names.get(member)
        if known is None and not self._complete:
            known = self.store.member_name(member)
        return known or guest_name(member)

    def cache_name(self, member: str, name: str) -> None:
        """Cache a name that is stored; the name that was cached first makes room for it."""
        self._names[member] = name
        if len(self._names) > CACHED_NAMES_COUNT:
            self._names.popitem(last=False)
            self._complete = False

    def new_program(self, owner: str, name: str, now: float) -> tuple[str, str, PutRow]:
        """A token for a program: its text, which is shown once, its id, and the row to store."""
        token = "lu_" + secrets.token_urlsafe(24)
        member = "p" + secrets.token_hex(8)
        row = {"digest": _digest(token), "member": member, "name": name, "owner": owner, "at": now}
        return token, member, PutRow(tokens, row)

    def identify_program(self, token: str) -> Identity | None:
        """The program of a token, None if there is none."""
        found = self.store.find_token(_digest(token[:MAX_TOKEN_CHARS]))
        return Identity(found["member"], found["name"], True, found["owner"]) if found else None


def new_cookie(identities: Identities, secure: bool) -> tuple[str, str]:
    """The token of a new member, and the Set-Cookie header that keeps it.

    The browser sends the cookie back to this site alone, and hides it from scripts.
    """
    token = identities.new_token()
    return token, cookie_header(token, secure)


def cookie_header(token: str, secure: bool) -> str:
    """The Set-Cookie header that keeps a token."""
    parts = [
        f"{COOKIE}={token}",
        "Path=/",
        f"Max-Age={COOKIE_MAX_AGE_S}",
        "HttpOnly",
        "SameSite=Lax",
    ]
    return "; ".join([*parts, "Secure"] if secure else parts)


def browser_digest(token: str) -> str:
    """What the store knows of the token of a linked browser."""
    return _digest(_split_token(token)[0])


def _split_token(token: str) -> tuple[str, str]:
    drawn, _, signature = token[:MAX_TOKEN_CHARS].partition(".")
    return drawn, signature


def _is_signed(key: bytes, drawn: str, signature: str) -> bool:
    return hmac.compare_digest(_sign(key, drawn).encode(), signature.encode())


def _sign(key: bytes, drawn: str) -> str:
    return hmac.new(key, drawn.encode(), hashlib.sha256).hexdigest()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
