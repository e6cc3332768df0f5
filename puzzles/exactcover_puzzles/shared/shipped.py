"""Where to find the bundled boards, pieces and puzzles."""

from __future__ import annotations

from pathlib import Path


def data_folder() -> Path:
    """The folder with all of them."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "data"
    # In a checkout (also an editable install) the folder stands beside the package.
    return installed if installed.is_dir() else package.parents[1] / "data"


def shipped(kind: str, name: str) -> Path:
    """The file ``name`` (without its ending) of a kind: ``boards`` or ``pieces``."""
    return data_folder() / kind / f"{name}.txt"


def shipped_names(kind: str) -> list[str]:
    """The names of all bundled files of a kind, in alphabetical order.

    Files whose names begin with ``made`` describe how the others were made.
    """
    names = (path.stem for path in (data_folder() / kind).glob("*.txt"))
    return sorted(name for name in names if not name.startswith("made"))


def file_or_shipped(kind: str, path: str) -> str:
    """The path itself if it exists, or else that of the bundled file of this name.

    Raises FileNotFoundError if there is neither.
    """
    if path == "-" or Path(path).exists():
        return path
    if path not in shipped_names(kind):
        raise FileNotFoundError(2, "no such file or bundled puzzle (see --list)", path)
    return str(shipped(kind, path))
