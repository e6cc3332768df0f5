"""Dividing a search into independent tasks, for threads, processes or a cluster; its journal."""
