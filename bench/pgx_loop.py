"""Measures random steps of games of pgx, on one core; an environment of its own runs it.

Each line of input is the name of a game; the answer is its steps per CPU second. JAX is large and
nothing else here needs it, so `bench/batch.py` installs it into build/pgx.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

STEPS = 20  # in one compiled call


def compile_loop(name: str, batch: int) -> Callable[[], None]:
    """A call that plays STEPS random legal moves in every game of the batch, with new games."""
    game: Any = pgx.make(name)
    step_all = jax.vmap(auto_reset(game.step, game.init))

    def step_once(carry: Any, _: Any) -> Any:
        state, key = carry
        key, choice, restart = jax.random.split(key, 3)
        chances = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(choice, chances, axis=1)
        return (step_all(state, actions, jax.random.split(restart, batch)), key), None

    run = jax.jit(lambda carry: jax.lax.scan(step_once, carry, None, length=STEPS)[0])
    started = jax.jit(jax.vmap(game.init))(jax.random.split(jax.random.PRNGKey(0), batch))
    carry = [(started, jax.random.PRNGKey(1))]

    def play() -> None:
        carry[0] = jax.block_until_ready(run(carry[0]))

    play()  # compiles
    return play


def main() -> None:
    """Answer until the input ends."""
    # Before the first computation: JAX starts as many threads as there are cores.
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    batch, seconds = int(sys.argv[1]), float(sys.argv[2])
    loops: dict[str, Callable[[], None]] = {}
    for line in sys.stdin:
        name = line.strip()
        play = loops[name] = loops.get(name) or compile_loop(name, batch)
        steps, began = 0, time.process_time()
        while time.process_time() - began < seconds:
            play()
            steps += STEPS * batch
        print(steps / (time.process_time() - began), flush=True)


if __name__ == "__main__":
    main()
