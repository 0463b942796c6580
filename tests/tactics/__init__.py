"""Positions with a win in one or a defence against one, found by the reference implementations."""
