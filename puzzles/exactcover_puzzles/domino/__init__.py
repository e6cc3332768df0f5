"""Domino puzzles: tilings of any region, and Dominosa."""
