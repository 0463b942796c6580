"""Tests of ludarium.analysis."""
