"""Problems as matrices, tables and graphs: numpy, SciPy, pandas, networkx.

Each library is imported when it is used. SciPy's matrices are recognized by their methods and need
no import. Given and forbidden options of a problem are applied, as in files.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable, Sequence
from itertools import compress, pairwise
from typing import TYPE_CHECKING, Any

from ..common.arguments import pairs_of
from ..common.lazy_names import library
from ..errors import UnwritableProblem, shown
from ..problem import Problem
from ..statement.names import Coloured, Option, Rows

if TYPE_CHECKING:
    import networkx
    import numpy
    import pandas
    from numpy.typing import NDArray

__all__ = ["from_frame", "from_graph", "from_matrix", "to_frame", "to_graph", "to_matrix"]

#: The columns of a table of options and items.
_COLUMNS = ("option", "item", "colour", "cost", "primary")


def from_matrix(
    matrix: Any,
    *,
    options: Iterable[Hashable] | None = None,
    items: Iterable[Hashable] | None = None,
    secondary: Iterable[Hashable] = (),
    **stated: Any,
) -> Problem:
    """Make a problem from a matrix of zeros and ones: rows are options, columns are items.

    Parameters
    ----------
    matrix : array_like or SciPy sparse matrix
        Of shape (options, items). Rows of zeros are skipped, with their names and costs. O(entries)
        if sparse, else O(rows x columns).
    options, items : iterable of hashable, optional
        Names of the rows and of the columns. Default: numbers from 0.
    secondary : iterable of hashable, optional
        Names of the items that need not be covered.
    **stated
        Further arguments of :class:`Problem`, such as ``costs``.

    Raises
    ------
    ValueError
        For a wrong shape, a wrong number of names, an entry that is neither 0 nor 1, or a secondary
        item that is not a column.

    See Also
    --------
    to_matrix, from_frame, from_graph, read

    Examples
    --------
    >>> xc.from_matrix([[1, 0], [0, 1]], items="pq").first()
    Solution(0, 1)
    """
    import numpy as np

    (n_options, n_items), starts, columns = _ones_of(matrix)
    item_names = _names(items, n_items, "items", "column")
    option_names = _names(options, n_options, "options", "row")
    others = _known(secondary, item_names)
    used = starts[1:] > starts[:-1]
    if not used.all():
        stated["costs"] = _costs_without(option_names, used, stated.get("costs"))
        numbers = isinstance(option_names, range)
        option_names = array("q", used.nonzero()[0]) if numbers else [*compress(option_names, used)]
        starts = starts[np.append(used, True)]
    return _problem_of(item_names, others, option_names, starts, columns, 0 * columns, [], stated)


def to_matrix(problem: Problem) -> NDArray[numpy.bool_]:
    """Convert a problem to a numpy array of bool, of shape (live options, items).

    The columns of primary items come first. ``scipy.sparse.csr_array(xc.to_matrix(problem))`` makes
    it sparse. Costs are omitted.

    Parameters
    ----------
    problem : Problem

    Raises
    ------
    UnwritableProblem, ProblemFault
        For colours, multiplicities and penalties; if the problem has a fault.

    Examples
    --------
    >>> xc.to_matrix(xc.Problem("pq", {"A": "p", "B": "pq"})).tolist()
    [[True, False], [True, True]]
    """
    import numpy as np

    _require_once(problem, "a matrix")
    problem = problem._whole
    items = [*problem.primary, *problem.secondary]
    column = {item: number for number, item in enumerate(items)}
    live = problem.live_options
    matrix = np.zeros((len(live), len(items)), bool)
    for row, option in enumerate(live):
        covered = problem.items_of(option)
        if any(colour is not None for colour in covered.values()):
            raise UnwritableProblem(f"a matrix cannot hold the colours of option {shown(option)}")
        matrix[row, [column[item] for item in covered]] = True
    return matrix


def from_frame(
    frame: pandas.DataFrame, *, secondary: Iterable[Hashable] = (), **stated: Any
) -> Problem:
    """Make a problem from a pandas DataFrame, such as one made by :func:`to_frame`.

    Parameters
    ----------
    frame : pandas.DataFrame
        If it has the columns ``option`` and ``item``, each row says that an option covers an item.
        Optional columns: ``colour``, the item's colour in the option; ``cost``, the option's cost,
        in at least one of its rows; ``primary``, false for secondary items. Missing values are
        ignored. A row with an item and ``primary`` but no option declares an item that no option
        may cover. Any other table is a matrix as for :func:`from_matrix`, with its index and
        columns as names.
    secondary : iterable of hashable, optional
        Items that need not be covered, whatever the column says; all others are primary.
    **stated
        Further arguments of :class:`Problem`.

    Raises
    ------
    ValueError
        Naming the row, for an option or an item that is missing or repeated, an option with two
        costs, or an item that is primary in one row and secondary in another.

    Examples
    --------
    >>> xc.from_frame(xc.to_frame(xc.Problem("p", {"A": "p"}))).first()
    Solution('A')
    """
    for name in frame.columns[frame.columns.duplicated()]:
        raise ValueError(f"two columns are called {shown(name)}")
    if not {"option", "item"} <= set(frame.columns):
        numeric = all(kind.kind in "biuf" for kind in frame.dtypes)
        if not numeric:
            names = ", ".join(map(shown, frame.columns[:8]))
            expected = "'option' and 'item', or numbers 0 and 1 in all columns"
            raise ValueError(f"the columns {names}: expected {expected}")
        for row, column in zip(*frame.isna().to_numpy().nonzero(), strict=True):
            raise ValueError(f"row {row}, column {shown(frame.columns[column])}: expected 0 or 1")
        named = {"options": list(frame.index), "items": list(frame.columns)}
        return from_matrix(frame.to_numpy(), **named, secondary=secondary, **stated)
    return _from_rows(frame.reindex(columns=_COLUMNS), secondary, stated)


def to_frame(problem: Problem) -> pandas.DataFrame:
    """Convert a problem to a pandas DataFrame: a row for each item of each live option.

    The columns are ``option``, ``item``, ``colour`` (None for no colour), ``primary`` and, if there
    are costs, ``cost``. Items that no live option covers come last, without an option.

    Parameters
    ----------
    problem : Problem
        Its names must not be values that pandas treats as missing, such as None.

    Raises
    ------
    UnwritableProblem, ProblemFault, MissingLibrary
        For multiplicities, penalties and such names; if the problem has a fault; without pandas.
    """
    pandas: Any = library("pandas", "tables")
    _require_once(problem, "a table")
    problem = problem._whole
    primary, costs = frozenset(problem.primary), problem.costs
    for option in problem.live_options:
        for item, colour in problem.items_of(option).items():
            if any(name is None or name != name for name in (option, item)) or colour != colour:
                words = f"{shown(option)}, {shown(item)}, {shown(colour)}"
                raise UnwritableProblem(f"a table cannot hold a missing value as a name: {words}")
    rows = [
        (option, item, colour, item in primary, costs.get(option))
        for option in problem.live_options
        for item, colour in problem.items_of(option).items()
    ]
    covered = {row[1] for row in rows}
    for item in (*problem.primary, *problem.secondary):
        if item not in covered:
            rows.append((None, item, None, item in primary, None))
    columns = ["option", "item", "colour", "primary", *["cost"] * bool(costs)]
    # (Column by column: pandas would make several columns of names that are tuples.)
    each = {name: [row[k] for row in rows] for k, name in enumerate(columns)}
    series = {name: pandas.Series(values, dtype=object) for name, values in each.items()}
    frame: pandas.DataFrame = pandas.DataFrame(series).astype({"primary": bool})
    return frame


def from_graph(graph: networkx.Graph, **stated: Any) -> Problem:
    """Make a problem from a bipartite networkx graph, such as one made by :func:`to_graph`.

    Parameters
    ----------
    graph : networkx.Graph
        Nodes with the attribute ``bipartite=0`` are options, those with 1 are items; an item with
        ``primary=False`` is secondary. An option may have a ``cost``. An edge joins an option to an
        item that it covers, and may have a ``colour``. The name of an option or an item is its
        attribute ``name``, or else the node.
    **stated
        Further arguments of :class:`Problem`.

    Raises
    ------
    ValueError
        For a node without ``bipartite``, an edge within one side, two edges between the same nodes,
        or two options or items with one name.

    Examples
    --------
    >>> xc.from_graph(xc.to_graph(xc.Problem("p", {"A": "p"}))).first()
    Solution('A')
    """
    sides = dict(graph.nodes(data="bipartite"))
    for node, side in sides.items():
        if side not in (0, 1):
            raise ValueError(f"node {shown(node)}: expected bipartite=0 (option) or 1 (item)")
    name_of = {node: data.get("name", node) for node, data in graph.nodes(data=True)}
    seen: set[tuple[int, Hashable]] = set()
    for node, side in sides.items():
        if (side, name_of[node]) in seen:
            what = f"two {'items' if side else 'options'} are called {shown(name_of[node])}"
            raise ValueError(f"node {shown(node)}: {what}")
        seen.add((side, name_of[node]))
    items = [node for node, side in sides.items() if side == 1]
    options: dict[Hashable, dict[Hashable, Hashable]] = {
        name_of[node]: {} for node, side in sides.items() if side == 0
    }
    for one, other, colour in graph.edges(data="colour"):
        if sides[one] == sides[other]:
            what = f"edge {shown(one)} to {shown(other)}"
            raise ValueError(f"{what}: expected an option and an item")
        option, item = (one, other) if sides[one] == 0 else (other, one)
        covered = options[name_of[option]]
        if name_of[item] in covered:
            raise ValueError(f"two edges join {shown(option)} and {shown(item)}")
        covered[name_of[item]] = colour
    is_primary = dict(graph.nodes(data="primary", default=True))
    for node in items:
        if is_primary[node] not in (False, True):
            found = shown(is_primary[node])
            raise ValueError(
                f"node {shown(node)}: expected primary to be true or false, not {found}"
            )
    costs = {name_of[node]: cost for node, cost in graph.nodes(data="cost") if cost is not None}
    _take_costs(costs, "nodes have the attribute 'cost'", stated)
    return Problem(
        [name_of[node] for node in items if is_primary[node]],
        options,
        secondary=[name_of[node] for node in items if not is_primary[node]],
        **stated,
    )


def to_graph(problem: Problem) -> networkx.Graph:
    """Convert a problem to a bipartite networkx graph: live options joined to items.

    The nodes are ``("option", name)`` and ``("item", name)``, since an option and an item may share
    a name. See :func:`from_graph` for their attributes.

    Parameters
    ----------
    problem : Problem

    Raises
    ------
    UnwritableProblem, ProblemFault, MissingLibrary
        For multiplicities and penalties; if the problem has a fault; without networkx.
    """
    _require_once(problem, "a graph")
    problem = problem._whole
    graph: networkx.Graph = library("networkx", "tables").Graph()
    costs = problem.costs
    for primary, items in ((True, problem.primary), (False, problem.secondary)):
        for item in items:
            graph.add_node(("item", item), bipartite=1, name=item, primary=primary)
    for option in problem.live_options:
        node = ("option", option)
        priced = {"cost": costs[option]} if costs else {}
        graph.add_node(node, bipartite=0, name=option, **priced)
        for item, colour in problem.items_of(option).items():
            marks = {} if colour is None else {"colour": colour}
            graph.add_edge(node, ("item", item), **marks)
    return graph


# -- parts -----------------------------------------------------------------------------------------


def _take_costs(costs: Any, where: str, stated: dict[str, Any]) -> None:
    """Costs that were found, unless others are given as well."""
    if costs and "costs" in stated:
        raise ValueError(f"costs: {where} as well; expected one of them")
    if costs:
        stated["costs"] = costs


def _costs_without(names: Sequence[Hashable], used: NDArray[Any], costs: Any) -> Any:
    """Costs as they are stated for all rows, without those of rows that are not options."""
    if (pairs := pairs_of(costs)) is not None:
        empty = {*compress(names, ~used)}
        return {name: cost for name, cost in pairs if name not in empty}
    if callable(costs) or isinstance(costs, set | frozenset) or not isinstance(costs, Iterable):
        return costs
    listed = list(costs)
    return listed if len(listed) != len(used) else [*compress(listed, used)]


def _from_rows(table: Any, secondary: Iterable[Hashable], stated: dict[str, Any]) -> Problem:
    """The problem of a table with all columns, and a row for each item of each option."""
    import numpy as np

    lacks = table.isna()
    alone = lacks.option & lacks.colour & lacks.cost & ~lacks.primary
    kind = table.groupby("item", sort=False).primary.transform("first")
    cost = table.groupby("option", sort=False).cost.transform("first")
    faults = {
        "the option is missing": lacks.option & ~alone,
        "the item is missing": lacks.item,
        "expected primary to be true or false, not {4}":
            ~lacks.primary & ~table.primary.isin([False, True]),
        "item {1} is primary in one row and not in another":
            ~lacks.primary & (table.primary != kind),
        "option {0} covers {1} twice": table.duplicated(["option", "item"]) & ~alone,
        "option {0} has two costs, {5} and {3}": ~lacks.cost & (table.cost != cost),
    }  # fmt: skip
    for row in np.flatnonzero(np.logical_or.reduce([*faults.values()]))[:1].tolist():
        sentence = next(each for each, rows in faults.items() if rows.iloc[row])
        values = [*(table[name] for name in _COLUMNS), cost]
        known = [shown(_without_missing(values[k])[row]) for k in range(len(values))]
        raise ValueError(f"row {row}: {sentence.format(*known)}")
    items, item_names = table.item.factorize()
    others = _known(secondary, names := item_names.tolist())
    others |= {*table.item[kind.isin([False])].tolist()}
    rows = np.flatnonzero(~alone)
    options, option_names = table.option.iloc[rows].factorize()
    order = np.argsort(options, kind="stable")
    starts = np.searchsorted(options[order], np.arange(len(option_names) + 1))
    rows = rows[order]
    colours, colour_names = table.colour.iloc[rows].factorize()
    if not lacks.cost.all():
        costs = _without_missing(cost.iloc[rows[starts[:-1]]])
        _take_costs([each or 0 for each in costs], "the table has a column 'cost'", stated)
    named = option_names.tolist(), starts, items[rows], colours + 1, colour_names.tolist()
    return _problem_of(names, others, *named, stated)


def _without_missing(column: pandas.Series[Any]) -> list[Any]:
    """A column, with None for missing values. pandas keeps whole numbers as floats beside these."""
    values = zip(column.tolist(), column.isna().tolist(), strict=True)
    found = [None if missing else value for value, missing in values]
    return [int(x) if isinstance(x, float) and x.is_integer() else x for x in found]


def _problem_of(
    items: Sequence[Hashable],
    secondary: frozenset[Hashable],
    names: Sequence[Hashable],
    starts: NDArray[Any],
    columns: NDArray[Any],
    colours: NDArray[Any],
    colour_names: list[Hashable],
    stated: dict[str, Any],
) -> Problem:
    """The problem whose options begin at ``starts`` in ``columns``, the places of their items, and
    in the numbers of their colours, 0 for none."""
    import numpy as np

    order = sorted(items, key=secondary.__contains__)
    n_primary = sum(name not in secondary for name in items)
    number_of = {name: number for number, name in enumerate(order)}
    numbers = np.array([number_of[name] for name in items], np.int32)[columns]
    begin = array("q", starts.astype(np.int64).tobytes())
    entries = [array("i", each.astype(np.int32).tobytes()) for each in (numbers, colours)]
    options: Any = Rows(names, begin, entries[0], entries[1], colour_names)
    repeated = len(number_of) < len(items) or (
        not isinstance(names, range | array) and len({*names}) < len(names)
    )
    if repeated or colours[numbers < n_primary].any():
        # Faults are found where options are stated by names.
        of_entry = [
            Coloured(order[item], colour_names[colour - 1]) if colour else order[item]
            for item, colour in zip(*entries, strict=True)
        ]
        spans = zip(names, pairwise(begin), strict=True)
        options = [Option(name, of_entry[slice(*span)]) for name, span in spans]
    return Problem(order[:n_primary], options, secondary=order[n_primary:], **stated)


def _ones_of(matrix: Any) -> tuple[tuple[int, int], NDArray[Any], NDArray[Any]]:
    """The shape of an array or of a SciPy sparse matrix; where the ones of each row begin, and
    their columns, ascending.

    Raises ValueError for the first entry that is neither 0 nor 1.
    """
    import numpy as np

    is_sparse = hasattr(matrix, "tocsr")
    dense = matrix if is_sparse else np.asarray(matrix)
    if len(dense.shape) != 2:
        raise ValueError(f"the matrix: expected two dimensions, not shape {dense.shape}")
    if dense.dtype.fields is not None:
        raise ValueError("the matrix: expected numbers 0 and 1, not records")
    if is_sparse:
        entries = matrix.tocsr()
        if not entries.has_canonical_format or not entries.data.all():
            entries = entries.copy()
            entries.sum_duplicates()
            entries.eliminate_zeros()
        starts, columns, values = entries.indptr, entries.indices, entries.data
    else:
        rows, columns = dense.nonzero()
        starts = np.searchsorted(rows, np.arange(len(dense) + 1))
        values = dense[rows, columns]
    for at in (values != 1).nonzero()[0].tolist():
        row = np.searchsorted(starts, at, "right") - 1
        place = f"the matrix at row {row}, column {columns[at]}"
        raise ValueError(f"{place}: expected 0 or 1, not {shown(values[at : at + 1].tolist()[0])}")
    return dense.shape, starts, columns


def _names(
    names: Iterable[Hashable] | None, number: int, what: str, line: str
) -> Sequence[Hashable]:
    """The names of rows or columns."""
    if names is None:
        return range(number)
    found = list(names)
    if len(found) != number:
        expected = f"expected {number:,} names, one for each {line} of the matrix"
        raise ValueError(f"{what}: {expected}, not {len(found):,}")
    return found


def _known(secondary: Iterable[Hashable], items: Sequence[Hashable]) -> frozenset[Hashable]:
    """The secondary items, each of which must be an item."""
    others = frozenset(secondary)
    for name in others - set(items):
        raise ValueError(f"secondary: {shown(name)} is not an item of the table")
    return others


def _require_once(problem: Problem, what: str) -> None:
    problem.require_sound()
    kinds = {"multiplicities": problem.multiplicity, "penalties": problem.penalties}
    for kind, stated in kinds.items():
        if stated:
            raise UnwritableProblem(f"{what} cannot hold {kind}")
