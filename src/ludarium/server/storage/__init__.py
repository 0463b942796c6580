"""Storage: the event store, its tables and migrations, results and ratings."""
