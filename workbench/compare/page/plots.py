"""The plots for papers: one function each, all listed in `PLOTS`; matplotlib is imported to draw them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from fillomino.counting.means import have_numpy
from fillomino.errors import InputError
from workbench.compare.page.colours import MARKERS, colour
from workbench.compare.page.marks import too_quick
from workbench.compare.statistics import FLOOR, FLOORS, Score, Table, floors_of, virtual_best

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MISSING = "the pictures need matplotlib: pip install 'fillomino-smt[plots]'"


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot.

    Attributes:
        name: its file name, without ending.
        title: its heading.
        caption: how to read it.
        draw: draws it for the table into axes; false if there is nothing to draw.
        square: whether both axes have the same unit.
    """

    name: str
    title: str
    caption: str
    draw: Callable[[Axes, Table], bool]
    square: bool = False


def plots(table: Table) -> list[Plot]:
    """The plots that this table gives."""
    pairs = combinations(table.scores, 2)
    return [*PLOTS, *(_scatter_of(first, second) for first, second in pairs)]


def figures(table: Table) -> Iterator[tuple[Plot, Figure]]:
    """Draw them, one by one.

    Raises:
        InputError: if matplotlib is not installed.
    """
    have_numpy()  # matplotlib imports it
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError as error:
        raise InputError(MISSING) from error
    # Text stays text in SVG, so that it can be searched and read aloud.
    style: Any = {
        "svg.fonttype": "none",
        "svg.hashsalt": "fillomino",
        "font.family": "sans-serif",
        "font.sans-serif": ["DejaVu Sans", "sans-serif"],
        "font.size": 10,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "grid.linewidth": 0.6,
        "grid.alpha": 0.35,
        "legend.frameon": False,
        "figure.facecolor": "none",
        "axes.facecolor": "none",
        "savefig.facecolor": "none",
    }
    with mpl.rc_context(style):
        for plot in plots(table):
            figure = Figure(figsize=(5.2, 5.0) if plot.square else (7.6, 4.4))
            figure.subplots_adjust(left=0.14 if plot.square else 0.1, right=0.98, bottom=0.12, top=0.97)
            if plot.draw(figure.add_subplot(), table):
                yield plot, figure


def _cactus(axes: Axes, table: Table) -> bool:
    """Sorted times: how many runs each method answers within a time."""
    lines = {method: list(its.values()) for method, its in table.scores.items()}
    if len(lines) > 1:
        lines["virtual best"] = list(virtual_best(table).values())
    most = 0
    for index, (method, scores) in enumerate(lines.items()):
        times = sorted(max(score.seconds, FLOOR) for score in scores if score.seconds is not None)
        most = max(most, len(times))
        best = method == "virtual best"
        axes.plot(
            range(1, len(times) + 1),
            times,
            label=f"{method} ({len(times)})",
            color="#888888" if best else colour(index),
            linestyle="--" if best else "-",
            marker=None if best else MARKERS[index % len(MARKERS)],
            markevery=max(1, len(times) // 12),
            markersize=4.5,
            linewidth=1.4,
        )
    if not most:
        return False
    _log(axes, "y")
    _limit_line(axes, table)
    axes.set_xlabel("runs answered")
    axes.set_ylabel("seconds for each")
    _legend(axes)
    return True


def _against_empty(axes: Axes, table: Table) -> bool:
    return _against(axes, table, "empty cells", lambda score: score.row.empty if score.row.cells else None)


def _against_cells(axes: Axes, table: Table) -> bool:
    return _against(axes, table, "cells of the board", lambda score: score.row.cells or None)


def _against_number(axes: Axes, table: Table) -> bool:
    """As in the thesis, whose boards of a size are numbered; drawn only where all puzzles are."""
    if any(board_number(s.row.puzzle) is None for its in table.scores.values() for s in its.values()):
        return False
    return _against(axes, table, "board number", lambda score: board_number(score.row.puzzle))


def _against(axes: Axes, table: Table, label: str, place: Callable[[Score], int | None]) -> bool:
    """Times against something about the puzzle; runs without an answer are open, on the line of the limit."""
    drawn = False
    for index, (method, its) in enumerate(table.scores.items()):
        placed = [(x, score) for score in its.values() if (x := place(score)) is not None]
        done = [(x, max(score.seconds, FLOOR)) for x, score in placed if score.seconds is not None]
        undone = [(x, score.row.seconds_limit) for x, score in placed if score.seconds is None]
        style: dict[str, Any] = {"marker": MARKERS[index % len(MARKERS)], "s": 20, "linewidths": 0.9}
        axes.scatter(*_columns(done), label=method, color=colour(index), alpha=0.75, **style)
        lane = 1.15 ** (index + 1)  # each method has a line of its own above the limit
        stopped = [(x, limit * lane) for x, limit in undone if limit]
        axes.scatter(*_columns(stopped), edgecolors=colour(index), facecolors="none", **style)
        drawn = drawn or bool(done or stopped)
    if not drawn:
        return False
    _log(axes, "y")
    _limit_line(axes, table)
    axes.set_xlabel(label)
    axes.set_ylabel("seconds")
    _legend(axes)
    return True


def _memory(axes: Axes, table: Table) -> bool:
    """Sorted peaks of memory."""
    drawn = False
    for index, (method, its) in enumerate(table.scores.items()):
        peaks = sorted(score.row.memory_mib for score in its.values() if score.row.memory_mib is not None)
        if peaks:
            drawn = True
            axes.plot(range(1, len(peaks) + 1), peaks, label=method, color=colour(index), linewidth=1.4)
    if not drawn:
        return False
    _log(axes, "y")
    axes.set_xlabel("runs, sorted")
    axes.set_ylabel("peak MiB")
    _legend(axes)
    return True


def _scatter_of(first: str, second: str) -> Plot:
    def draw(axes: Axes, table: Table) -> bool:
        return _scatter(axes, table, first, second)

    name = re.sub(r"[^A-Za-z0-9]+", "-", f"{first}-vs-{second}").strip("-")
    return Plot(
        f"scatter-{name}",
        f"{first} and {second}",
        f"A point is a run that both did. Above the diagonal, {second} was slower. "
        "Crosses on the outer lines got no answer. Disturbed runs are open diamonds; runs too quick to tell "
        "are open circles, below the grey lines at five times what a solver needs to start.",
        draw,
        square=True,
    )


def _scatter(axes: Axes, table: Table, first: str, second: str) -> bool:
    """Two methods against one another, run by run; no answer lies on a line beyond the limit."""
    both = [(a, b) for key, a in table.scores[first].items() if (b := table.scores[second].get(key))]
    if not both:
        return False
    known = [score.seconds for pair in both for score in pair if score.seconds is not None]
    limits = [score.row.seconds_limit or 0.0 for pair in both for score in pair]
    beyond = 2 * max([*known, *limits, FLOOR])

    def at(score: Score) -> float:
        return beyond if score.seconds is None else max(score.seconds, FLOOR)

    floors = floors_of(table)
    kinds: dict[str, list[tuple[float, float]]] = {name: [] for name in _KINDS}
    for a, b in both:
        if a.row.disturbed or b.row.disturbed:
            kind = "disturbed"
        elif too_quick(first, a, floors) or too_quick(second, b, floors):
            kind = "too quick"
        else:
            kind = "both answered" if None not in (a.seconds, b.seconds) else "one or none answered"
        kinds[kind].append((at(a), at(b)))
    for name, points in kinds.items():
        if points:
            axes.scatter(
                *_columns(points), s=22, label=f"{name} ({len(points)})", linewidths=1.1, **_KINDS[name]
            )
    low = 0.8 * min(at(score) for pair in both for score in pair)
    high = beyond * 1.3
    axes.plot([low, high], [low, high], color="#888888", linewidth=0.9)
    for factor in (0.1, 10):
        axes.plot([low, high], [low * factor, high * factor], color="#888888", linewidth=0.6, linestyle=":")
    for line in (axes.axvline, axes.axhline):
        line(beyond, color=colour(5), linewidth=0.8, linestyle="--")
    for line, method in ((axes.axvline, first), (axes.axhline, second)):
        if (least := FLOORS * floors.get(method, 0.0)) > low:
            line(least, color="#888888", linewidth=0.8, linestyle="--")
    _log(axes, "x")
    _log(axes, "y")
    axes.set_xlim(low, high)
    axes.set_ylim(low, high)
    axes.set_aspect("equal")
    axes.set_xlabel(f"{first}, seconds")
    axes.set_ylabel(f"{second}, seconds")
    _legend(axes, columns=2)
    return True


_KINDS: Mapping[str, Mapping[str, Any]] = {
    "both answered": {"color": colour(0), "alpha": 0.7},
    "one or none answered": {"color": colour(5), "marker": "x"},
    "disturbed": {"edgecolors": colour(1), "facecolors": "none", "marker": "D"},
    "too quick": {"edgecolors": "#888888", "facecolors": "none"},
}
"""The kinds of points in a scatter plot, and how each is drawn; as in the page."""


def board_number(name: str) -> int | None:
    """The number of a board among those of its size, as the thesis counts: 7 for ``10x15-07.txt``."""
    found = re.fullmatch(r"\d+x\d+\D(\d+)", PurePath(name).stem if "://" not in name else "")
    return int(found[1]) if found else None


def _log(axes: Axes, which: str) -> None:
    """A logarithmic axis with plain numbers; 2s and 5s are labelled where there are few powers of ten."""
    from matplotlib.ticker import FuncFormatter, LogLocator

    axis = axes.yaxis if which == "y" else axes.xaxis
    (axes.set_yscale if which == "y" else axes.set_xscale)("log")
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    low, high = axis.get_data_interval()
    if high < 50 * low:
        axis.set_minor_locator(LogLocator(subs=(2, 5)))
        axis.set_minor_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    else:
        axis.set_minor_formatter(FuncFormatter(lambda _value, _: ""))


def _legend(axes: Axes, columns: int = 3) -> None:
    """Above the plot, where it hides nothing."""
    handles, _ = axes.get_legend_handles_labels()
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=min(columns, len(handles)), borderaxespad=0.2)
    figure = axes.get_figure(root=True)
    if figure is not None:
        figure.subplots_adjust(top=0.97 - 0.055 * -(-len(handles) // columns))


def _limit_line(axes: Axes, table: Table) -> None:
    limits = {score.row.seconds_limit for its in table.scores.values() for score in its.values()}
    for limit in filter(None, limits):
        axes.axhline(limit, color=colour(5), linewidth=0.8, linestyle="--")


def _columns(points: Sequence[tuple[float, float]]) -> tuple[list[float], list[float]]:
    return [x for x, _ in points], [y for _, y in points]


PLOTS: tuple[Plot, ...] = (
    Plot(
        "cactus",
        "Runs answered within a time",
        "Each method's times, sorted. Further right is more answered, lower is faster.",
        _cactus,
    ),
    Plot(
        "empty-cells",
        "Time against empty cells",
        "A point is a run. Open points above the dashed line got no answer within the limit.",
        _against_empty,
    ),
    Plot(
        "cells",
        "Time against the size of the board",
        "The same against all cells.",
        _against_cells,
    ),
    Plot(
        "board-number",
        "Time against board number",
        "The number of the board among those of its size.",
        _against_number,
    ),
    Plot("memory", "Memory", "Each method's peaks of memory, sorted.", _memory),
)
