"""Subjects and times as operators write them."""

from __future__ import annotations

import re
from typing import NamedTuple

from ludarium.core.errors import LudariumError
from ludarium.server.limits.proxies import SUBSCRIBER_BITS
from ludarium.server.runtime.sanction_list import parse_network

MEMBER_ID = re.compile(r"[mp][0-9a-f]{15,16}")
TIME_SPAN = re.compile(r"(\d{1,6})([smhdw])")
UNIT_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 7 * 86_400}
FEWEST_PREFIX_BITS = {4: 8, 6: 19}  # a wider network is more than any provider's


class AdminError(LudariumError):
    """An operator's command cannot be carried out."""


class Subject(NamedTuple):
    """A member by its id, or an address or network in its one form."""

    key: str
    member: bool


def parse_subject(written: str) -> Subject:
    """The member or the address that an operator means."""
    text = written.strip()
    if MEMBER_ID.fullmatch(text):
        return Subject(text, member=True)
    network = parse_network(text)
    if network is None:
        raise AdminError(
            "wrong_subject",
            "Name a member by its id (m0123456789abcde), or an address or network.",
        )
    if network.prefixlen < FEWEST_PREFIX_BITS[network.version]:
        raise AdminError("too_wide", "That network is too wide: it would hold half the world.")
    if network.version == 6 and network.prefixlen > SUBSCRIBER_BITS:
        network = network.supernet(new_prefix=SUBSCRIBER_BITS)
    single = network.version == 4 and network.prefixlen == network.max_prefixlen
    return Subject(str(network.network_address) if single else str(network), member=False)


def parse_time_span(written: str) -> float:
    """The seconds of a time span such as 30m, 12h, 7d or 2w."""
    found = TIME_SPAN.fullmatch(written.strip())
    if found is None or not int(found[1]):
        raise AdminError("wrong_time", "Write a time as 30m, 12h, 7d or 2w.")
    return float(int(found[1]) * UNIT_SECONDS[found[2]])
