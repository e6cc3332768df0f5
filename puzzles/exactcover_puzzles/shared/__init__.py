"""Shared by several puzzles: the base class, commands, bundled files, drawings, views."""
