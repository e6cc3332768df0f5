"""Puzzles stated as exact cover problems, solved by :mod:`exactcover`."""
