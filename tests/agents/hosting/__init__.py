"""Tests of ludarium.agents.hosting."""
