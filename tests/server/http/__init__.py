"""Tests of ludarium.server.http."""
