"""Tests of ludarium.server.limits."""
