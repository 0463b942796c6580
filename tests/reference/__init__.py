"""Naive second implementations of the rules, sharing no code with the product."""
