"""Limits: token buckets and budgets that bound the cost of one client."""
