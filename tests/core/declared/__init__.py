"""Tests of the short form of games."""
