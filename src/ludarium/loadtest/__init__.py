"""Load for a server: thousands of guests who play and look on, and keep books of what they hear."""
