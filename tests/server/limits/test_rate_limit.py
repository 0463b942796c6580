"""Rate limits: a token bucket for each client address."""

from __future__ import annotations

import pytest

from ludarium.server.limits.proxies import limit_key
from ludarium.server.limits.rate_limit import MAX_TRACKED_ADDRESSES, RateLimiter
from ludarium.server.limits.token_bucket import TokenBucket
from ludarium.server.protocol.errors import Refused


def test_a_bucket_allows_a_burst_and_then_its_rate() -> None:
    bucket = TokenBucket(10, 5.0, 0.0)
    assert bucket.spend_tokens(0.0, 10)
    assert not bucket.spend_tokens(0.0)
    assert bucket.spend_tokens(1.0)  # the debt is paid, and one token is left
    assert not bucket.spend_tokens(1.0)


def test_a_bucket_never_holds_more_than_its_capacity() -> None:
    bucket = TokenBucket(2, 1.0, 0.0)
    assert bucket.spend_tokens(1000.0, 2)
    assert not bucket.spend_tokens(1000.0)


def test_each_address_has_its_own_tokens_and_gets_them_back() -> None:
    limiter = RateLimiter(10, 10.0)
    limiter.spend_tokens("a", 0.0, 10)
    limiter.spend_tokens("b", 0.0, 10)
    with pytest.raises(Refused) as refused:
        limiter.spend_tokens("a", 0.5)
    assert refused.value.code == "too_often"
    limiter.spend_tokens("a", 1.0)


def test_a_check_spends_no_token() -> None:
    limiter = RateLimiter(1, 10.0)
    for _ in range(5):
        limiter.check_tokens("a", 0.0)
    limiter.spend_tokens("a", 0.0)
    with pytest.raises(Refused):
        limiter.check_tokens("a", 0.0)


def test_one_network_of_ipv6_is_one_address() -> None:
    """A home or a rented machine has a whole /64 of them."""
    limiter = RateLimiter(1, 10.0)
    limiter.spend_tokens("2001:db8:1:2::1", 0.0)
    with pytest.raises(Refused):
        limiter.spend_tokens("2001:db8:1:2:ffff::9", 0.0)
    limiter.spend_tokens("2001:db8:1:3::1", 0.0)
    limiter.spend_tokens("192.0.2.1", 0.0)
    limiter.spend_tokens("192.0.2.2", 0.0)
    limiter.spend_tokens("", 0.0)


@pytest.mark.parametrize("address", ["2001:db8:1:2::9", "::1", "192.0.2.1", "::ffff:192.0.2.1", ""])
def test_the_key_of_a_key_is_the_key(address: str) -> None:
    """Requests carry the key of their address, and limits take the key of what they are given."""
    key = limit_key(address)
    assert limit_key(key) == key


def test_the_least_recent_addresses_are_forgotten() -> None:
    limiter = RateLimiter(1, 10.0)
    for number in range(MAX_TRACKED_ADDRESSES + 1):
        limiter.spend_tokens(f"client {number}", 0.0)
    assert len(limiter.buckets) == MAX_TRACKED_ADDRESSES
    limiter.spend_tokens("client 0", 0.0)
