"""What single commands of ``exactcover`` read, print and return; ``cli.py`` has the others."""
