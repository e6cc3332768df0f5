"""Square jigsaws and edge-matching puzzles: pieces of four shapes each, on a rectangle."""
