"""Numbers, time and work budgets, text files: basics that every package needs."""
