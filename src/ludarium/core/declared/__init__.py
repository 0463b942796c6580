"""The short form of a game: declared fields and a declared move shape, the rest derived."""
