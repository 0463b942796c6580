"""Engines: worker processes that search for bots, hints, analyses and reviews."""
