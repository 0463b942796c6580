"""Analysis: the best lines of a position, the review of a match, and their graph."""
