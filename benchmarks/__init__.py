"""Benchmarks: times and deterministic work counts, each figure from a command."""
