"""The command that verifies results, and searches that found some of them."""

#: How it is called.
PROGRAM = "python -m results"
