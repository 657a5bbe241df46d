"""The plots of a report; matplotlib is imported to draw them.

Points and lines have group names in the SVG; by these the page's script finds their runs.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from fillomino.counting.settings import have_numpy
from fillomino.errors import InputError
from workbench.compare.page.tables import outliers
from workbench.compare.row import Row
from workbench.compare.sums import FLOOR, Instance, Ratio, Score, Table, virtual_best

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MISSING = "plots need matplotlib: pip install 'fillomino-smt[plots]'"

COLOURS = ("#0077bb", "#ee7733", "#009988", "#cc3377", "#8866cc", "#cc3311", "#998822", "#5599cc")
"""Colours that the colour-blind can tell apart, on light and on dark; markers differ, too."""

MOST_METHODS = 12
"""The greatest number of methods in a plot; of more, those that answered most."""

_LETTER, _HANDLE, _LINE = 0.075, 0.6, 0.19
"""Inches of a letter of a legend, of what stands beside a name, and from line to line."""

_LINES = 6
"""Lines of a legend for which a figure has room."""

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<")
_GREY, _RED = "#888888", "#cc3311"
_STYLE: Mapping[str, Any] = {
    "svg.fonttype": "none",  # text stays text, so that it can be searched and read aloud
    "svg.hashsalt": "fillomino",
    "text.parse_math": False,
    "font.sans-serif": ["DejaVu Sans", "sans-serif"],
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.linewidth": 0.6,
    "grid.alpha": 0.35,
    "legend.frameon": False,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
}


Run: TypeAlias = tuple[str, Instance]
"""A run by its method and instance."""

Points: TypeAlias = dict[str, list[tuple[Run, ...]]]
"""For the name of each group of points the runs that each point stands for."""

_Draw: TypeAlias = Callable[["Axes", Table, Points], None]
_Point: TypeAlias = tuple[float, float, tuple[Run, ...]]
"""A point: x, y and the runs that it stands for."""


class Plot(NamedTuple):
    """A plot, drawn: the stem of its file, heading and caption, the drawing, and the runs of its points.

    `scale` is in the SVG the place of x = 0, the width of 1; the place of y = 1, the height of a tenfold y.
    """

    name: str
    title: str
    caption: str
    svg: str
    points: Points
    scale: tuple[float, float, float, float]


def plots(table: Table, pairs: Iterable[Ratio]) -> Iterator[Plot]:
    """Draw all plots that have points, a scatter plot for each pair among them.

    Raises:
        InputError: if matplotlib is not installed.
    """
    have_numpy()  # matplotlib imports it
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError as error:
        raise InputError(MISSING) from error
    kinds = [(*plot, False) for plot in _PLOTS]
    kinds += [(*_scatter_of(pair), True) for pair in pairs]
    for name, title, caption, draw, square in kinds:
        points: Points = {}
        with mpl.rc_context(dict(_STYLE)):
            figure = Figure(figsize=(5.2, 5.5 if square else 4.8), layout="constrained")
            axes = figure.add_subplot()
            draw(axes, table, points)
            if not points:
                continue
            _add_legend(figure, axes)
            text = io.StringIO()
            figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
        least = axes.get_xlim()[0] if square else 0
        ends = axes.transData.transform([(least, 1), (least + 1, 10)]) * 72 / figure.dpi
        (x, y), (x1, y1) = ends.tolist()
        scale = (x, x1 - x, 72 * figure.get_figheight() - y, y1 - y)
        more = ""
        if not square and len(table.scores) > MOST_METHODS:
            more = f" Drawn are the {MOST_METHODS} of {len(table.scores)} methods that answered most."
        yield Plot(name, title, caption + more, text.getvalue(), points, scale)


def _add_legend(figure: Figure, axes: Axes) -> None:
    """Put a legend above the plot, in two columns if its names are short; the figure grows with it."""
    names = axes.get_legend_handles_labels()[1]
    longest = max(map(len, names), default=0) * _LETTER + _HANDLE
    width, height = figure.get_size_inches()
    columns = 2 if 2 * longest <= width else 1
    lines = -(-len(names) // columns)
    figure.set_size_inches(max(width, longest), height + max(0, lines - _LINES) * _LINE)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=columns, fontsize="small")


def board_number(name: str) -> int | None:
    """The number of a board among those of its size, as the thesis counts: 7 for ``10x15-07.txt``."""
    match = re.fullmatch(r"\d+x\d+\D(\d+)", PurePath(name).stem if "://" not in name else "")
    return int(match[1]) if match else None


def _drawn(table: Table) -> list[tuple[int, str, Mapping[Instance, Score]]]:
    """Return the methods that one plot can hold, each with its place in the table."""
    answered = {
        method: sum(score.seconds is not None for score in scores.values())
        for method, scores in table.scores.items()
    }
    most = sorted(answered, key=lambda method: -answered[method])[:MOST_METHODS]
    placed = enumerate(table.scores.items())
    return [(place, method, scores) for place, (method, scores) in placed if method in most]


def _style(index: int) -> dict[str, Any]:
    """Return colour and marker of a method: methods of one colour differ in their markers."""
    marker = MARKERS[(index + index // len(COLOURS)) % len(MARKERS)]
    return {"color": COLOURS[index % len(COLOURS)], "marker": marker, "markersize": 4.5}


def _plot(axes: Axes, points: Points, name: str, drawn: Sequence[_Point], **style: Any) -> None:
    """Draw points, or a line through them, as a group of the SVG; nothing if there are none."""
    if drawn:
        axes.plot([x for x, _, _ in drawn], [y for _, y, _ in drawn], gid=name, **style)
        points[name] = [runs for *_, runs in drawn if runs]


def _sorted_runs(values: Iterable[tuple[float, tuple[Run, ...]]]) -> list[_Point]:
    """Return values in ascending order, numbered from 1."""
    return [(number, value, runs) for number, (value, runs) in enumerate(sorted(values), 1)]


def _cactus(axes: Axes, table: Table, points: Points) -> None:
    """Sorted times: how many runs each method answers within a time."""
    lines = _drawn(table)
    if len(lines) > 1:
        lines.append((len(table.scores), "virtual best", virtual_best(table)))
    for index, method, scores in lines:
        best = index == len(table.scores)
        drawn = _sorted_runs(
            (max(score.seconds, FLOOR), () if best else ((method, instance),))
            for instance, score in scores.items()
            if score.seconds is not None
        )
        _plot(
            axes,
            points,
            f"cactus.{index}",
            drawn,
            label=f"{method} ({len(drawn)})",
            linestyle="--" if best else "-",
            markevery=max(1, len(drawn) // 12),
            linewidth=1.4,
            **({"color": _GREY, "marker": ""} if best else _style(index)),
        )
    _logarithmic(axes, "y")
    _draw_limits(axes, table)
    axes.set(xlabel="runs answered", ylabel="seconds for each")


def _against(label: str, place: Callable[[Row], int | None]) -> _Draw:
    """Times against a number of the puzzle; runs without an answer are open, above the limit."""

    def draw(axes: Axes, table: Table, points: Points) -> None:
        for index, method, scores in _drawn(table):
            lane = 1.15 ** (index + 1)  # each method has its own line above the limit
            answered: list[_Point] = []
            unanswered: list[_Point] = []
            for instance, score in scores.items():
                x, run = place(score.row), ((method, instance),)
                if x is not None and score.seconds is not None:
                    answered.append((x, max(score.seconds, FLOOR), run))
                elif x is not None and score.row.terms.seconds_limit:
                    unanswered.append((x, score.row.terms.seconds_limit * lane, run))
            name = f"{label.replace(' ', '-')}.{index}"
            style = {"linestyle": "", **_style(index)}
            _plot(axes, points, name, answered, label=method, fillstyle="full", **style)
            only = None if answered else method
            _plot(axes, points, f"{name}.open", unanswered, label=only, fillstyle="none", **style)
        _logarithmic(axes, "y")
        _draw_limits(axes, table)
        axes.set(xlabel=label, ylabel="seconds")

    return draw


def _memory(axes: Axes, table: Table, points: Points) -> None:
    """Sorted peaks of memory."""
    for index, method, scores in _drawn(table):
        peaks = [
            score.row.cost.usage.memory_mib
            for score in scores.values()
            if score.row.cost.usage.memory_mib is not None
        ]
        drawn = _sorted_runs((peak, ()) for peak in peaks)
        _plot(
            axes, points, f"memory.{index}", drawn, label=method, color=_style(index)["color"], linewidth=1.4
        )
    _logarithmic(axes, "y")
    axes.set(xlabel="runs, sorted", ylabel="peak MiB")


def _scatter_of(pair: Ratio) -> tuple[str, str, str, _Draw]:
    """Two methods against each other, run by run; runs without an answer lie on a line beyond the limit."""
    first, second = pair.first, pair.second
    plot = f"scatter-{re.sub(r'[^A-Za-z0-9]+', '-', f'{first}-vs-{second}').strip('-')}"

    def draw(axes: Axes, table: Table, points: Points) -> None:
        both = [(i, a, b) for i, a in table.scores[first].items() if (b := table.scores[second].get(i))]
        if not both:
            return
        scores = [score for _, a, b in both for score in (a, b)]
        ends = [
            *(s.seconds or 0.0 for s in scores),
            *(s.row.terms.seconds_limit or 0.0 for s in scores),
            FLOOR,
        ]
        beyond = 2 * max(ends)

        def at(score: Score) -> float:
            return beyond if score.seconds is None else max(score.seconds, FLOOR)

        kinds: dict[str, list[_Point]] = {name: [] for name in _KINDS}
        for instance, a, b in both:
            if a.row.disturbed or b.row.disturbed:
                kind = "disturbed"
            elif instance in pair.too_short:
                kind = "too short"
            else:
                kind = "one or none answered" if None in (a.seconds, b.seconds) else "both answered"
            kinds[kind].append((at(a), at(b), ((first, instance), (second, instance))))
        for number, (kind, drawn) in enumerate(kinds.items()):
            style = {"linestyle": "", "markersize": 5, **_KINDS[kind]}
            _plot(axes, points, f"{plot}.{number}", drawn, label=f"{kind} ({len(drawn)})", **style)
        low, high = 0.8 * min(map(at, scores)), beyond * 1.3
        for factor, line_style in ((1, "-"), (0.1, ":"), (10, ":")):
            ends = [low * factor, high * factor]
            axes.plot([low, high], ends, color=_GREY, linewidth=0.7, linestyle=line_style)
        for line, method in ((axes.axvline, first), (axes.axhline, second)):
            line(beyond, color=_RED, linewidth=0.8, linestyle="--")
            if table.time == "cpu" and (least := table.least(method)) > low:
                line(least, color=_GREY, linewidth=0.8, linestyle="--")
        for _, a, b in outliers(table, pair)[1]:
            side = -1 if at(a) > (low * high) ** 0.5 else 1
            axes.annotate(
                PurePath(a.row.subject.puzzle).name,
                (at(a), at(b)),
                (8 * side, 8 if at(a) < at(b) else -8),
                textcoords="offset points",
                ha="left" if side > 0 else "right",
                fontsize="x-small",
            )
        for which in "xy":
            _logarithmic(axes, which)
        axes.set(xlim=(low, high), ylim=(low, high), aspect="equal")
        axes.set(xlabel=f"{first}, seconds", ylabel=f"{second}, seconds")

    return plot, f"{first} and {second}", _SCATTER.format(second=second), draw


_SCATTER = (
    "A point is a run that both did. Above the diagonal, {second} took longer. Crosses on the outer lines "
    "got no answer. Open diamonds are disturbed runs; open circles are too short, the slower below five "
    "times its solver's start-up (grey lines)."
)
_KINDS: Mapping[str, Mapping[str, Any]] = {
    "both answered": {"color": COLOURS[0], "marker": "o", "alpha": 0.7},
    "one or none answered": {"color": _RED, "marker": "x"},
    "disturbed": {"color": COLOURS[1], "fillstyle": "none", "marker": "D"},
    "too short": {"color": _GREY, "fillstyle": "none", "marker": "o"},
}
"""The kinds of points in a scatter plot, and how each is drawn."""


def _logarithmic(axes: Axes, which: str) -> None:
    """A logarithmic axis with plain numbers; 2s and 5s are labelled where there are few powers of ten."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    axis = axes.yaxis if which == "y" else axes.xaxis
    axes.set(**{f"{which}scale": "log"})
    plain = FuncFormatter(lambda value, _: f"{value:g}")
    axis.set_major_formatter(plain)
    low, high = axis.get_data_interval()
    few = high < 50 * low
    axis.set_minor_formatter(plain if few else NullFormatter())
    if few:
        axis.set_minor_locator(LogLocator(subs=(2, 5)))


def _draw_limits(axes: Axes, table: Table) -> None:
    limits = {score.row.terms.seconds_limit for scores in table.scores.values() for score in scores.values()}
    for limit in filter(None, limits):
        axes.axhline(limit, color=_RED, linewidth=0.8, linestyle="--")


_RUN = "A point is a run. Open points above the dashed line got no answer within the limit."
_PLOTS: tuple[tuple[str, str, str, _Draw], ...] = (
    (
        "cactus",
        "Runs answered within a time",
        "Each method's times, sorted. Further right is more answered, lower is faster.",
        _cactus,
    ),
    (
        "empty-cells",
        "Time against empty cells",
        _RUN,
        _against("empty cells", lambda row: row.subject.empty if row.subject.cells else None),
    ),
    (
        "cells",
        "Time against the size of the board",
        _RUN,
        _against("cells of the board", lambda row: row.subject.cells or None),
    ),
    (
        "board-number",
        "Time against the number of the board among those of its size",
        _RUN,
        _against("board number", lambda row: board_number(row.subject.puzzle)),
    ),
    ("memory", "Memory", "Each method's peaks of memory, sorted.", _memory),
)
