"""How much each method of counting tries, drawn against the size and against the largest region."""

from __future__ import annotations

from pathlib import Path

from fillomino.board import rectangle
from fillomino.counting.methods import METHODS
from fillomino.counting.schedule import schedule
from fillomino.counting.sweep import sweep
from fillomino.counting.task import Task, bare
from fillomino.errors import InputError

SIZES = ((1, 2), (2, 2), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (2, 7), (3, 5), (4, 4))
REGIONS = 4, 4
"""The board on which the largest region varies."""


def operations(task: Task) -> dict[str, int]:
    """What each method goes through: grids, or the states of all layers. Counted, not timed."""
    tried = {method.name: method.space(task) for method in METHODS if method.space is not None}
    return {"frontier": sweep(schedule(task)).states, **tried}


def draw(path: Path) -> None:
    """Write the two figures side by side; the ending of the path says in which format.

    Raises:
        InputError: if matplotlib is missing, or the file can't be written.
    """
    try:
        import matplotlib as mpl
    except ImportError as error:
        raise InputError("plots need matplotlib: pip install 'fillomino-smt[plots]'") from error
    mpl.use("agg")
    mpl.rcParams["svg.hashsalt"] = "fillomino"  # the same figure gives the same file
    from matplotlib import pyplot

    by_size = {f"{h}x{w}": operations(bare(rectangle(h, w))) for h, w in SIZES}
    board = rectangle(*REGIONS)
    by_region = {str(k): operations(bare(board, k)) for k in range(1, board.size + 1)}
    figure, axes = pyplot.subplots(1, 2, figsize=(10, 4), layout="constrained")
    for axis, rows, name in (
        (axes[0], by_size, "board (no bound)"),
        (axes[1], by_region, f"largest region on {REGIONS[0]}x{REGIONS[1]}"),
    ):
        for method, marker in (("naive", "o"), ("partitions", "s"), ("frontier", "^")):
            axis.plot(list(rows), [row[method] for row in rows.values()], marker=marker, label=method)
        axis.set_yscale("log")
        axis.set_xlabel(name)
        axis.grid(alpha=0.3)
    axes[0].set_ylabel("grids tried, or states")
    axes[0].legend()
    try:
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    except (OSError, ValueError) as error:
        raise InputError(f"can't be written: {error}", source=str(path)) from error
    finally:
        pyplot.close(figure)
