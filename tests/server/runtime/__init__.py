"""Tests of ludarium.server.runtime."""
