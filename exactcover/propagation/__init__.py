"""What follows without a search: options that no solution has, and those that all have."""
