"""Tests of ludarium.server.protocol."""
