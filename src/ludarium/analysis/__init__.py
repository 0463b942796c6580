"""Analysis: the best lines of a position, the review of a match, and its graph."""

from ludarium.analysis.match_review import Review, ReviewStep, review
from ludarium.analysis.position_analysis import Analysis, Analyst, Variation, analyse
from ludarium.search.limits import Limits

__all__ = [
    "Analysis",
    "Analyst",
    "Limits",
    "Review",
    "ReviewStep",
    "Variation",
    "analyse",
    "review",
]
