"""The protocol: every message, stored event and document between clients, server and store."""
