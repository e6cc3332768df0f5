"""A search as many independent tasks, on threads, processes or a cluster, and its journal."""
