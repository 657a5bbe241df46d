"""Layout of text that the commands for debugging share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from textwrap import indent

from encoder.symbols import kind_of
from fillomino.board import Board
from smtlib.script import Assertion, Family

SHOWN = 12
"""Number of entries that are shown of a long list."""


def beside(drawings: Sequence[tuple[str, str]], gap: int = 4) -> str:
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
        text += (" " * gap).join(cells).rstrip() + "\n"
    return text


def by_family(
    board: Board, families: Iterable[Family], assertions: Iterable[Assertion], most: int | None = SHOWN
) -> str:
    """Assertions under the titles of their families, each with the cells it is about; then those of none."""
    members: defaultdict[str, list[Assertion]] = defaultdict(list)
    for assertion in assertions:
        members[assertion.family].append(assertion)
    lines = []
    titles = {family.name: f"{family.name}: {family.title}" for family in families}
    for name in sorted(members, key=[*titles, *members].index):
        its = members[name]
        lines.append(titles.get(name, name or "of no family"))
        shown = its if most is None else its[:most]
        lines += [f"  {_cells(board, each)}{each.term}" for each in shown]
        if len(its) > len(shown):
            lines.append(f"  … and {len(its) - len(shown)} more")
    return "".join(f"{line}\n" for line in lines)


def model_text(model: Mapping[str, object]) -> str:
    """The values of a model, a line for each kind of symbol; edges that are not there are left out."""
    kinds: defaultdict[str, list[str]] = defaultdict(list)
    for name, value in model.items():
        kind = kind_of(name)
        shown = str(value).lower() if isinstance(value, bool) else str(getattr(value, "value", value))
        if kind == "e" and shown in ("0", "false"):
            kinds.setdefault(kind, [])
            continue
        kinds[kind].append(name if kind == "e" and shown in ("1", "true") else f"{name} = {shown}")
    lines = [
        ("edges: " if kind == "e" else "") + (", ".join(texts) if texts else "none")
        for kind, texts in kinds.items()
    ]
    return "".join(f"{line}\n" for line in lines)


def indented(text: str) -> str:
    """Text two columns to the right."""
    return indent(text, "  ")


def _cells(board: Board, assertion: Assertion) -> str:
    names = " ".join(board.names[cell] for cell in assertion.about)
    return f"{names}  " if names else ""
