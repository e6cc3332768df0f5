"""Square pieces whose borders must meet: what Picture Puzzle and jigsaws share."""
