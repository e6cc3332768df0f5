"""Proofs that others can check: ``prove.py`` writes them, ``checker.py`` checks them."""
