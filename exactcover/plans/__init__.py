"""Searches as plain files: a plan, its parts, and their sum."""
