"""A page to design, solve, play and print puzzles; ``puzzles play`` serves or exports it."""
