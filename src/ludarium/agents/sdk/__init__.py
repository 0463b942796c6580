"""The SDK: what a bot in Python is written with."""
