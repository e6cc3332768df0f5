"""The best cost and the bound over time, as an SVG picture.

Both are steps, with the gap between them shaded. The time is on the lower axis, from the beginning
of the search to its end. The range of costs shows what held after the first tenth of the time, so
that a first solution, or a first bound, that was soon replaced does not press all else together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor, log10
from typing import Any

from ..common.costs import Cost
from ..text import grouped, markup, percent

_WIDTH, _HEIGHT = 720, 400
_TOP, _LETTER, _LINE = 40, 6.7, 17
_STYLE = (
    "text{font:12px sans-serif;fill:#333}.title{font-size:14px}.end{text-anchor:end}"
    ".middle{text-anchor:middle}path{fill:none;stroke:#ddd}.best{stroke:#1d6fc4;stroke-width:2}"
    ".bound{stroke:#c2570c;stroke-width:2}circle{fill:#1d6fc4}text.best{fill:#155596;stroke:none}"
    "text.bound{fill:#9a4408;stroke:none}path.gap{fill:#8888;fill-opacity:.25;stroke:none}"
    "path.axis{stroke:#777}"
)

#: A line: when a value began to hold, and the value.
_Steps = list[tuple[float, Fraction]]


def convergence(
    history: Sequence[tuple[float, Cost | None, Cost | None]], gap: float | None, title: str
) -> str:
    """The picture of the ``history`` of an :class:`Optimum`; ``gap``: its relative gap."""
    end = max(history[-1][0] if history else 0.0, 1e-6)
    best = _steps([(seconds, cost) for seconds, cost, _ in history])
    bound = _steps([(seconds, cost) for seconds, _, cost in history])
    low, high = _range(best, bound, end)
    labels = _labels(gap, best, bound)
    costs = list(_ticks(low, high, 6))
    left = 40 + _LETTER * max(len(_written(cost)) for cost in costs)
    right = 24 + _LETTER * max([len(words) for words, _, _ in labels] or [0])
    base = _HEIGHT - 52
    width, height = _WIDTH - left - right, base - _TOP
    units = ((3_600, "hours"), (60, "minutes"), (1, "seconds"))
    unit, name = next(each for each in units if end >= 3 * each[0] or each[0] == 1)

    def x(seconds: float) -> float:
        return width * seconds / end

    def y(cost: Fraction) -> float:
        return height * float((high - cost) / (high - low))

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}"'
        f' width="{_WIDTH}" height="{_HEIGHT}">',
        f"<title>{markup(title)}</title><style>{_STYLE}</style>",
        '<rect width="100%" height="100%" fill="#fff"/>',
        f'<text class="title" x="{left:.0f}" y="24">{markup(title, 90)}</text>',
    ]
    for cost in costs:
        at = _TOP + y(cost)
        lines.append(f'<path d="M{left:.1f} {at:.1f}h{width:.1f}"/>')
        place = f'x="{left - 6:.1f}" y="{at + 4:.1f}"'
        lines.append(f'<text class="end" {place}>{_written(cost)}</text>')
    for time in _ticks(Fraction(0), Fraction(end) / unit, 8):
        at = left + x(float(time * unit))
        lines.append(f'<path class="axis" d="M{at:.1f} {base}v5"/>')
        lines.append(f'<text class="middle" x="{at:.1f}" y="{base + 18}">{_written(time)}</text>')
    lines += [
        f'<path class="axis" d="M{left:.1f} {_TOP}V{base}h{width:.1f}"/>',
        f'<text class="middle" x="{left + width / 2:.1f}" y="{_HEIGHT - 12}">{name}</text>',
        f'<text class="middle" transform="translate(16 {_TOP + height / 2:.0f}) rotate(-90)">'
        "cost</text>",
        # A picture within clips what is beyond the range.
        f'<svg x="{left:.1f}" y="{_TOP}" width="{width:.1f}" height="{height}">',
    ]
    points = {kind: _corners(steps, end) for kind, steps in (("bound", bound), ("best", best))}
    placed = {kind: [(x(at), y(cost)) for at, cost in each] for kind, each in points.items()}
    if best and bound:
        lines.append(f'<path class="gap" d="{_between(placed["best"], placed["bound"])}"/>')
    for kind, corners in placed.items():
        if corners:
            lines.append(f'<path class="{kind}" d="{_path(corners)}"/>')
    for at, cost in best if len(best) <= 60 else ():
        lines.append(f'<circle cx="{x(at):.1f}" cy="{y(cost):.1f}" r="3"/>')
    lines.append("</svg>")
    lines += _beside([(words, kind, y(cost)) for words, kind, cost in labels], left + width, height)
    if not labels:
        place = f'x="{left + width / 2:.1f}" y="{_TOP + height / 2:.0f}"'
        lines.append(f'<text class="middle" {place}>nothing found and nothing proven yet</text>')
    return "\n".join([*lines, "</svg>", ""])


def _steps(values: Sequence[tuple[float, Any]]) -> _Steps:
    """When which value began to hold, for those that are known."""
    steps: _Steps = []
    for seconds, value in values:
        if value is not None and (not steps or steps[-1][1] != value):
            steps.append((seconds, Fraction(value)))
    return steps


def _range(best: _Steps, bound: _Steps, end: float) -> tuple[Fraction, Fraction]:
    """The lowest and the highest cost of the picture."""
    first = min((steps[0][0] for steps in (best, bound) if steps), default=0.0)
    late = first + 0.1 * (end - first)
    shown: list[Fraction] = []
    for steps in (best, bound):
        ends = [at for at, _ in steps[1:]]
        shown += [cost for (_, cost), until in zip(steps, ends, strict=False) if until > late]
        shown += [cost for _, cost in steps[-1:]]
    low, high = min(shown, default=Fraction(0)), max(shown, default=Fraction(1))
    room = (high - low) / 16 or max(abs(high) / 20, Fraction(1))
    return low - room, high + room


def _ticks(low: Fraction, high: Fraction, most: int) -> Iterator[Fraction]:
    """Round numbers from ``low`` to ``high``, about ``most`` at most."""
    least = (high - low) / most
    power = floor(log10(least.numerator) - log10(least.denominator))
    step = next(
        each
        for each in (Fraction(10) ** power * times for times in (1, 2, 5, 10, 20))
        if each >= least
    )
    for number in range(ceil(low / step), floor(high / step) + 1):
        yield number * step


def _written(number: Fraction) -> str:
    """A number as text, rounded if it is long."""
    if number.denominator == 1 and len(whole := grouped(int(number))) <= 14:
        return whole
    rounded = Decimal(number.numerator) / Decimal(number.denominator)
    short = f"{rounded:.6g}"
    return short.rstrip("0").rstrip(".") if "." in short and "e" not in short.lower() else short


def _corners(steps: _Steps, end: float) -> _Steps:
    """The corners of a line of steps, up to the end."""
    corners: _Steps = []
    for at, cost in steps:
        if corners:
            corners.append((at, corners[-1][1]))
        corners.append((at, cost))
    return [*corners, (end, steps[-1][1])] if steps else []


def _path(corners: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners)


def _between(best: Sequence[tuple[float, float]], bound: Sequence[tuple[float, float]]) -> str:
    """What lies between two lines, from where both have begun."""
    start = max(best[0][0], bound[0][0])

    def later(corners: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        before = [y for x, y in corners if x <= start]
        return [(start, before[-1]), *((x, y) for x, y in corners if x > start)]

    return _path([*later(best), *later(bound)[::-1]]) + "z"


def _labels(share: float | None, best: _Steps, bound: _Steps) -> list[tuple[str, str, Fraction]]:
    """What stands at the ends of the lines: words, kind and cost."""
    if best and bound and best[-1][1] == bound[-1][1]:
        return [(f"best = bound {_written(best[-1][1])}", "best", best[-1][1])]
    labels = [
        (f"{kind} {_written(steps[-1][1])}", kind, steps[-1][1])
        for kind, steps in (("best", best), ("bound", bound))
        if steps
    ]
    if len(labels) == 2:
        gap = f"gap {_written(abs(best[-1][1] - bound[-1][1]))}"
        words = gap if share is None else f"{gap} ({percent(share)})"
        labels.insert(1, (words, "", (best[-1][1] + bound[-1][1]) / 2))
    return labels


def _beside(labels: Sequence[tuple[str, str, float]], left: float, height: float) -> Iterator[str]:
    """The labels beside the picture, one below the other, and a bracket for the gap."""
    ordered = sorted(labels, key=lambda label: label[2])
    heights = [y for _, _, y in ordered]
    if len(ordered) == 3:
        first, middle, last = heights
        yield f'<path class="axis" d="M{left + 4:.1f} {_TOP + first:.1f}h5V{_TOP + last:.1f}h-5"/>'
        middle = min(max(middle, _LINE), height - _LINE)
        heights = [min(first, middle - _LINE), middle, max(last, middle + _LINE)]
    for (words, kind, _), y in zip(ordered, heights, strict=True):
        look = f' class="{kind}"' if kind else ""
        yield f'<text{look} x="{left + 14:.1f}" y="{_TOP + y + 4:.1f}">{words}</text>'
