"""What several puzzles share: the clock, the files that are shipped, names of cells, texts of SVG."""
