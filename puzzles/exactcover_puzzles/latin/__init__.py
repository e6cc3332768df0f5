"""Latin squares, and squares orthogonal to them."""
