"""Layout of text that the commands for debugging share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from textwrap import indent

from encoder.symbols import joins, kind_of
from fillomino.board import Board
from fillomino.instance import Filling, Instance, Violation
from fillomino.puzzle import Puzzle
from smtlib.script import Assertion, Family

SHOWN = 12
"""Number of entries that are shown of a long list."""


def beside(drawings: Sequence[tuple[str, str]]) -> str:
    """Drawings side by side, each under its title; ends with a newline."""
    columns = []
    for title, drawing in drawings:
        lines = [title, *drawing.rstrip("\n").split("\n")]
        width = max(map(len, lines))
        columns.append([line.ljust(width) for line in lines])
    widths = [len(column[0]) for column in columns]
    rows = zip_longest(*columns)
    text = ""
    for row in rows:
        cells = [cell if cell is not None else " " * width for cell, width in zip(row, widths, strict=True)]
        text += "    ".join(cells).rstrip() + "\n"
    return text


def by_family(
    board: Board,
    families: Iterable[Family],
    assertions: Iterable[Assertion],
    most: int | None = SHOWN,
    lines_of: Mapping[int, int] | None = None,
) -> str:
    """Return assertions under the titles of their families, each with the cells it is about.

    Args:
        board: the board of the cells.
        families: in the order in which they are shown; assertions of any other come last.
        assertions: the assertions.
        most: how many are shown of each family; ``None`` for all.
        lines_of: for assertions of a file the line of each, by its `id`.
    """
    members: defaultdict[str, list[Assertion]] = defaultdict(list)
    for assertion in assertions:
        members[assertion.family].append(assertion)
    lines = []
    titles = {family.name: f"{family.name}: {family.title}".rstrip(": ") for family in families}
    for name in sorted(members, key=[*titles, *members].index):
        own = members[name]
        lines.append(titles.get(name) or name or "of no family")
        shown = own if most is None else own[:most]
        for assertion in shown:
            line = lines_of.get(id(assertion)) if lines_of else None
            place = f"line {line}: " if line else ""
            lines.append(f"  {place}{_cells(board, assertion)}{assertion.term}")
        if len(own) > len(shown):
            lines.append(f"  … and {len(own) - len(shown)} more")
    return "".join(f"{line}\n" for line in lines)


def model_text(model: Mapping[str, object], patterns: Iterable[str] = ()) -> str:
    """The values of a model, a line for each kind of symbol.

    Args:
        model: from symbol to value.
        patterns: how its symbols are made of cells (`Encoding.symbols`). Of those of two cells that hold or
            not, such as edges, the ones that hold are listed; of numbers, all but 0.
    """
    patterns = tuple(patterns)
    kinds: defaultdict[str, list[str]] = defaultdict(list)
    for name, value in model.items():
        listed = kinds[kind_of(name)]
        shown = str(value).lower() if isinstance(value, bool) else str(getattr(value, "value", value))
        if not joins(name, patterns):
            listed.append(f"{name} = {shown}")
        elif shown not in ("0", "false"):
            listed.append(name if shown == "true" else f"{name} = {shown}")
    lines = [line for kind, texts in kinds.items() for line in _wrapped(texts or [f"no {kind}_x_y"])]
    return "".join(f"{line}\n" for line in lines)


_WIDTH = 110


def _wrapped(texts: Sequence[str]) -> list[str]:
    """Texts with commas, in lines of `_WIDTH` characters where each text is shorter."""
    lines = [texts[0]]
    for text in texts[1:]:
        if len(lines[-1]) + len(text) + 3 > _WIDTH:
            lines[-1] += ","
            lines.append(f"  {text}")
        else:
            lines[-1] += f", {text}"
    return lines


def beside_puzzle(puzzle: Instance, filling: Filling | None, title: str, broken: Sequence[Violation]) -> str:
    """Return a puzzle beside a filling, what the drawings do not show, and the rules that it breaks."""
    drawings = [("puzzle", puzzle.draw())]
    if filling is not None:
        drawings.append((title, puzzle.draw_model(filling)))
    lines = [indented(beside(drawings))]
    if isinstance(puzzle, Puzzle) and puzzle.largest_region is not None:
        lines.append(f"The largest region allowed is {puzzle.largest_region}.\n")
    if isinstance(puzzle, Puzzle) and (puzzle.checkered or puzzle.basic):
        lines.append(f"The puzzle is {'checkered' if puzzle.checkered else 'basic'}.\n")
    if broken:
        lines += ["Broken rules:\n", *(f"  {violation.text}\n" for violation in broken)]
    return "".join(lines)


def indented(text: str) -> str:
    """Text two columns to the right."""
    return indent(text, "  ")


def _cells(board: Board, assertion: Assertion) -> str:
    names = " ".join(board.names[cell] for cell in assertion.about)
    return f"{names}  " if names else ""
