"""The documentation site under /docs: paths, policies of its pages, and what is said without it."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

import pytest

from ludarium.server.http.docs_site import DocsSite, is_docs_path

PAGE = b"<html><script>var a=1</script><script src='x.js'></script><script>b()</script></html>"


@pytest.fixture
def site(tmp_path: Path) -> DocsSite:
    (tmp_path / "rules" / "caldera").mkdir(parents=True)
    for folder in (".", "rules/caldera"):
        (tmp_path / folder / "index.html").write_bytes(PAGE)
    (tmp_path / "search.json").write_text("{}")
    (tmp_path / "search.json.gz").write_bytes(b"packed")
    return DocsSite(tmp_path)


def test_only_docs_and_what_is_below_belong_to_the_site() -> None:
    assert is_docs_path("docs")
    assert is_docs_path("docs/rules")
    assert not is_docs_path("docsy")
    assert not is_docs_path("rules/docs")


@pytest.mark.parametrize("path", ["docs/", "docs/index.html", "docs/rules/caldera/"])
def test_a_page_allows_the_scripts_inside_it_and_no_others(site: DocsSite, path: str) -> None:
    sent = site.find_response(path)
    assert (sent.status, sent.body) == (200, PAGE)
    hashes = [
        base64.b64encode(hashlib.sha256(text).digest()).decode() for text in (b"var a=1", b"b()")
    ]
    policy = sent.headers["Content-Security-Policy"]
    scripts = policy.partition("script-src ")[2].partition(";")[0]
    assert scripts == " ".join(["'self'", *(f"'sha256-{text}'" for text in hashes)])


@pytest.mark.parametrize("path", ["docs", "docs/rules/caldera"])
def test_a_page_without_its_slash_is_redirected_because_its_links_are_relative(
    site: DocsSite, path: str
) -> None:
    sent = site.find_response(path)
    assert (sent.status, sent.headers["Location"]) == (308, f"/{path}/")


def test_other_files_are_sent_packed_and_known_ones_not_again(site: DocsSite) -> None:
    sent = site.find_response("docs/search.json", "gzip, br")
    assert (sent.status, sent.body, sent.headers["Content-Encoding"]) == (200, b"packed", "gzip")
    assert site.find_response("docs/search.json", "", sent.headers["ETag"]).status == 304


@pytest.mark.parametrize("path", ["docs/nothing", "docs/rules", "docs/../rules/", "docs//"])
def test_what_is_not_there_is_not_found(site: DocsSite, path: str) -> None:
    sent = site.find_response(path)
    assert sent.status == 404
    assert b'href="/docs/"' in sent.body


def test_without_a_built_site_a_page_says_how_to_build_it(tmp_path: Path) -> None:
    for path in ("docs", "docs/", "docs/rules/caldera/"):
        sent = DocsSite(tmp_path / "nothing").find_response(path)
        assert sent.status == 404
        assert b"make docs" in sent.body
