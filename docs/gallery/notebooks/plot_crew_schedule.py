"""
A crew schedule
===============

An airline has flights, and crews that may fly some rounds of them. Each flight needs exactly one
crew, and each round has a price. Which rounds are cheapest? This is *set partitioning*, the
exact cover problem of operations research.
"""

# %%
# The flights
# -----------
#
# Four cities, and up to four flights a day from each of them to each other one. A flight takes two
# hours. A *round* leaves a city, flies two to four legs without waiting too long, and comes back. A
# crew has a price, which depends on the city where it lives. A long day costs more than two short
# ones: the square of its hours.

from itertools import combinations

import exactcover as xc

CREW = {"Oslo": 350, "Bergen": 310, "Turku": 280, "Malmö": 335}
FLIGHTS = {}
for number, (one, other) in enumerate(combinations(CREW, 2)):
    for hour in range(6 + number % 4, 20, 4):
        FLIGHTS[one, other, hour] = hour + 2
        FLIGHTS[other, one, hour + 3] = hour + 5


def rounds():
    """All rounds, each with its price."""
    open_rounds = [(flight,) for flight in FLIGHTS]
    while open_rounds:
        flown = open_rounds.pop()
        start, end, hour = flown[-1][1], flown[0][0], FLIGHTS[flown[-1]]
        if start == end:
            hours = hour - flown[0][2]
            yield flown, CREW[end] + 3 * hours * hours
        if len(flown) < 4:
            open_rounds += [
                (*flown, leg) for leg in FLIGHTS if leg[0] == start and 1 <= leg[2] - hour <= 4
            ]


prices = dict(rounds())
schedule = xc.Problem(FLIGHTS, {each: list(each) for each in prices}, costs=prices)
schedule

# %%
# A picture of one's own
# ----------------------
#
# ``drawn_by`` takes any function that gives SVG: here a row for each crew and a bar for each leg.

COLOURS = {"Oslo": "#a9cbe8", "Bergen": "#f6c98f", "Turku": "#b5dfb2", "Malmö": "#f2a7a0"}


def gantt(solution):
    rows = sorted(solution.options, key=lambda flown: flown[0][2])
    drawn = []
    for number, flown in enumerate(rows):
        for start, end, hour in flown:
            x, y = 20 * (hour - 5), 20 * number + 4
            drawn.append(f'<rect x="{x}" y="{y}" width="38" height="16" fill="{COLOURS[start]}"/>')
            drawn.append(
                f'<text x="{x + 3}" y="{y + 12}" font-size="10">{start[0]}–{end[0]}</text>'
            )
    size = f'viewBox="0 0 400 {20 * len(rows) + 8}" width="400"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(drawn)}</svg>'


schedule = schedule.drawn_by(gantt)

# %%
# The cheapest schedule
# ---------------------
#
# The answer is proven: no schedule costs less.

schedule.minimize()

# %%
# The next best
# -------------
#
# Three schedules, the cheapest first. The second costs one more: a planner may have reasons to
# prefer it.

schedule.minimize(3)

# %%
# Stopped early
# -------------
#
# A search that is stopped still proves a *bound*: no schedule costs less. Here the bound after 20
# nodes is the price of the best schedule already. The rest of the search finds that schedule.

schedule.minimize(nodes=20)

# %%
# What if?
# --------
#
# The crew of the most expensive round is ill. Without that round, what is the price?

best = schedule.minimize().solutions[0]
most_expensive = max(best.options, key=prices.get)
schedule.without(most_expensive).minimize()

# sphinx_gallery_thumbnail_number = 2
