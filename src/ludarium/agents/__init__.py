"""Players of a chosen strength, and analysis of positions and matches."""
