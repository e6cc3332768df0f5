"""Where to find the bundled boards, pieces and puzzles."""

from __future__ import annotations

import re
from pathlib import Path

import exactcover as xc

#: What states a puzzle by itself: an address, a board of Penpa+, a game id.
_STATES = re.compile(r"[^\s:]+://.*|\S+/p\?.*|m=\w+&p=.*|[0-9]{1,3}(x[0-9]{1,3})?[a-z0-9.]*:.+")


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


def states_puzzle(path: str) -> bool:
    """Whether this is the text of a puzzle, such as an address or a game id, and not a file."""
    # (A longer name might be too long to look for.)
    return bool(_STATES.fullmatch(path)) and (len(path) > 255 or not Path(path).exists())


def text_of(path: str, unpacked: int | str, kind: str = "") -> str:
    """The text of a file, or of the bundled file of this name; the text that the path itself is."""
    if states_puzzle(path):
        return path
    return xc.cli.read_text(file_or_shipped(kind, path) if kind else path, unpacked)


def file_or_shipped(kind: str, path: str) -> str:
    """The path itself if it exists, or else that of the bundled file of this name.

    Raises FileNotFoundError if there is neither.
    """
    if path == "-" or Path(path).exists():
        return path
    if path not in shipped_names(kind):
        raise FileNotFoundError(2, "no such file or bundled puzzle (see --list)", path)
    return str(shipped(kind, path))
