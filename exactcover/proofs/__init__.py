"""Evidence that others can check: ``prove.py`` writes it, ``checker.py`` checks it."""
