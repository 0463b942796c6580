"""Migrations of the store, run by the server when it starts."""
