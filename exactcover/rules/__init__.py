"""Rules that an exact cover cannot express, such as "the solution must be connected"."""
