"""Playing an event: openings, the game loop, executors and the file that keeps the games."""
