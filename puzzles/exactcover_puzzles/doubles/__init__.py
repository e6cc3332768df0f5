"""Jigsaws with exactly two solutions: scrambles, perfect doubled jigsaws, proofs."""
