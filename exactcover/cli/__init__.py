"""The command ``exactcover``, and what the commands of both packages share.

The names here are for the commands of ``puzzles`` and of other adapters: exit codes, arguments,
messages, progress, how answers are printed, text files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..common.lazy_names import lazy_names

if TYPE_CHECKING:
    from ..common.textfiles import *
    from ..display.terminal_line import *
    from .answer_output import *
    from .argument_groups import *
    from .arguments import *
    from .completion import *
    from .estimate_output import *
    from .interrupts import *
    from .messages import *
    from .output_files import *
    from .reason_output import *
    from .running import *
    from .subcommands import *

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        ".common.textfiles": "LINE_ENDS UNPACKED damage decoded packed read_bytes read_text"
        " shown_path write_bytes write_text",
        "answer_output": "json_about json_cost json_number label_as_json print_json print_solution"
        " solution_as_json",
        "argument_groups": "add_answer_arguments add_memory_argument add_problem_arguments"
        " add_search_arguments add_unpacked_argument add_worker_arguments parts_named read_problem"
        " reading_keywords search_keywords worker_keywords workers_are_given",
        "completion": "Completion",
        "arguments": "Parser add_argument cost example_in_help seconds size whole_number"
        " whole_number_from_1",
        "estimate_output": "print_estimate",
        "interrupts": "uninterrupted",
        "messages": "ANSWERED BAD_INPUT FAULT INTERRUPTED NO_SOLUTION STOPPED ended say say_fault",
        "output_files": "SVG check_output held_back",
        ".display.terminal_line": "progress status",
        "reason_output": "Wording ambiguity_exit_code explain_problem print_ambiguity"
        " print_explanation",
        "running": "run",
        "subcommands": "Command Commands EXIT_CODES add_commands",
    },
)
