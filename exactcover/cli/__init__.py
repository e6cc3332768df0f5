"""The command ``exactcover``, and what the commands of both packages share.

The names here are for the commands of ``puzzles`` and of other adapters: exit codes, arguments,
messages, progress, how answers are printed, text files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..common.lazy_names import lazy_names

if TYPE_CHECKING:
    from ..common.textfiles import *
    from .console import *
    from .reason_output import *
    from .solution_output import *
    from .worker_arguments import *

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        ".common.textfiles": "LINE_ENDS UNPACKED packed read_text shown_path write_bytes"
        " write_text",
        "console": "ANSWERED BAD_INPUT FAULT INTERRUPTED NO_SOLUTION STOPPED SVG Parser"
        " add_search_arguments add_unpacked_argument check_output ended held_back json_number"
        " progress run say say_fault search_arguments seconds status whole whole_number"
        " whole_number_from_1",
        "reason_output": "Wording ambiguity_exit_code explain_problem print_ambiguity"
        " print_explanation",
        "solution_output": "print_json",
        "worker_arguments": "add_worker_arguments worker_keywords workers_are_given",
    },
)
