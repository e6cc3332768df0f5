"""A page to design, solve, play and print puzzles; ``puzzles play`` serves it, or writes it."""
