"""Training: networks by self-play, opening books, and tuning of the search."""
