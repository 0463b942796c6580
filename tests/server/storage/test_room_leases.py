"""Room leases: one node at a time writes to a room, and an older epoch cannot."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import event, select, text
from sqlalchemy.exc import IntegrityError

from ludarium.server.storage.database import NoDatabase, open_database
from ludarium.server.storage.lease import open_leased
from ludarium.server.storage.room_leases import (
    BOARD_CODE,
    SHOW_CODE,
    LostRoom,
    NoCluster,
    RoomLease,
    RoomLeases,
    open_clustered,
)
from ludarium.server.storage.store import ConflictingRow, PutRow, Store, Write
from ludarium.server.storage.tables import events, leases, room_leases
from ludarium.server.storage.writer_check import find_writer_faults
from tests.server.storage.test_store import happened, room


def joined(store: Store, *names: str) -> list[RoomLeases]:
    found = [RoomLeases(store.engine, name) for name in names]
    for node in found:
        node.join()
    return found


def writer(node: RoomLeases) -> Store:
    return Store(node.engine, room_leases=node)


def open_room(node: RoomLeases, key: int = 1, code: str = "ABCDE", cause: str = "c1") -> None:
    opening = node.opening_write(key, code, "m1", cause)
    writer(node).commit_writes([node.fence(key), room(key, code), opening, happened(key, 1)])


def silence(node: RoomLeases) -> None:
    """The node has not renewed its lease for long."""
    with node.engine.begin() as connection:
        mine = leases.c.name == f"node {node.node}"
        connection.execute(leases.update().where(mine).values(until=0.0))


def found(node: RoomLeases, code: str = "ABCDE") -> RoomLease:
    lease = node.find_room(code)
    assert lease is not None
    return lease


def test_a_stale_epoch_cannot_write(store: Store) -> None:
    one, two = joined(store, "one", "two")
    open_room(one)
    writer(one).commit_writes([one.fence(1), happened(1, 2)])
    silence(one)
    assert two.claim_room(found(two))
    with pytest.raises(LostRoom):
        writer(one).commit_writes([one.fence(1), happened(1, 3, "of the former owner")])
    writer(two).commit_writes([two.fence(1), happened(1, 3, "of the new owner")])
    assert store.all_events(1) == ["{}", "{}", "of the new owner"]


def test_a_room_of_a_live_node_cannot_be_claimed(store: Store) -> None:
    one, two = joined(store, "one", "two")
    open_room(one)
    lease = found(two)
    assert (lease.alive, lease.node) == (True, "one")
    assert not two.claim_room(lease)
    assert [lease.code for lease in two.find_unowned(10)] == [SHOW_CODE, BOARD_CODE]
    silence(one)
    assert [lease.code for lease in two.find_unowned(10)] == [SHOW_CODE, BOARD_CODE, "ABCDE"]


def test_one_of_many_claims_succeeds(database: str) -> None:
    shared = Store(open_database(database))
    nodes = joined(shared, *(f"node{number}" for number in range(6)))
    open_room(nodes[0])
    silence(nodes[0])
    lease = found(nodes[1])
    with ThreadPoolExecutor(5) as pool:
        won = list(pool.map(lambda node: node.claim_room(lease), nodes[1:]))
    assert won.count(True) == 1
    with shared.engine.connect() as connection:
        row = connection.execute(select(room_leases).where(room_leases.c.key == 1)).one()
    assert (row.epoch, row.node) == (2, nodes[1 + won.index(True)].node)
    shared.close()


def test_one_lost_room_fails_the_whole_transaction(store: Store) -> None:
    one, two = joined(store, "one", "two")
    open_room(one, 1, "AAAAA", "c1")
    open_room(one, 2, "BBBBB", "c2")
    silence(one)
    assert two.claim_room(found(two, "BBBBB"))
    both: list[Write] = [one.fence(1), happened(1, 2), one.fence(2), happened(2, 2)]
    with pytest.raises(LostRoom):
        writer(one).commit_writes(both)
    writer(one).commit_writes(both[:2])
    assert len(store.all_events(1)) == 2
    assert len(store.all_events(2)) == 1


def test_a_code_and_a_message_open_one_room(store: Store) -> None:
    one, two = joined(store, "one", "two")
    open_room(one)
    with pytest.raises(IntegrityError):
        open_room(two, 2, "ABCDE", "c2")
    with pytest.raises(IntegrityError):
        open_room(two, 3, "OTHER", "c1")
    assert two.find_opened("m1", "c1") == "ABCDE"
    assert two.find_opened("m1", "c2") is None
    assert two.count_opened("m1") == 1


def test_an_opening_is_repeated_without_harm_unless_the_room_was_claimed(store: Store) -> None:
    one, two = joined(store, "one", "two")
    writes = [one.opening_write(1, "ABCDE", "m1", "c1"), room(1), happened(1, 1)]
    writer(one).commit_writes(writes)
    writer(one).commit_writes(writes, again=True)
    silence(one)
    assert two.claim_room(found(two))
    with pytest.raises(ConflictingRow):
        writer(one).commit_writes(writes, again=True)


def test_a_node_that_leaves_frees_its_rooms_at_once(store: Store) -> None:
    one, two = joined(store, "one", "two")
    open_room(one)
    one.leave()
    assert two.claim_room(found(two))
    with pytest.raises(LostRoom):
        writer(one).commit_writes([one.fence(1), happened(1, 2)])


def test_a_renewal_tells_that_the_lease_had_run_out(store: Store) -> None:
    (one,) = joined(store, "one")
    assert one.renew()
    silence(one)
    assert not one.renew()
    assert one.renew()


def test_a_renewal_is_one_statement(postgres_database: str) -> None:
    node = open_clustered(postgres_database, "one")
    written: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        written.append(statement)

    event.listen(node.engine, "before_cursor_execute", note)
    try:
        assert node.renew()
        assert [statement.split()[0] for statement in written] == ["UPDATE"]
        node.lock.release()  # the connection is lost: the lock is taken again
        assert node.renew()
        assert node.renew()
        assert written[-1] == written[0]
    finally:
        node.leave()
        node.release()
        node.engine.dispose()


def test_a_closed_room_has_no_lease(store: Store) -> None:
    (one,) = joined(store, "one")
    open_room(one)
    writer(one).commit_writes([one.fence(1), happened(1, 2), one.closing_write(1)])
    assert one.find_room("ABCDE") is None


def test_nodes_share_a_database_that_one_server_alone_cannot_open(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludarium.server.storage.lease.TAKE_LEASE_TIMEOUT_S", 0.0)
    with ThreadPoolExecutor(2) as pool:  # both find no tables
        one, two = pool.map(lambda name: open_clustered(postgres_database, name), ("one", "two"))
    open_room(one)
    with pytest.raises(NoDatabase) as error:
        open_leased(postgres_database)
    assert error.value.code == "database_in_use"
    one.release()
    two.release()
    alone = open_leased(postgres_database)
    with pytest.raises(LostRoom):
        writer(one).commit_writes([one.fence(1), happened(1, 2)])
    with pytest.raises(NoDatabase):
        open_clustered(postgres_database, "three")
    alone.release()
    for node in (one, two, alone):
        node.engine.dispose()


def test_a_cluster_finds_the_rooms_of_one_server_alone(store: Store) -> None:
    store.commit_writes([room(1), happened(1, 1)])
    (one,) = joined(store, "one")
    lease = found(one)
    assert (lease.node, lease.alive) == ("", False)
    assert one.claim_room(lease)


def test_a_file_is_no_database_of_a_cluster(tmp_path: object) -> None:
    with pytest.raises(NoCluster) as error:
        open_clustered(f"{tmp_path}/a.db", "one")
    assert error.value.code == "wrong_database"


def test_a_node_waits_for_a_commit_under_way(postgres_database: str) -> None:
    one = open_clustered(postgres_database, "one")
    two = open_clustered(postgres_database, "two")
    open_room(one)
    silence(one)
    lease = found(two)
    with one.engine.begin() as connection:
        one.fence_transaction(connection, [one.fence(1)])
        with ThreadPoolExecutor(1) as pool, two.engine.connect() as watch:
            claim = pool.submit(two.claim_room, lease)
            waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
            while not watch.execute(waiting).scalar_one():
                assert not claim.done(), "the claim did not wait"
            connection.commit()
            assert claim.result()
    for node in (one, two):
        node.release()
        node.engine.dispose()


def test_two_writers_of_a_room_would_be_found_in_the_store(database: str) -> None:
    store = Store(open_database(database))
    right = [(1, 1, 1), (1, 2, 1), (1, 3, 4), (2, 1, 0)]
    store.commit_writes([room(1), room(2, "OTHER"), *(written(*row) for row in right)])
    assert find_writer_faults(database) == []
    store.commit_writes([written(1, 4, 1), written(2, 3, 0)])
    faults = find_writer_faults(database)
    assert faults == ["room 1: a former owner wrote event 4", "room 2: event 2 is missing"]
    store.close()


def written(key: int, number: int, epoch: int) -> PutRow:
    return PutRow(events, {"room": key, "number": number, "body": "{}", "epoch": epoch})
