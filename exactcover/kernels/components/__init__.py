"""Counting projections by solving each component once."""
