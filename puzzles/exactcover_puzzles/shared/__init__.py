"""What several puzzles share: time, shipped files, names of cells, texts of SVG."""
