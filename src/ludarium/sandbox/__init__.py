"""Sandbox: confines untrusted programs, and attacks that test the confinement."""
