"""Tests of the repository itself: its build, its modes and its layers."""
