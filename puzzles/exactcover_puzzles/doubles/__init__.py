"""Jigsaws with exactly two solutions: scrambles, perfect doubled ones, proofs."""
