"""Tests of the laboratory of rules."""
