"""Game-tree search: works on positions and evaluators, and imports no game."""
