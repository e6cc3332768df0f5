"""The questions of :class:`exactcover.Problem`, grouped by subject."""
