"""Loops over the edges of diagrams."""
