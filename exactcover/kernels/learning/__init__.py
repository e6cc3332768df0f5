"""Searches that learn from conflicts, or begin again and again."""
