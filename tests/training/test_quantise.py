"""From real numbers to integers: the engine gives the score that the real network has."""

from __future__ import annotations

import random
from array import array

import pytest

from ludarium.core.network import Network, pack_weights, unpack_weights
from ludarium.training.quantise import quantise, row_limit

INPUTS, HIDDEN, SLOTS = 12, 8, 4


def test_integers_agree_with_real_numbers() -> None:
    rng = random.Random(5)
    rows = [[rng.uniform(-0.5, 0.5) for _ in range(HIDDEN)] for _ in range(INPUTS)]
    bias = [rng.uniform(0, 0.6) for _ in range(HIDDEN)]
    out = [rng.uniform(-1.9, 1.9) for _ in range(HIDDEN)]
    network = Network(unpack_weights(pack_weights(quantise(rows, bias, out, 0.25, SLOTS))), SLOTS)
    seen = set()
    for _ in range(100):
        features = [*rng.sample(range(INPUTS), SLOTS - 1), -1]
        sums = [bias[u] + sum(rows[f][u] for f in features[:-1]) for u in range(HIDDEN)]
        value = sum(w * min(max(s, 0), 1) ** 2 for w, s in zip(out, sums, strict=True)) + 0.25
        score = network.score_features(0, array("h", features))
        assert score == pytest.approx(400 * value, abs=12)
        seen.add(score)
    assert len(seen) > 50


def test_no_sum_can_overflow() -> None:
    weights = quantise([[1e9, -1e9]] * 3, [1e9, -1e9], [1e9, -1e9], 0.0, slots=60)
    assert (60 + 1) * max(map(abs, [*weights.rows, *weights.bias])) <= 32_767
    assert list(weights.out) == [127, -127]
    assert weights.rows[0] == int(row_limit(60) * 255 + 0.5)
    unpack_weights(pack_weights(weights))


def test_more_units_than_the_output_can_add_up_are_refused() -> None:
    with pytest.raises(ValueError, match="1024"):
        quantise([[0.0] * 1025], [0.0] * 1025, [0.0] * 1025, 0.0, 3)
