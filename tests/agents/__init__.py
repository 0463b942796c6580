"""Levels and analysis."""
