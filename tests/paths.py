"""Where the checkout is, and the test data beside it that not every checkout has."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared"
