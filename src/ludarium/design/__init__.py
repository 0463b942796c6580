"""Design: searches a space of options for balance, profiles games, serves a game being edited."""
