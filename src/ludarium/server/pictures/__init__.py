"""Pictures of games: drawn in a process of their own, cached, never of a private game."""
