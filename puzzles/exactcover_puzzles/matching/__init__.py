"""Edge matching: tiles with coloured edges on squares, triangles and hexagons."""
