"""Compiled inner loops. Arrays and numbers in and out; no Python objects, no policy."""
