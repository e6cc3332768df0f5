"""Boards filled by polyforms, on square and triangular grids; Haley's board is one of them."""
