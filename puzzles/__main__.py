"""``python -m puzzles``: the command ``puzzles``."""

from .cli import run

if __name__ == "__main__":
    run()
