"""Tests of ludarium.server.transport."""
