"""Operators: what `ludarium admin` does to a running site."""
