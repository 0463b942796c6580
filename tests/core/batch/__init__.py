"""Tests of batches and rollouts."""
