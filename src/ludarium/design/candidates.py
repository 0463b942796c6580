"""Candidates: rulesets drawn from a space, later ones beside the best of the earlier ones."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from ludarium.core.errors import InvalidOption
from ludarium.core.options import Value
from ludarium.design.space import Space

Candidate = tuple[Value, ...]  # the values of the space's options, in their order

LISTED_SPACE_SIZE = 20_000  # a space up to this size is listed, a larger one is sampled
DRAWS_PER_CANDIDATE = 500  # before the conditions of a large space count as too narrow


def candidate_options(space: Space, candidate: Candidate) -> dict[str, Value]:
    """The options of a candidate by name."""
    return dict(zip(space.values, candidate, strict=True))


def space_size(space: Space) -> int:
    """All combinations, whether the conditions allow them or not."""
    return math.prod(map(len, space.values.values()))


def draw_candidates(
    space: Space, wave: int, best: Sequence[Candidate] = (), seen: Sequence[Candidate] = ()
) -> list[Candidate]:
    """Draw the candidates of a wave; half of a later wave are neighbours of the best."""
    rng = Random(f"{space.file.seed}/candidates/{wave}")
    wanted = space.file.candidates
    found = list(seen)
    near = [one for parent in best for one in _neighbours(space, parent)]
    rng.shuffle(near)
    _add_new(found, near, len(seen) + wanted // 2)
    _add_new(found, _any_candidates(space, rng), len(seen) + wanted)
    if not found:
        raise InvalidOption("empty_space", "No combination of options meets the conditions.")
    return found[len(seen) :]


def _add_new(found: list[Candidate], offered: Sequence[Candidate], limit: int) -> None:
    known = set(found)
    for one in offered:
        if len(found) >= limit:
            return
        if one not in known:
            found.append(one)
            known.add(one)


def _any_candidates(space: Space, rng: Random) -> list[Candidate]:
    """All candidates of a small space in random order, or a sample of a large one."""
    if space_size(space) <= LISTED_SPACE_SIZE:
        listed = [one for one in product(*space.values.values()) if _is_allowed(space, one)]
        rng.shuffle(listed)
        return listed
    draws = DRAWS_PER_CANDIDATE * space.file.candidates
    sampled = (tuple(map(rng.choice, space.values.values())) for _ in range(draws))
    return [one for one in sampled if _is_allowed(space, one)]


def _neighbours(space: Space, parent: Candidate) -> Iterator[Candidate]:
    """The candidates that differ in one option, by one step in the order of its values."""
    for at, choices in enumerate(space.values.values()):
        where = choices.index(parent[at])
        for other in (where - 1, where + 1):
            if 0 <= other < len(choices):
                one = (*parent[:at], choices[other], *parent[at + 1 :])
                if _is_allowed(space, one):
                    yield one


def _is_allowed(space: Space, candidate: Candidate) -> bool:
    return space.allows(candidate_options(space, candidate))
