"""Limits: token buckets and budgets that bound what one client can cost."""
