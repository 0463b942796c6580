"""Draws scenes as SVG, for pictures outside the web client; knows no game."""
