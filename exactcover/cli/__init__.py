"""The command ``exactcover``, and what the commands of both packages share."""
