"""Questions that :class:`exactcover.Problem` is made of, by what they are about."""
