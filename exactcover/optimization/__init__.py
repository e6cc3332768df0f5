"""The cheapest solution, proven."""
