"""Decision diagrams of all solutions: built, counted, drawn and saved."""
