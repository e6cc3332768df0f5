"""CodinGame's Picture Puzzle: read, solved, made, and as a program of one file."""
