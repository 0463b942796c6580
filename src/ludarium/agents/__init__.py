"""Players of a chosen strength, analysis of positions and matches, and bots of any kind."""

from ludarium.agents.sdk.agent import Agent, run

__all__ = ["Agent", "run"]
