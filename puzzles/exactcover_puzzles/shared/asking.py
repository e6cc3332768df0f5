"""Answer a question about one puzzle: search, and print words or JSON."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import exactcover as xc

from .adapter import Answers, Options, Others, Puzzle, remark_on
from .explaining import print_impossible
from .parts import Batched, Graded, Surveyed, Watcher
from .pictures import Pictures
from .screen import Screen

#: Nodes to search for a second solution after printing the first.
_NODES_FOR_ANOTHER = 20_000

#: Time to state a puzzle in any case, so that a stopped question still has its title.
_SECONDS_TO_STATE = 0.2

_IN_WORDS = {
    "several": "several solutions: here are two",
    "unique": "one solution, unique",
    "undecided": "undecided",
}


def _orbit(verdict: str, size: int) -> dict[str, int]:
    """The JSON entries for the orbit of a unique solution, if it has several members."""
    return {"solutions": size, "free_solutions": 1} if verdict == "unique" and size > 1 else {}


def _least(seconds: float | None) -> float | None:
    """Seconds in which a puzzle is stated: a small one is, however few there are."""
    return None if seconds is None else max(seconds, _SECONDS_TO_STATE)


class Asking:
    """``about``: the JSON entries that identify the puzzle, if there are several."""

    def __init__(
        self,
        puzzle: Puzzle,
        arguments: argparse.Namespace,
        screen: Screen,
        pictures: Pictures,
        about: Mapping[str, Any],
    ):
        self.puzzle, self.arguments, self.screen = puzzle, arguments, screen
        self.pictures, self.about = pictures, about
        best = getattr(arguments, "best", False)
        #: The puzzle, if the question is ``--best``.
        self.graded = puzzle if best and isinstance(puzzle, Graded) else None
        self.divided = xc.cli.workers_are_given(arguments)
        #: Prints the output that was held back until pictures are written.
        self.release: Callable[[], None] = lambda: None
        #: Whether the first line has been printed.
        self.titled = False
        #: How many solutions fit on a page, once the first one is known.
        self.room = 0
        #: The solutions for the next page, and the number of the first.
        self.drawn: list[Options] = []
        self.first_drawn = 1

    def run(self) -> int:
        """Answer the question; returns the exit code."""
        arguments, puzzle = self.arguments, self.puzzle
        waits = self.pictures.asked or arguments.journal is not None
        with xc.cli.held_back(waits) as self.release:
            code = puzzle.answer(arguments, self.about)
            if code is not None:
                return code
            try:
                code = self._state()
            except xc.SearchStopped as stop:
                return self._stopped_while_stated(stop.stopped)
            if code is not None:
                return code
            if arguments.show:
                return self._show()
            if arguments.explain:
                return self._explain()
            if arguments.estimate:
                return xc.cli.print_estimate(puzzle.problem, None, 0, arguments, "puzzles")
            graded = self.graded
            show = self._print_count if graded is None else partial(self._print_best, graded)
            with xc.cli.search_keywords(arguments, show, workers=self.divided) as search:
                return self._search(search)

    def _state(self) -> int | None:
        """Print the title and what is known before a search, for which the problem is stated;
        returns the exit code if that answers the question. Keeps to the seconds, and takes them off
        those of the question."""
        arguments, puzzle = self.arguments, self.puzzle
        deadline = xc.Deadline(arguments.seconds)
        with xc.cli.stopped_after(_least(deadline.left())):
            if not arguments.json:
                self._print_title()
            if arguments.show:
                return None
            if arguments.seconds is not None:
                self._prepare()
            if arguments.explain:
                return None
            graded = self.graded
            misfit = self._sentence(puzzle.misfit if graded is None else graded.best_misfit)
            if misfit is not None:
                return self._impossible(xc.Impossible(misfit))
            for remark in puzzle.remarks():
                self._say(remark)
        arguments.seconds = deadline.left()
        return None

    def _prepare(self) -> None:
        """What is made before a search, so that its time is limited too."""
        arguments, puzzle = self.arguments, self.puzzle
        if self.graded is not None:
            _ = self.graded.best_problem
            return
        puzzle.prepare()
        if not (arguments.explain or arguments.estimate or arguments.fixed):
            _ = puzzle.has_symmetry

    def _stopped_while_stated(self, stopped: str) -> int:
        """Say that the time ended before the search; returns the exit code."""
        arguments = self.arguments
        if not (arguments.json or self.titled or self.puzzle.brief):
            print(xc.text.printable(self.puzzle.title))
        if arguments.explain or arguments.estimate or arguments.show:
            if arguments.json:
                self._print_json({"stopped": stopped})
            else:
                print("not known: the time limit was reached")
        elif arguments.count:
            self._print_numbers(0, None, stopped, 0)
        else:
            self._print_undecided(0, stopped)
        return self._ended(0, stopped)

    def _split(self, search: dict[str, Any]) -> int:
        """Write a plan; returns the exit code."""
        if self._up_to_symmetry():
            self._say("in a plan, symmetric solutions are counted separately")
        into, plan = self.arguments.split
        kept = ("engine", "order", "reduce", "seconds")
        xc.split(self.puzzle.problem, into, plan, **{name: search[name] for name in kept})
        return xc.cli.ANSWERED

    def _search(self, search: dict[str, Any]) -> int:
        arguments = self.arguments
        if arguments.split is not None:
            return self._split(search)
        if self.graded is not None:
            return self._find_best(self.graded, search)
        if arguments.all or (arguments.limit is not None and not arguments.count):
            return self._list(search)
        if arguments.unique:
            return self._unique(search)
        if isinstance(self.puzzle, Surveyed) and not (self.divided or arguments.fixed):
            return self._survey(self.puzzle.watcher(), search)
        return self._count(search) if arguments.count else self._solve(search)

    def _print_title(self) -> None:
        """Print the first line of an answer; ``brief`` kinds have none."""
        title = xc.text.printable(self.puzzle.title)
        if self.arguments.explain:
            line = f"{title}:"
        elif self.arguments.show or not self.puzzle.brief:
            line = ": ".join(filter(None, (title, self.puzzle.sizes())))
        else:
            return
        with xc.cli.uninterrupted():
            print(line, flush=True)
            self.titled = True

    def _show(self) -> int:
        puzzle = self.puzzle
        self._keep(())
        self._draw()
        if self.arguments.json:
            self._print_json({"title": puzzle.title, "sizes": puzzle.sizes()})
            return xc.cli.ANSWERED
        misfit = self._sentence(puzzle.shown_misfit)
        if misfit is not None:
            print(f"no solution: {misfit}")
        overview = puzzle.overview(self.screen)
        if overview:
            print(overview)
        return xc.cli.ANSWERED

    def _sentence(self, misfit: object) -> str | None:
        if misfit is None or isinstance(misfit, str):
            return misfit
        kind = type(self.puzzle).__name__
        raise TypeError(f"{kind}.misfit: expected a sentence or None, not {misfit!r}")

    def _explain(self) -> int:
        puzzle = self.puzzle
        try:
            with xc.cli.json_about(self.about):
                code = puzzle.explain(self.arguments)
                if code is not None:
                    return code
                misfit = self._sentence(puzzle.shown_misfit)
                if misfit is not None:
                    return print_impossible(misfit, self.arguments.json)
                return xc.cli.explain_problem(puzzle.problem, self._words(), self.arguments)
        except xc.SearchStopped as stop:
            if self.arguments.json:
                self._print_json({"stopped": stop.stopped})
            else:
                print("not known: the time limit was reached")
            return xc.cli.STOPPED

    def _words(self) -> xc.cli.Wording:
        puzzle, screen = self.puzzle, self.screen
        return xc.cli.Wording(
            puzzle.item_called,
            puzzle.option_called,
            puzzle.items_called,
            puzzle.options_called,
            picture=lambda options: puzzle.picture_of(options, screen),
            picture_of_reason=lambda why: puzzle.picture_of_reason(why, screen),
            program="puzzles",
        )

    # -- one solution --------------------------------------------------------------------------

    def _solve(self, search: dict[str, Any]) -> int:
        """Print one solution, and whether there are others."""
        if isinstance(self.puzzle, Batched) and self.puzzle.base is not None:
            return self.answered(self.puzzle.problem.is_unique(**search))
        deadline = xc.Deadline(self.arguments.seconds)
        answers = self._answers(search, 1)
        options, others = None, Others("undecided")
        try:
            options = next(answers, None)
            if options is None:
                return self._no_solution(answers)
            self._show_solution(options)
            self._draw()
            sys.stdout.flush()
            if self.arguments.quiet and not self.arguments.json:
                return xc.cli.ANSWERED
            nodes = answers.nodes + _NODES_FOR_ANOTHER
            if search["nodes"] is not None:
                nodes = min(nodes, search["nodes"])
            search = {**search, "nodes": nodes, "seconds": deadline.left()}
            others = self.puzzle.whether_others(answers, not self.arguments.fixed, **search)
        except KeyboardInterrupt:
            if options is None:
                self._print_undecided(answers.nodes, "interrupt")
            elif self.arguments.json:
                self._solved(options, others, answers.nodes)
            raise
        return self._solved(options, others, answers.nodes)

    def answered(self, answer: xc.Count | xc.Uniqueness) -> int:
        """Print a known answer; returns the exit code."""
        if isinstance(answer, xc.Count):
            return self._counted(answer)
        if not answer.solutions:
            if answer.impossible is not None:
                return self._impossible(answer.impossible)
            return self._stopped_without(answer.nodes, answer.stopped)
        options = answer.solutions[0].options
        self._show_solution(options)
        self._draw()
        others = Others(answer.verdict, remark_on(answer.verdict))
        return self._solved(options, others, answer.nodes)

    def _show_solution(self, options: Options) -> None:
        self._keep(options)
        if not self.arguments.json:
            self._print_solution(options)

    def _solved(self, options: Options, others: Others, nodes: int) -> int:
        """Say whether there are other solutions; returns the exit code."""
        if self.arguments.json:
            label = {"verdict": others.verdict, **_orbit(others.verdict, others.size)}
            self._print_json({**self.puzzle.as_json(options), **label, "nodes": nodes})
        elif others.remark:
            self._say(others.remark)
        return xc.cli.ANSWERED

    # -- several -------------------------------------------------------------------------------

    def _unique(self, search: dict[str, Any]) -> int:
        answers = self._answers(search, 2)
        stopped: str | None = "interrupt"
        try:
            self._show_all(answers)
            if not answers.found:
                return self._no_solution(answers)
            stopped = answers.stopped if answers.found < 2 else None
        except KeyboardInterrupt:
            self._print_verdict(answers, stopped)
            raise
        self._print_verdict(answers, stopped)
        return self._ended(answers.found, stopped)

    def _print_verdict(self, answers: Answers, stopped: str | None) -> None:
        """Print the verdict of a search for up to two solutions."""
        verdict = "several" if answers.found == 2 else "undecided" if stopped else "unique"
        if self.arguments.json:
            label = xc.cli.label_as_json(stopped, answers.nodes)
            self._print_json({"verdict": verdict, **_orbit(verdict, answers.fixed), **label})
        elif verdict == "unique" and answers.fixed > 1:
            print(f"one solution {self.puzzle.up_to}, unique; {answers.fixed:,} with --fixed")
        else:
            print(_IN_WORDS[verdict])

    def _list(self, search: dict[str, Any]) -> int:
        answers = self._answers(search, self.arguments.limit)
        try:
            self._show_all(answers)
        except KeyboardInterrupt:
            with xc.cli.uninterrupted():
                self._draw()
                self._print_number_shown(answers, "interrupt")
            raise
        if not answers.found and answers.stopped != "limit":
            return self._no_solution(answers)
        self._print_number_shown(answers, answers.stopped)
        return self._ended(answers.found, answers.stopped)

    def _print_number_shown(self, answers: Answers, stopped: str | None) -> None:
        if self.arguments.json or not self.puzzle.brief:
            free = answers.found if self._up_to_symmetry() else None
            if answers.found and not self.arguments.json:
                print()
            self._print_numbers(answers.fixed, free, stopped, answers.nodes)
            sys.stdout.flush()

    def _show_all(self, answers: Answers) -> None:
        """Print solutions as they come."""
        for options in answers:
            with xc.cli.uninterrupted():
                if self.arguments.json:
                    self._print_json({"solution": answers.found, **self.puzzle.as_json(options)})
                elif not self.puzzle.brief:
                    print(f"\n{answers.found:,}")
                elif answers.found > 1:
                    print()
                self._show_solution(options)
            if answers.found == 1:
                sys.stdout.flush()
        self._draw()

    # -- the best ------------------------------------------------------------------------------

    def _find_best(self, graded: Graded, search: dict[str, Any]) -> int:
        kept = ("reduce", "nodes", "seconds", "progress")
        best = graded.best_problem.minimize(**{name: search[name] for name in kept})
        if isinstance(best, xc.Impossible):
            return self._impossible(best)
        self._print_best(graded, best)
        return self._ended(len(best.solutions), best.stopped)

    def _print_best(self, graded: Graded, best: xc.Optimum) -> None:
        """Print the best solution found, and what is proven about it."""
        if best.solution is not None:
            self._show_solution(best.solution.options)
            self._draw()
        if not self.arguments.json:
            print(graded.best_in_words(best))
            return
        shown = {} if best.solution is None else self.puzzle.as_json(best.solution.options)
        cost = None if best.cost is None else xc.cli.json_cost(best.cost)
        bounds = {"cost": cost, "bound": xc.cli.json_cost(best.bound)}
        self._print_json({**shown, **bounds, **xc.cli.label_as_json(best.stopped, best.nodes)})

    # -- numbers -------------------------------------------------------------------------------

    def _count(self, search: dict[str, Any]) -> int:
        up_to_symmetry = not self.arguments.fixed
        if self.arguments.journal is not None and self._up_to_symmetry():
            self._say("with a journal, symmetric solutions are counted separately")
        return self._counted(self.puzzle.count(self.arguments.limit, up_to_symmetry, **search))

    def _counted(self, count: xc.Count | xc.OrbitCount) -> int:
        fixed = count.fixed if isinstance(count, xc.OrbitCount) else int(count)
        if count.complete and not fixed:
            return self._impossible(self.puzzle.why_none(count.nodes))
        self._print_count(count)
        return self._ended(fixed, count.stopped)

    def _print_count(self, count: Any) -> None:
        free = count.free if isinstance(count, xc.OrbitCount) else None
        fixed = count.fixed if isinstance(count, xc.OrbitCount) else int(count)
        self._print_numbers(fixed, free, count.stopped, count.nodes)

    def _survey(self, watcher: Watcher, search: dict[str, Any]) -> int:
        """Count by listing, observe each solution, and show the first one."""
        answers = self._answers(search, self.arguments.limit)
        example: Options | None = None
        try:
            before = 0
            for options in answers:
                example = options if example is None else example
                watcher.add(options, answers.fixed - before)
                before = answers.fixed
        except KeyboardInterrupt:
            self._print_survey(answers, watcher, example, "interrupt")
            raise
        if example is None:
            return self._no_solution(answers)
        self._print_survey(answers, watcher, example, answers.stopped)
        if not self.arguments.count:
            if not self.arguments.json:
                print()
            self._show_solution(example)
            self._draw()
        return self._ended(answers.found, answers.stopped)

    def _print_survey(
        self,
        answers: Answers,
        watcher: Watcher,
        example: Options | None,
        stopped: str | None,
    ) -> None:
        """Print how many solutions were found, and the observer's report."""
        if example is None:
            self._print_undecided(answers.nodes, stopped)
            return
        with xc.cli.uninterrupted():
            more = dict(watcher.as_json())
            if not self.arguments.count:
                more["example"] = self.puzzle.as_json(example)
            self._print_numbers(answers.fixed, answers.found, stopped, answers.nodes, more)
            below = watcher.text(stopped is None)
            if below and not self.arguments.json:
                print(f"\n{below}")

    def _print_numbers(
        self,
        fixed: int,
        free: int | None,
        stopped: str | None,
        nodes: int,
        more: Mapping[str, Any] | None = None,
    ) -> None:
        """Print the number of solutions; ``free``: up to symmetry, if counted."""
        least = "at least " if stopped else ""
        words, besides = self.puzzle.about_number(fixed, least)
        if self.arguments.json:
            answer = {"solutions": xc.cli.json_number(fixed)}
            if free is not None:
                answer["free_solutions"] = xc.cli.json_number(free)
            label = xc.cli.label_as_json(stopped, nodes)
            self._print_json({**answer, **besides, **label, **(more or {})})
            return
        if self.puzzle.brief:
            print(f"{least}{xc.text.grouped(fixed)}")
            return
        text = least + xc.text.counted(fixed, "solution")
        if free is not None:
            text += f", {least}{xc.text.grouped(free)} {self.puzzle.up_to}"
        print("no solution found so far" if stopped and not fixed else text + words)

    # -- no solution ---------------------------------------------------------------------------

    def _no_solution(self, answers: Answers) -> int:
        if answers.impossible is not None:
            return self._impossible(answers.impossible)
        return self._stopped_without(answers.nodes, answers.stopped)

    def _impossible(self, why: xc.Impossible) -> int:
        """Print that there is no solution; returns the exit code."""
        reason = self.puzzle.reason(why)
        if self.arguments.json:
            answer = {"solutions": 0, "verdict": "impossible", "reason": reason}
            self._print_json({**answer, **xc.cli.label_as_json(None, why.nodes)})
        elif not self.puzzle.brief:
            print(f"no solution: {reason}")
        else:
            shown = "0" if self.arguments.count else self.puzzle.none_called
            if shown:
                print(shown)
            self._say(f"no solution: {reason}")
        return xc.cli.NO_SOLUTION

    def _stopped_without(self, nodes: int, stopped: str | None) -> int:
        self._print_undecided(nodes, stopped)
        return self._ended(0, stopped)

    def _print_undecided(self, nodes: int, stopped: str | None) -> None:
        if self.arguments.json:
            label = xc.cli.label_as_json(stopped, nodes)
            self._print_json({"solutions": 0, "verdict": "undecided", **label})
        elif not self.puzzle.brief:
            print("no solution found so far")

    # -- common --------------------------------------------------------------------------------

    def _up_to_symmetry(self) -> bool:
        return not self.arguments.fixed and self.puzzle.has_symmetry

    def _answers(self, search: dict[str, Any], limit: int | None) -> Answers:
        return self.puzzle.solutions(limit, not self.arguments.fixed, **search)

    def _print_solution(self, options: Options) -> None:
        with xc.cli.uninterrupted():
            print(self.puzzle.text(options, self.screen))

    def _keep(self, options: Options) -> None:
        """Put a solution on the next page to draw."""
        if self.pictures.asked:
            if not self.room:
                self.room = self.puzzle.on_a_page(options)
            self.drawn.append(options)
            if len(self.drawn) == self.room:
                self._draw()

    def _draw(self) -> None:
        if self.drawn:
            self.pictures.draw(self.puzzle, self.drawn, self.first_drawn)
            self.first_drawn += len(self.drawn)
            self.drawn = []
            # Held-back output must not grow with the number of pages.
            self.release()

    def _print_json(self, answer: Mapping[str, Any]) -> None:
        xc.cli.print_json({**self.about, **answer})

    def _say(self, remark: str) -> None:
        if not self.arguments.quiet:
            sys.stdout.flush()
            title = xc.text.printable(self.puzzle.title)
            xc.cli.say(f"puzzles: {title}: {remark}" if title else f"puzzles: {remark}")

    def _ended(self, found: int, stopped: str | None) -> int:
        return xc.cli.ended("puzzles", found, stopped, self.arguments.quiet)
