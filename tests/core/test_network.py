"""Networks: incremental updates equal a fresh computation, in both modes."""

from __future__ import annotations

import random
from array import array
from pathlib import Path

import pytest

from ludarium import mode
from ludarium.core import network
from ludarium.core.evaluator import Evaluator
from ludarium.core.network import MOST_HIDDEN, VECTOR_PATHS, BadWeights, Network, Weights

SLOTS = 6
INPUTS = 40
HIDDEN = 24


def weights(seed: int = 1, hidden: int = HIDDEN) -> Weights:
    rng = random.Random(seed)
    return Weights(
        INPUTS,
        hidden,
        array("h", [rng.randint(-90, 90) for _ in range(INPUTS * hidden)]),
        array("h", [rng.randint(-50, 150) for _ in range(hidden)]),
        array("h", [rng.randint(-127, 127) for _ in range(hidden)]),
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


# Widths that fill vectors of every kind, and some that leave units over.
@pytest.mark.parametrize("hidden", [1, 24, 128, 200, 333] if mode.compiled() else [24])
def test_every_kind_of_vectors_gives_the_same_scores(hidden: int) -> None:
    rng = random.Random(3)
    given = weights(hidden=hidden)
    paths = [Network(given, SLOTS, path) for path in range(len(VECTOR_PATHS))]
    assert paths[-1].vectors == Network(given, SLOTS).vectors
    for _ in range(100):
        features = [rng.choice([-1, rng.randrange(INPUTS)]) for _ in range(SLOTS)]
        scores = {net.score_features(0, array("h", features)) for net in paths}
        assert scores == {by_definition(given, features)}


@pytest.mark.parametrize("sign", [1, -1])
def test_the_widest_network_does_not_overflow(sign: int) -> None:
    full = array("h", [255]) * MOST_HIDDEN
    out = array("h", [127 * sign]) * MOST_HIDDEN
    given = Weights(1, MOST_HIDDEN, array("h", [0]) * MOST_HIDDEN, full, out, 0)
    assert network.unpack_weights(network.pack_weights(given)) == given
    for path in range(len(VECTOR_PATHS)):
        score = Network(given, 1, path).score_features(0, array("h", [-1]))
        assert score == sign * (MOST_HIDDEN * 127 * 255 * 400 // (255 * 64))


def test_more_changes_than_fit_in_one_pass_are_all_made() -> None:
    slots = 200
    rng = random.Random(4)
    given = weights()
    net = Network(given, slots)
    for _ in range(5):
        features = [rng.choice([-1, rng.randrange(INPUTS)]) for _ in range(slots)]
        # Few enough at a time to stay within 16 bits.
        features[20:] = [-1] * (slots - 20) if rng.random() < 0.5 else features[20:]
        score = net.score_features(1, array("h", features))
        assert score == Network(given, slots).score_features(0, array("h", features))


def test_rows_are_scored_one_after_the_other() -> None:
    rng = random.Random(5)
    given = weights()
    rows = [[rng.choice([-1, rng.randrange(INPUTS)]) for _ in range(SLOTS)] for _ in range(9)]
    scores = array("i", bytes(4 * len(rows)))
    Network(given, SLOTS).score_rows(array("h", [slot for row in rows for slot in row]), scores)
    assert list(scores) == [by_definition(given, row) for row in rows]


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
        network.pack_weights(weights(hidden=MOST_HIDDEN + 1)),
        network.pack_weights(weights(hidden=0)),
    ],
)
def test_other_files_are_refused(broken: bytes) -> None:
    with pytest.raises(BadWeights) as refused:
        network.unpack_weights(broken)
    assert refused.value.code == "bad_weights"


def test_an_evaluator_refuses_weights_of_other_features() -> None:
    found = weights()
    assert Evaluator(found.inputs, 1, found).net is not None
    with pytest.raises(BadWeights):
        Evaluator(found.inputs + 1, 1, found)
