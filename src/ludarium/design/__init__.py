"""The laboratory of rules: searches a space of options for balance, and profiles a game."""
