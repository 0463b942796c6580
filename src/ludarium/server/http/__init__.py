"""HTTP: the API, positions without a room, rules pages and the files of the web client."""
