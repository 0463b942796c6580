"""Networks: incremental updates equal a fresh computation, in both modes."""

from __future__ import annotations

import random
from array import array
from pathlib import Path

import pytest

from ludarium.core import network
from ludarium.core.network import BadWeights, Network, Weights

SLOTS = 6
INPUTS = 40
HIDDEN = 24


def weights(seed: int = 1) -> Weights:
    rng = random.Random(seed)
    return Weights(
        INPUTS,
        HIDDEN,
        array("h", [rng.randint(-90, 90) for _ in range(INPUTS * HIDDEN)]),
        array("h", [rng.randint(-50, 150) for _ in range(HIDDEN)]),
        array("h", [rng.randint(-127, 127) for _ in range(HIDDEN)]),
        rng.randint(-5000, 5000),
    )


def by_definition(given: Weights, features: list[int]) -> int:
    total = 0
    for unit in range(given.hidden):
        active = given.bias[unit]
        for feature in features:
            if feature >= 0:
                active += given.rows[feature * given.hidden + unit]
        active = max(0, min(active, 255))
        total += active * active * given.out[unit]
    return int((int(total / 255) + given.out_bias) * 400 / (255 * 64))


def test_following_changes_is_starting_afresh() -> None:
    rng = random.Random(2)
    given = weights()
    net = Network(given, SLOTS)
    values = set()
    for _ in range(200):
        features = [rng.choice([-1, rng.randrange(INPUTS)]) for _ in range(SLOTS)]
        view = rng.randrange(3)
        value = net.score_features(view, array("h", features))
        assert value == Network(given, SLOTS).score_features(0, array("h", features))
        assert value == by_definition(given, features)
        values.add(value)
    assert len(values) > 100


def test_a_file_gives_back_what_was_packed(tmp_path: Path) -> None:
    file = tmp_path / "weights.bin"
    file.write_bytes(network.pack_weights(weights()))
    assert network.read_weights(file) == weights()
    assert network.read_weights(tmp_path / "nothing.bin") is None


@pytest.mark.parametrize(
    "broken",
    [
        b"",
        b"LUDN",
        network.pack_weights(weights())[:-2],
        network.pack_weights(weights())[:-1],
        network.pack_weights(weights()) + b"xx",
        b"XXXX" + network.pack_weights(weights())[4:],
        network.pack_weights(weights()._replace(out=array("h", [200] * HIDDEN))),
    ],
)
def test_other_files_are_refused(broken: bytes) -> None:
    with pytest.raises(BadWeights):
        network.unpack_weights(broken)
