"""A search under a budget: solutions, counts, verdicts, batches, estimates."""
