"""``python -m exactcover``: the command ``exactcover``."""

from .cli import run

if __name__ == "__main__":
    run()
