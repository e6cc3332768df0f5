"""What each command of ``puzzles`` reads, prints and returns; ``puzzles/cli.py`` calls them."""
