"""Looking ahead in any game: knows positions, never a game."""
