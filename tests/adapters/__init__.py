"""Tests of the adapters: each passes the checks of the other side."""
