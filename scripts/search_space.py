"""Draw how much each method of counting has to try: the figures of the article on counting all games.

Three panels: against the size of the board, and against the largest region on 3x3 and on 4x4. Counted are
grids tried (methods naive and partitions) and states of all layers (method frontier); nothing is timed.

    python scripts/search_space.py                         search-space.png and search-space.svg
    python scripts/search_space.py -o figures/counting     the same under another name
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from fillomino.board import rectangle
from fillomino.counting.methods import count, spaces
from fillomino.counting.settings import CountProgress, Settings
from fillomino.counting.task import Task, bare
from scripts.harness import new_figure, new_parser, save

SIZES = ((1, 2), (2, 2), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (2, 7), (3, 5), (4, 4))
SQUARES = (3, 4)
"""The squares on which the largest region varies."""

MARKERS = {"naive": "o", "partitions": "s", "frontier": "^"}


def operations(task: Task) -> dict[str, int]:
    """Return the number of grids, or of states of all layers, that each method goes through."""
    states: dict[int, int] = {}  # by the number of cells filled

    def watch(progress: CountProgress) -> None:
        states[progress.done] = progress.states

    count(task, "frontier", settings=Settings(watch=watch))
    return {"frontier": sum(states.values()), **spaces(task)}


def panels() -> dict[str, dict[str, dict[str, int]]]:
    """Return for each panel, by the label of its axis, the operations of each of its boards."""
    found = {"board (no bound on regions)": {f"{h}x{w}": operations(bare(rectangle(h, w))) for h, w in SIZES}}
    for side in SQUARES:
        board = rectangle(side, side)
        found[f"largest region on {side}x{side}"] = {
            str(largest): operations(bare(board, largest)) for largest in range(1, board.size + 1)
        }
    return found


def draw(drawn: Mapping[str, Mapping[str, Mapping[str, int]]], stem: Path) -> None:
    """Write the panels side by side, as PNG and SVG, on one logarithmic scale."""
    figure = new_figure(4.4 * len(drawn), 4)
    fields = figure.subplots(1, len(drawn), sharey=True, squeeze=False)[0]
    for axes, (label, boards) in zip(fields, drawn.items(), strict=True):
        for method, marker in MARKERS.items():
            axes.plot(list(boards), [its[method] for its in boards.values()], marker=marker, label=method)
        axes.set_yscale("log")
        axes.set_xlabel(label)
        axes.grid(alpha=0.3)
    fields[0].set_ylabel("grids tried, or states")
    fields[0].legend()
    save(figure, stem)


def main() -> None:
    parser = new_parser(__doc__)
    parser.add_argument("-o", "--output", type=Path, default=Path("search-space"), metavar="STEM")
    output = parser.parse_args().output
    draw(panels(), output)


if __name__ == "__main__":
    main()
