"""Propagation: options in no solution or in every solution, without a search."""
