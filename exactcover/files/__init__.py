"""Problems in files."""
