"""The conformance suite, run on every game."""
