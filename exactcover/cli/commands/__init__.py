"""One file for each command of ``exactcover``."""
