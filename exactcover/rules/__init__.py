"""Rules of one's own that do not fit a matrix: solutions that must be connected, and the like."""
