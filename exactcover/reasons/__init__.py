"""Why a problem has no solution, or several; steps that a person can follow."""
