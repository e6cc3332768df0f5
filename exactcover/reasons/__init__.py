"""Why a problem has no solution, or several; solving in steps that a person can follow."""
