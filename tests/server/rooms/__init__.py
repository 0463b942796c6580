"""Tests of ludarium.server.rooms."""
