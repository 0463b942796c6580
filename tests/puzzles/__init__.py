"""Tests of the puzzle generator."""
