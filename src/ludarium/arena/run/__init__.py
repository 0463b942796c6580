"""Plays an event: openings, the game loop, executors and the store of its games."""
