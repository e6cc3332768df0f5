"""Depth-first searches: with bitsets, sparse sets, costs or rules; random descents."""
