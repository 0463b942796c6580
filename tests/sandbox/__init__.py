"""What confines programs, and attacks on it."""
