"""Measurements: times beside deterministic work counts, each figure from a command."""
