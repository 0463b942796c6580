"""Tests of ludarium.server.engines."""
