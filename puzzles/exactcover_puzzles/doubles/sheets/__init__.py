"""Sheets of a jigsaw with two solutions, to print and to cut."""
