"""Tests of ludarium.server.site."""
