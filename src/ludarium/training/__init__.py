"""Experiments with games: training the networks that judge positions, measuring players."""
