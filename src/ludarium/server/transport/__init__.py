"""Transport: WebSocket and HTTP connections, from the first bytes to a message."""
