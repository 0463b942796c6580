"""Experiments with games: training the networks that judge their positions."""
