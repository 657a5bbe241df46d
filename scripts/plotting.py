"""Figures of the scripts: made, with a logarithmic axis, saved."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.compare.page.plots import MISSING

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure.

    Ends the script with a message if matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        sys.exit(MISSING)
    return Figure(figsize=(width, height), layout="constrained")


def logarithmic(axes: Axes) -> None:
    """Make the y axis, of seconds, logarithmic, with plain numbers."""
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")


def save(figure: Figure, stem: Path) -> None:
    """Write a figure as PNG and as SVG."""
    stem.parent.mkdir(parents=True, exist_ok=True)
    for suffix in (".png", ".svg"):
        figure.savefig(stem.with_suffix(suffix), dpi=130, facecolor="white")
    print(f"the picture is {stem.with_suffix('.svg')}, and .png")
