"""The arena: events of many games between players, the file of each event, and its figures."""
