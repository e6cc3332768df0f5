"""One file for each command of ``exactcover``.

Each has two functions: ``add_arguments`` gives a parser the arguments of the command, and ``run``
answers what was parsed and returns the exit code. What commands share is found under ``cli``.
"""
