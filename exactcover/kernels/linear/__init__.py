"""Linear programs, and what their prices prove."""
