"""Reflect: mirrors and mirror balls on a square board, and the beams that go through it."""
