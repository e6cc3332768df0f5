"""The cheapest solution, with proof."""
