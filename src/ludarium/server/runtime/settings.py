"""What an operator may set, with limits that suit one small machine."""

from __future__ import annotations

from typing import NamedTuple

from ludarium.server.engines.bus_messages import DEFAULT_SITE
from ludarium.server.limits.proxies import LOOPBACK, Network
from ludarium.server.rooms.disconnects import SEAT_KEPT_S
from ludarium.server.runtime.logs import LogFormat, LogLevel


class Settings(NamedTuple):
    """Where to listen, where to store, and how much anybody may take."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""
    bus: str = ""  # the URL of a nats-server: this process is a node of a cluster
    engines: str = ""  # the URL of a nats-server: engine workers search, and no process here
    site: str = DEFAULT_SITE  # the name under which its servers and engine workers meet
    workers: int = 0  # engine processes, 0 for one on every core
    frame: int = 8 * 1024  # bytes of a message
    messages: int = 100  # of a connection in `window` seconds
    questions: int = 300  # tokens of an address for requests by HTTP, in the same time
    window: float = 20.0
    guesses: int = 20  # codes of an address that led to no room, in `guess_window` seconds
    guess_window: float = 60.0
    backlog: int = 256 * 1024  # bytes that a slow connection may leave waiting
    grace: float = SEAT_KEPT_S  # seconds that the seat of a player who is gone is kept
    silence: float = 30.0  # seconds after which a silent connection is dropped
    connections: int = 100  # of one address
    http_connections: int = 100  # of one address, beside its WebSockets
    requests: int = 2000  # over HTTP of one address in `window` seconds
    request_timeout: float = 30.0  # seconds for a request to arrive, or an answer to be read
    rooms: int = 100  # opened by one address and still open
    analyses: int = 4  # of one address that run at a time, reviews included
    engine_seconds: int = 300  # of engine time for them, of one address in `engine_window` seconds
    engine_window: float = 600.0
    secure: bool = False  # whether cookies are for https alone
    origins: tuple[str, ...] = ()  # other sites whose pages may connect
    proxies: tuple[Network, ...] = LOOPBACK  # whose X-Forwarded-For is believed
    security_contact: str = ""  # a URI for /.well-known/security.txt
    metrics_port: int = 0  # for Prometheus; 0: none
    metrics_host: str = "127.0.0.1"  # only this machine
    log_format: LogFormat = "text"
    log_level: LogLevel = "info"
    designer_status: str = ""  # the file that tells a designer's page about the edited game
