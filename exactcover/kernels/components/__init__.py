"""Counting projections by components that are solved once."""
