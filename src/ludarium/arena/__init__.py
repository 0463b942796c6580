"""The arena: events of many games between programs, what is kept of them, and their numbers."""
