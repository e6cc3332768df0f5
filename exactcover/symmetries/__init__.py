"""Solutions up to symmetry under a group of permutations of items."""
