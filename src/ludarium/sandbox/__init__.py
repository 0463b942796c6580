"""What confines other people's programs so that they can do no harm, and attacks on it."""
