"""The server: pure machines of rooms, lobby and presence, and the shell around them."""
