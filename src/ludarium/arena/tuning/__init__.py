"""Tuning of the dial: finds settings of the levels that lie equally far apart in strength."""
