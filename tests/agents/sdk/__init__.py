"""Tests of ludarium.agents.sdk."""
