"""A node of a cluster: forwards messages to the owners of rooms, and adopts rooms."""
