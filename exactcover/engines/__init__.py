"""Several search engines with one interface; ``choose.py`` picks one for a problem."""
