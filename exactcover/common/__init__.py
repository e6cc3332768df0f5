"""Numbers, budgets of time and work, text files: what every room needs, and nothing of problems."""
