"""Solutions up to a group of permutations of items."""
