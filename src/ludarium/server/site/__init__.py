"""The site: all rooms, the lobby, presence and the message board as one pure machine."""
