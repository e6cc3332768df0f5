"""A problem as numbers: the arrays that searches read."""
