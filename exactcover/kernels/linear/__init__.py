"""Linear programs, and exact bounds from their prices."""
