"""nginx and Caddy of Debian, with the files in deploy/, in front of a server: play through them."""

from __future__ import annotations

import json
import shutil
import socket
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from ludarium.server.admin.desk import open_desk
from ludarium.server.runtime.settings import Settings
from tests.deploy.test_files import DEPLOY, program
from tests.server.serving import PATIENCE, free_port, move_of, running

TRUSTING = ssl.create_default_context()
TRUSTING.check_hostname = False
TRUSTING.verify_mode = ssl.CERT_NONE
SITE = "ludarium.example.org"


def make_certificate(folder: Path) -> tuple[Path, Path]:
    certificate, key = folder / "fullchain.pem", folder / "privkey.pem"
    subprocess.run(
        [
            *(program("openssl", "openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes"),
            *(
                "-days",
                "2",
                "-subj",
                "/CN=localhost",
                "-keyout",
                str(key),
                "-out",
                str(certificate),
            ),
        ],
        check=True,
        capture_output=True,
    )
    return certificate, key


def nginx_command(folder: Path, port: int, upstream: int) -> list[str]:
    certificate, key = make_certificate(folder)
    text = (DEPLOY / "nginx" / "ludarium.conf").read_text("utf-8")
    for old, new in {
        "listen 80;": f"listen 127.0.0.1:{free_port()};",
        "    listen [::]:80;\n": "",
        "listen 443 ssl http2;": f"listen 127.0.0.1:{port} ssl http2;",
        "    listen [::]:443 ssl http2;\n": "",
        SITE: "localhost",
        "127.0.0.1:8000": f"127.0.0.1:{upstream}",
        "/etc/ludarium/tls/fullchain.pem": str(certificate),
        "/etc/ludarium/tls/privkey.pem": str(key),
        "/var/cache/nginx/ludarium": str(folder / "cache"),
    }.items():
        assert old in text, old
        text = text.replace(old, new)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    frame = f"daemon off; pid {folder}/pid; events {{}} error_log {folder}/error.log;\n"
    (folder / "nginx.conf").write_text(
        f"user root; {frame}http {{ access_log off; {temporary}\n{text}\n}}", "utf-8"
    )
    command = [program("nginx", "nginx-light"), "-c", str(folder / "nginx.conf")]
    checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    return command


def caddy_command(folder: Path, port: int, upstream: int) -> list[str]:
    certificate, key = make_certificate(folder)
    text = (DEPLOY / "caddy" / "Caddyfile").read_text("utf-8")
    for old, new in {
        f"\n{SITE} {{": f"\nhttps://localhost:{port} {{\n\ttls {certificate} {key}",
        "127.0.0.1:8000": f"127.0.0.1:{upstream}",
    }.items():
        assert old in text, old
        text = text.replace(old, new)
    options = "{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n}\n"
    (folder / "Caddyfile").write_text(options + text, "utf-8")
    given = ["--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    caddy = program("caddy", "caddy")
    checked = subprocess.run(
        [caddy, "validate", *given], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr
    return [caddy, "run", *given]


@pytest.fixture(params=[nginx_command, caddy_command], ids=["nginx", "caddy"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """The address of a site behind a proxy, and its database."""
    make: Callable[[Path, int, int], list[str]] = request.param
    database = tmp_path / "ludarium.db"
    with running(Settings(database=str(database), workers=1)) as upstream:
        folder = Path(shutil.copytree(tmp_path, tmp_path / "proxy", ignore=lambda *_: ["proxy"]))
        port = free_port()
        log = (tmp_path / "proxy.log").open("wb")
        process = subprocess.Popen(make(folder, port, upstream), stdout=log, stderr=log)
        try:
            await_page(f"localhost:{port}", process)
            yield f"localhost:{port}", database
        finally:
            process.terminate()
            process.wait()
            log.close()


def await_page(address: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        assert process.poll() is None, "the proxy ended"
        try:
            assert b"<title>" in fetch(address, "/")[1]
        except urllib.error.URLError:
            assert time.monotonic() < end, "the proxy does not serve"
            time.sleep(0.05)
        else:
            return


def fetch(address: str, path: str) -> tuple[Any, bytes]:
    with urllib.request.urlopen(
        f"https://{address}{path}", timeout=PATIENCE, context=TRUSTING
    ) as answer:
        return answer.headers, answer.read()


@contextmanager
def socket_from(address: str, source: str) -> Iterator[ClientConnection]:
    """A WebSocket through the proxy, from one of this machine's addresses."""
    port = int(address.rpartition(":")[2])
    opened = socket.create_connection(("127.0.0.1", port), PATIENCE, (source, 0))
    with connect(
        f"wss://{address}/ws",
        sock=opened,
        ssl=TRUSTING,
        origin=Origin(f"https://{address}"),
        open_timeout=PATIENCE,
    ) as found:
        yield found


def hear(link: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(link.recv(timeout=PATIENCE))
        if message["type"] == kind:
            return message


def test_a_game_is_played_through_the_proxy_and_its_addresses_arrive(
    site: tuple[str, Path],
) -> None:
    address, database = site
    with socket_from(address, "127.0.0.1") as ada:
        hear(ada, "welcome")
        places = [{"kind": "host"}, {"kind": "host"}]
        setup = {"game": "forge", "seats": places}
        ada.send(json.dumps({"type": "create", "id": "c", "setup": setup}))
        turn = hear(ada, "turn")
        for number in range(3):
            ada.send(json.dumps({"type": "play", "id": f"p{number}", **move_of(turn)}))
            turn = hear(ada, "turn")
        assert turn["ply"] == 3
    with open_desk(str(database), "olga") as desk:
        desk.impose("ban", "127.0.0.2", None, "A test.")
    end = time.monotonic() + PATIENCE
    while True:  # the server follows in about a second
        with socket_from(address, "127.0.0.2") as eve:
            first = json.loads(eve.recv(timeout=PATIENCE))
            if first["type"] == "refusal":
                assert first["code"] == "banned"
                with pytest.raises(ConnectionClosed):
                    eve.recv(timeout=PATIENCE)
                break
        assert time.monotonic() < end, "the ban is not followed"
        time.sleep(0.5)  # an address that opens sockets without a pause is cut off
    with socket_from(address, "127.0.0.1") as ada:
        hear(ada, "welcome")


def test_files_with_their_content_in_the_name_are_cached(site: tuple[str, Path]) -> None:
    address, _ = site
    page = fetch(address, "/")[1].decode()
    path = "/assets/" + page.split('"/assets/', 1)[1].split('"')[0]
    answers = [fetch(address, path) for _ in range(2)]
    assert answers[0][1] == answers[1][1]
    headers = answers[1][0]
    assert "immutable" in headers["Cache-Control"]
    assert headers.get("X-Cache-Status", "HIT") == "HIT"
