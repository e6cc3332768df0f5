"""Polyform puzzles of which a page offers sheets, beside its drawings."""

from __future__ import annotations

from types import MappingProxyType

from .adapter import Polyform

__all__ = ["PolyformSheets"]


class PolyformSheets(Polyform):
    """A puzzle with sheets: trays of the plane, as files."""

    sheets = MappingProxyType(
        {
            "tray": "the empty tray, and its pieces",
            "challenge": "a sheet to print, and a solution",
            "cut": "lines for a cutter",
        }
    )

    def sheet(self, what: str, path: str, mm: float, kerf: float) -> list[tuple[bytes, str]]:
        """The files of one of them. Raises ValueError for a puzzle that has none."""
        from .cutting import NoSheet
        from .cutting_output import sheet_files

        try:
            return sheet_files(self, what, path, mm, kerf)
        except NoSheet as fault:
            raise ValueError(str(fault)) from None
