"""Hosting: running other people's programs as players, under a deadline and in a sandbox."""
