"""A server for the designer of a game: it starts again with every version that works."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import socket
import tempfile
import time
from collections.abc import Callable
from ipaddress import ip_address
from multiprocessing.context import SpawnProcess
from pathlib import Path

from ludarium.agents.hosting.parent_exit import exit_with_parent
from ludarium.core.errors import LudariumError
from ludarium.core.registry import GAME_FILES_VARIABLE
from ludarium.design.game_probe import ProbeResult, probe_game
from ludarium.server.runtime.settings import Settings
from ludarium.server.serve import serve

WATCH_INTERVAL_S = 0.2
WATCHED_SUFFIXES = {".py", ".md", ".toml", ".json"}
START_SERVER_TIMEOUT_S = 120.0
CONNECT_TO_SERVER_TIMEOUT_S = 5.0
STOP_SERVER_TIMEOUT_S = 15.0
ERROR_TITLE = "This version of the game does not work."
ERROR_NOTE = "The board shows the last version that works. Save the file to try again."

Versions = dict[Path, int]  # the time of the last change of every watched file


class NotForDesigners(LudariumError):
    """A server that edits a game cannot be started like this."""


class LiveServer:
    """Serves one game file to its designer, on this machine only."""

    def __init__(self, name: str, settings: Settings, tell: Callable[[str], None]) -> None:
        _require_loopback(settings.host)
        self.name = name
        self.tell = tell
        self.folder = Path(name.rpartition(":")[0]).absolute().parent
        self.version = 0
        self.process: SpawnProcess | None = None
        self.settings = settings
        self._status = Path()

    def run(self) -> None:
        """Serve until interrupted; SIGTERM is an interrupt too, so that the server is stopped."""
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        first = probe_game(self.name)
        if not first.game_id:
            told = ": ".join(filter(None, (first.place, first.message)))
            raise NotForDesigners("broken_game", told)
        _require_free_port(self.settings.host, self.settings.port)
        os.environ[GAME_FILES_VARIABLE] = self._absolute_name()
        with tempfile.TemporaryDirectory(prefix="ludarium-designer-") as folder:
            self._status = Path(folder) / "status.json"
            self.settings = self.settings._replace(
                # A fresh database by default: records of an unfinished game are soon useless.
                database=self.settings.database or str(Path(folder) / "designer.db"),
                designer_status=str(self._status),
            )
            self._serve_versions(first.game_id)

    def _serve_versions(self, game_id: str) -> None:
        seen = self._watched_versions()
        try:
            self._start_process(game_id)
            while True:
                seen = self._await_change(seen)
                self._follow_change()
        finally:
            self._stop_process()

    def _absolute_name(self) -> str:
        file, _, symbol = self.name.rpartition(":")
        return f"{Path(file).absolute()}:{symbol}"

    def _await_change(self, seen: Versions) -> Versions:
        """Wait until files have changed and are saved completely."""
        before, now = seen, seen
        while now == seen or now != before:
            if self.process is not None and not self.process.is_alive():
                raise NotForDesigners("server_ended", "The server has ended.")
            time.sleep(WATCH_INTERVAL_S)
            before, now = now, self._watched_versions()
        return now

    def _watched_versions(self) -> Versions:
        found: Versions = {}
        for file in self.folder.iterdir():
            if file.suffix in WATCHED_SUFFIXES:
                try:
                    found[file] = file.stat().st_mtime_ns
                except OSError:
                    continue  # an editor replaces files
        return found

    def _follow_change(self) -> None:
        result = probe_game(self.name)
        if result.game_id:
            self._stop_process()
            self._start_process(result.game_id)
        else:
            self._write_status(result)
            self.tell(f"{result.place}: {result.message}")

    def _start_process(self, game_id: str) -> None:
        self.version += 1
        self._write_status(None)
        context = multiprocessing.get_context("spawn")
        self.process = context.Process(target=_serve_version, args=(self.settings, os.getpid()))
        self.process.start()
        host, port = self.settings.host, self.settings.port
        self._await_server(self.process)
        self.tell(f"version {self.version}: http://{host}:{port}/new/{game_id}")

    def _await_server(self, process: SpawnProcess) -> None:
        """Wait until the server accepts connections."""
        address = self.settings.host, self.settings.port
        until_s = time.monotonic() + START_SERVER_TIMEOUT_S
        while time.monotonic() < until_s:
            if not process.is_alive():
                raise NotForDesigners("server_ended", "The server has ended.")
            try:
                socket.create_connection(address, CONNECT_TO_SERVER_TIMEOUT_S).close()
            except OSError:
                time.sleep(WATCH_INTERVAL_S)
            else:
                return
        raise NotForDesigners("server_silent", "The server does not answer.")

    def _stop_process(self) -> None:
        if self.process is None:
            return
        self.process.terminate()
        self.process.join(STOP_SERVER_TIMEOUT_S)
        if self.process.is_alive():
            self.process.kill()
            self.process.join(STOP_SERVER_TIMEOUT_S)
        self.process = None

    def _write_status(self, failed: ProbeResult | None) -> None:
        error = None
        if failed is not None:
            error = {
                "title": ERROR_TITLE,
                "place": failed.place,
                "message": failed.message,
                "note": ERROR_NOTE,
            }
        fresh = self._status.with_suffix(".new")
        fresh.write_text(json.dumps({"version": self.version, "error": error}), "utf-8")
        fresh.replace(self._status)


def _serve_version(settings: Settings, parent: int) -> None:
    """Serve in a process of its own, which ends when its parent does, even if that was killed."""
    exit_with_parent(parent)
    serve(settings)


def _require_free_port(host: str, port: int) -> None:
    """Another server on the port would answer in place of this one."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        # As the server does: connections that have just ended do not count.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            message = f"The server cannot listen on port {port}: choose another with --port."
            raise NotForDesigners("port_taken", message) from error


def _require_loopback(host: str) -> None:
    """Errors with file names and code are for the designer alone."""
    try:
        local = host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        local = False
    if not local:
        message = "A server with --game listens on this machine only: leave out --host."
        raise NotForDesigners("designer_host", message)
