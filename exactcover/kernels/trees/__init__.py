"""Searches in depth: by rows of bits, by sparse sets, with costs, with rules; random descents."""
