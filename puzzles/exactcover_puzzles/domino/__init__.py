"""Dominoes that cover cells: tilings of any region, and Dominosa."""
