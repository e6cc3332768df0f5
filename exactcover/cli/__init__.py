"""The command ``exactcover``, and helpers for commands of your own.

The command ``puzzles`` is made of the same parts: exit codes, arguments, messages, progress,
printed answers, text files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..common.lazy_names import lazy_names

if TYPE_CHECKING:
    from ..common.interrupts import *
    from ..common.textfiles import *
    from ..display.progress_line import *
    from .argument_groups import *
    from .output import *
    from .parser import *
    from .running import *
    from .setup_commands import *

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        ".common.textfiles": "LINE_ENDS UNPACKED damage decoded packed read_bytes read_text"
        " shown_path write_bytes write_text",
        ".common.interrupts": "stopped_after uninterrupted",
        ".display.progress_line": "progress say status",
        "output": "SVG Wording ambiguity_exit_code check_output explain_problem held_back"
        " json_about json_cost json_figure json_number label_as_json print_ambiguity print_estimate"
        " print_explanation print_json print_solution solution_as_json",
        "argument_groups": "add_answer_arguments add_memory_argument add_problem_arguments"
        " add_search_arguments add_unpacked_argument add_worker_arguments parts_named read_problem"
        " reading_keywords search_keywords worker_keywords workers_are_given",
        "parser": "Command Commands EXIT_CODES Parser add_argument add_commands cost"
        " example_in_help seconds size whole_number whole_number_from_1",
        "running": "ANSWERED BAD_INPUT FAULT INTERRUPTED NO_SOLUTION STOPPED ended run say_fault",
        "setup_commands": "Completion",
    },
)
