"""The command that verifies results, and the searches by which some of them were found."""

#: How it is called.
PROGRAM = "python -m results"
