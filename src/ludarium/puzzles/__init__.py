"""Puzzles: found in games between levels, verified by deeper searches and proofs, and graded."""
