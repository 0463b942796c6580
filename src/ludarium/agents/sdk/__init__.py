"""The SDK: the public base class of bots in Python, and a WebSocket service for them."""
