"""The engines for problems with multiplicities."""
