"""Hosting: runs programs of other authors as players, with deadlines and in a sandbox."""
