"""Tables of the store; a test compares them with the result of migrations/."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    SmallInteger,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData()

# Random, and stored so that cookies stay valid after a restart.
secrets = Table(
    "secrets",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", String(200), nullable=False),
)

# The key that carries a member to another browser: its first words select the row, of the others
# only a salted hash is stored.
identity_keys = Table(
    "identity_keys",
    metadata,
    Column("member", String(40), primary_key=True),
    Column("selector", String(40), nullable=False, unique=True),
    Column("hash", String(200), nullable=False),
    Column("at", Float, nullable=False),
)

# Browsers that came in with a key; one that is not here any more is signed out.
linked_browsers = Table(
    "linked_browsers",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("member", String(40), nullable=False, index=True),
    Column("at", Float, nullable=False),
)

# The right to write: each new holder raises the epoch, and a commit with an older one fails.
leases = Table(
    "leases",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("holder", String(80), nullable=False),
    Column("epoch", BigInteger, nullable=False),
    Column("until", Float, nullable=False),
)

members = Table(
    "members",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(24), nullable=False),
)

# Only the digest of a token is stored: a reader of the database cannot use it.
tokens = Table(
    "tokens",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("member", String(40), nullable=False),
    Column("name", String(24), nullable=False),
    Column("owner", String(40), nullable=False, index=True),
    Column("at", Float, nullable=False),
)

# A code can be reused years later, a key cannot.
rooms = Table(
    "rooms",
    metadata,
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("code", String(16), nullable=False),
    Column(
        "by", String(40), nullable=False
    ),  # the member who created it, and the id of the message
    Column("cause", String(40), nullable=False),
    Column("closed", Boolean, nullable=False, index=True),
)

# In a cluster: which node may write the events of an open room; each new owner raises the epoch.
room_leases = Table(
    "room_leases",
    metadata,
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("code", String(16), nullable=False),
    Column("node", String(40), nullable=False),
    Column("epoch", BigInteger, nullable=False),
    Column("by", String(40), nullable=False),
    Column("cause", String(40), nullable=False),
    Index("ix_room_leases_code", "code", unique=True),
    Index("ix_room_leases_origin", "by", "cause", unique=True),
    Index("ix_room_leases_node", "node"),
)

# Kinds of events: a restart disconnects all members, which makes earlier departures obsolete.
EVENT_LASTING, EVENT_PASSING, EVENT_RESTART = range(3)

# Append-only: the state of a room follows from its events.
events = Table(
    "events",
    metadata,
    Column("room", BigInteger, ForeignKey("rooms.key"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("kind", SmallInteger, nullable=False, server_default="0"),
    # Of the node that wrote it; within a room it never falls. 0 by one server alone.
    Column("epoch", BigInteger, nullable=False, server_default="0"),
    PrimaryKeyConstraint("room", "number"),
    sqlite_with_rowid=False,
)

notices = Table(
    "notices",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("by", String(40), nullable=False),
    Column("name", String(24), nullable=False),
    Column("text", String(280), nullable=False),
    Column("cause", String(40), nullable=False),
)

results = Table(
    "results",
    metadata,
    Column("room", BigInteger, ForeignKey("rooms.key"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("code", String(16), nullable=False),
    Column("at", Float, nullable=False),
    Column("game", String(64), nullable=False),
    Column("ruleset", String(64), nullable=False),
    Column("mode", String(16), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("bots", Boolean, nullable=False),
    Column("winner", Integer),
    Column("reason", String(40), nullable=False),
    Column("moves", Integer, nullable=False),
    Column("record", Text, nullable=False),
    Column("rated", Boolean, nullable=False, server_default=false()),
    PrimaryKeyConstraint("room", "number"),
    Index("ix_results_game_at", "game", "at"),
    Index("ix_results_at", "at"),
)

# The players of results; `player` is a member's id, or a bot's level.
seats = Table(
    "seats",
    metadata,
    Column("room", BigInteger, nullable=False),
    Column("number", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player", String(40), nullable=False, index=True),
    Column("name", String(40), nullable=False),
    Column("kind", String(16), nullable=False),
    PrimaryKeyConstraint("room", "number", "seat"),
)

# Reviews of results, as JSON; a review that is not complete is not stored.
reviews = Table(
    "reviews",
    metadata,
    Column("room", BigInteger, nullable=False),
    Column("number", Integer, nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("room", "number"),
)


def _ratings_table(name: str) -> Table:
    return Table(
        name,
        metadata,
        Column("game", String(64), nullable=False),
        Column("player", String(40), nullable=False),
        Column("name", String(40), nullable=False),
        Column("kind", String(16), nullable=False),
        Column("mu", Float, nullable=False),
        Column("sigma", Float, nullable=False),
        Column("games", Integer, nullable=False),
        Column("wins", Integer, nullable=False),
        PrimaryKeyConstraint("game", "player"),
    )


ratings = _ratings_table("ratings")
# The rating of each player after each rated game.
rating_history = Table(
    "rating_history",
    metadata,
    Column("room", BigInteger, nullable=False),
    Column("number", Integer, nullable=False),
    Column("player", String(40), nullable=False),
    Column("game", String(64), nullable=False),
    Column("at", Float, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    PrimaryKeyConstraint("room", "number", "player"),
    Index("ix_rating_history_player_game_at", "player", "game", "at"),
)
# From the time when every game counted, even with hints and undo: stored, and never shown.
casual_ratings = _ratings_table("casual_ratings")

# Every act of an operator: the audit log, and how acts reach running servers. A number is always
# one more than the last stored one, so that a reader of numbers above N misses none.
admin_acts = Table(
    "admin_acts",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("operator", String(80), nullable=False),
    Column("action", String(20), nullable=False),
    Column("subject", String(80), nullable=False),
    Column("details", Text, nullable=False),  # JSON
    Column("state", String(40), nullable=False, index=True),  # done, waiting, or why it failed
)

# Members and addresses that may not write, or not connect; without `until` for good.
sanctions = Table(
    "sanctions",
    metadata,
    Column("kind", String(8), nullable=False),
    Column("subject", String(64), nullable=False),
    Column("until", Float),
    Column("reason", String(200), nullable=False),
    Column("at", Float, nullable=False),
    Column("operator", String(80), nullable=False),
    PrimaryKeyConstraint("kind", "subject"),
)
