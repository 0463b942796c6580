"""Proxies: which X-Forwarded-For counts, and which networks the command line accepts."""

from __future__ import annotations

from ipaddress import ip_network

import pytest
import typer.testing

from ludarium.cli import make_application
from ludarium.server.limits.proxies import client_address

NETWORKS = tuple(ip_network(text) for text in ("10.0.0.0/8", "2001:db8::/32"))


@pytest.mark.parametrize(
    ("peer", "told", "wanted"),
    [
        ("10.1.2.3", "198.51.100.7", "198.51.100.7"),
        ("10.1.2.3", "203.0.113.9, 198.51.100.7, 10.9.9.9", "198.51.100.7"),
        ("10.1.2.3", "10.9.9.9, 10.8.8.8", "10.9.9.9"),
        ("10.1.2.3", "198.51.100.7, not an address", "10.1.2.3"),
        ("10.1.2.3", "198.51.100.7:4711", "198.51.100.7"),
        ("10.1.2.3", "[2001:db9::7]:4711", "2001:db9::/64"),
        ("::ffff:10.1.2.3", "198.51.100.7", "198.51.100.7"),
        ("2001:db8::1", "198.51.100.7", "198.51.100.7"),
        ("127.0.0.1", "198.51.100.7", "127.0.0.1"),
        ("192.0.2.1", "198.51.100.7", "192.0.2.1"),
        ("", "198.51.100.7", ""),
    ],
)
def test_only_trusted_proxies_tell_for_which_client_they_speak(
    peer: str, told: str, wanted: str
) -> None:
    assert client_address(peer, told, NETWORKS) == wanted


def test_all_addresses_of_an_ipv6_subscriber_count_as_one() -> None:
    one, other = client_address("2001:db9::1", ""), client_address("2001:db9::ffff:1", "")
    assert one == other == "2001:db9::/64"
    assert client_address("2001:db9:0:1::1", "") != one
    assert client_address("::1", "") == "::1"


@pytest.mark.parametrize(
    "wrong",
    [
        ["--proxy", "localhost"],
        ["--proxy", "10.0.0.0/33"],
        ["--security-contact", "nonsense"],
        ["--security-contact", "https://here/\nExpires: never"],
    ],
)
def test_a_wrong_proxy_or_contact_is_refused_at_the_start(wrong: list[str]) -> None:
    result = typer.testing.CliRunner().invoke(make_application(["serve"]), ["serve", *wrong])
    assert result.exit_code == 2
    assert wrong[0] in result.output
