"""The core: contracts of games, positions, scenes and records, and what they share."""
