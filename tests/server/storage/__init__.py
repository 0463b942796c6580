"""Tests of ludarium.server.storage."""
