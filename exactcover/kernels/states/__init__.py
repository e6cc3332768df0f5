"""Tables of states along a path or a tree of items."""
