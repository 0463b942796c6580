"""The web client in a real browser, used as people use it."""
