"""Random ready-made rules for a case, and their form for the engine."""

from __future__ import annotations

import random
from collections.abc import Hashable
from dataclasses import replace
from typing import Any

import exactcover as xc

from .brute_force import Bag, Case, Truth
from .rules import Allowed, Automaton, Connected, Rule, Runs, Totals

__all__ = ["rule_of", "some_rules"]


def some_rules(truth: Truth, draw: random.Random) -> tuple[Rule, ...]:
    """One to three rules. Most are kept by one of the solutions, if there is any."""
    case = truth.case
    like = draw.choice(truth.bags) if truth.bags and draw.random() < 0.85 else None
    return tuple(_a_rule(case, like, draw) for _ in range(draw.choice([1, 1, 2, 3])))


def _a_rule(case: Case, like: Bag | None, draw: random.Random) -> Rule:
    kinds = [_times] if case.repeat else [_times, _totals, _totals, _totals, _connected]
    if not case.repeat and any(map(case.is_exact, case.primary)):
        kinds += [_runs, _automaton]
    make = draw.choice(kinds)
    for _ in range(20):
        rule = make(case, draw)
        if like is None or replace(case, rules=(rule,)).keeps_rules(like):
            break
    return rule


def _name(draw: random.Random) -> str:
    return draw.choice(["", "", "a rule", "rule 1", "the multiplicity of 'p0'"])


def _options(case: Case, draw: random.Random, most: int) -> list[int]:
    """Some options, among them those that are never chosen."""
    number = len(case.options)
    return draw.sample(range(number), draw.randint(0, min(most, number)))


def _allowed(draw: random.Random, low: int, high: int) -> Allowed:
    """Some of the numbers between two, in each of the ways to state them."""
    one, other = draw.randint(low, high), draw.randint(low, high)
    least, most = min(one, other), max(one, other)
    step = draw.choice([1, -1, 2])
    few = {draw.randint(low, high) for _ in range(draw.randint(1, 4))}
    return draw.choice([
        one, (least, most), (least, None), (None, most), (None, None), frozenset(few), few,
        range(least, most + 1) if step > 0 else range(most, least - 1, -1),
        range(least, most + 1, abs(step)),
    ])  # fmt: skip


def _times(case: Case, draw: random.Random) -> Totals:
    """How many of some options are chosen."""
    options, allowed = _options(case, draw, 6), _allowed(draw, 0, 3)
    if case.repeat and not isinstance(allowed, int | tuple):
        allowed = (min(allowed), max(allowed))
    return Totals("Times", (dict.fromkeys(options, 1),), allowed, _name(draw))


def _weights(case: Case, draw: random.Random) -> dict[int, int]:
    """Few options and small numbers, or very few and large ones, since each sum is a state."""
    if draw.random() < 0.15:
        return {o: draw.choice([-1, 1]) * 10**20 + draw.randint(0, 1)
                for o in _options(case, draw, 4)}  # fmt: skip
    weights = draw.choice([range(2), range(-2, 4), range(3)])
    return {option: draw.choice(weights) for option in _options(case, draw, 8)}


def _totals(case: Case, draw: random.Random) -> Totals:
    kind = draw.choice(["Total", "EqualTotals", "DifferentTotals"])
    if kind == "Total":
        return Totals(kind, (_weights(case, draw),), _allowed(draw, -3, 5), _name(draw))
    weights = tuple(_weights(case, draw) for _ in range(draw.randint(0, 3)))
    allowed = _allowed(draw, -1, 4) if draw.random() < 0.3 else None
    return Totals(kind, weights, allowed, _name(draw))


def _line(case: Case, draw: random.Random) -> tuple[Hashable, ...]:
    """Items in a row; one may come twice."""
    exact = list(filter(case.is_exact, case.primary))
    line = draw.sample(exact, draw.randint(0, min(4, len(exact))))
    return (*line, *draw.sample(line, len(line))[: draw.choice([0, 0, 0, 1])])


def _runs(case: Case, draw: random.Random) -> Runs:
    looks = {o: draw.choice([None, 0, "a"]) for o in range(len(case.options))}
    return Runs(_line(case, draw), looks, draw.randint(1, 3), _name(draw))


def _automaton(case: Case, draw: random.Random) -> Automaton:
    modulus = draw.randint(1, 5)
    adds = {option: draw.randint(0, 4) for option in range(len(case.options))}
    refused = frozenset(draw.sample(range(modulus), draw.randint(0, modulus // 2)))
    accepted = frozenset(range(modulus)) - {draw.randrange(modulus)}
    return Automaton(
        _line(case, draw), adds, draw.randint(0, 3), modulus, refused,
        draw.choice([None, accepted]), _name(draw),
    )  # fmt: skip


def _connected(case: Case, draw: random.Random) -> Connected:
    """A random graph on few options; one may be a neighbour of itself."""
    named, density = _options(case, draw, 7), draw.choice([0.3, 0.6, 1.0])
    pairs = [
        (one, other) for k, one in enumerate(named) for other in named[k + (draw.random() < 0.9) :]
        if draw.random() < density
    ]  # fmt: skip
    if draw.random() < 0.5:  # stated as pairs
        named = list(dict.fromkeys(option for pair in pairs for option in pair))
    return Connected(tuple(named), tuple(pairs), _name(draw))


# -- as the engine takes them ----------------------------------------------------------------------


def rule_of(rule: Rule, case: Case) -> xc.Condition:
    """The rule as a user would state it."""
    stated = _stated(rule, case)
    return stated.named(rule.name) if rule.name else stated


def _stated(rule: Rule, case: Case) -> xc.Condition:
    names: Any = case.names
    number = {name: k for k, name in enumerate(names)}

    def named(weights: dict[int, int]) -> Any:
        """By a mapping, or by a function."""
        if len(weights) % 2:
            return {names[option]: weight for option, weight in weights.items()}
        return lambda name: weights.get(number[name], 0)

    match rule:
        case Totals("Times", (weights,), allowed):
            options = [names[option] for option in weights]
            return xc.Times([*options, *options[: len(options) % 2]], allowed)  # one comes twice
        case Totals("Total", (weights,), allowed):
            return xc.Total(named(weights), allowed)
        case Totals(kind, each, allowed):
            return getattr(xc, kind)(*map(named, each), allowed=allowed)
        case Runs(items, looks, longest):
            return xc.Runs(items, lambda option, item: looks[number[option]], longest)
        case Automaton(items=items, accepted=accepted):
            return xc.Automaton(
                items, 0, lambda state, item, option: rule.step(state, item, number[option]),
                None if accepted is None else accepted.__contains__,
            )  # fmt: skip
        case Connected(chosen, pairs):
            edges = [(names[one], names[other]) for one, other in pairs]
            if {option for pair in pairs for option in pair} == set(chosen) and len(pairs) % 2:
                return xc.Connected(edges)
            beside: dict[Hashable, list[Hashable]] = {names[option]: [] for option in chosen}
            for one, other in edges:
                beside[one].append(other)
            return xc.Connected(beside)
    raise TypeError(rule)
