"""Whole games with every public fact."""
