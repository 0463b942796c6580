"""Plays and replays games in a terminal."""
