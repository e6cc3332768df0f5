"""Random small problems, every question asked of them, and a brute force that knows the answers.

``python -m tests.fuzz --seed 1 --seconds 3600`` lets it run; ``--help`` tells the rest.
"""
