"""Why a problem has no solution, or too many; what a person can follow."""
