"""Results that this project has found, and the command that derives them again."""
