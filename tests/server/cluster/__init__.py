"""Tests of several nodes."""
