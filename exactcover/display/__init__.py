"""What notebooks show of problems and answers. Nothing is imported here: displays come late."""
