"""All solutions at once, in decision diagrams: built, counted, drawn, kept in files."""
