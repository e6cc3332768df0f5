"""Searches that learn from conflicts, or restart."""
