"""All boards of Reflect: as numbers, counted, and in an index."""
