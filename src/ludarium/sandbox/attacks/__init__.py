"""Attacks on the sandbox: a program that tries what an agent must not be able to do."""
