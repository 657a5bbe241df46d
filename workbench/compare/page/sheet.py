"""A table of the report, and the formats in which it is written: CSV, Markdown, LaTeX."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TypeAlias

from drivers.statistics import COUNTERS
from workbench.compare.row import Row

Cell: TypeAlias = str | int | float | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table.

    Attributes:
        name: its file name, without ending.
        title: its heading.
        caption: its content, in a sentence or two.
        lines: the cells of each line by the names of the columns, the same in all; ``None`` is empty.
    """

    name: str
    title: str
    caption: str
    lines: Sequence[Mapping[str, Cell]]

    @property
    def columns(self) -> Mapping[str, str]:
        """The kind of each column: ``number`` where any cell holds one, or ``text``."""
        return {
            name: "number" if any(isinstance(line[name], int | float) for line in self.lines) else "text"
            for name in self.lines[0]
        }


def shown(cell: Cell) -> str:
    """Return a cell as text: with three decimals, or one from 100 on."""
    if isinstance(cell, float):
        return f"{cell:.3f}" if abs(cell) < 100 else f"{cell:.1f}"
    return "" if cell is None else str(cell)


def to_csv(sheet: Sheet) -> str:
    """Return a table as CSV (RFC 4180), in full precision."""
    return _csv([list(sheet.columns), *(list(line.values()) for line in sheet.lines)])


def runs_csv(rows: Sequence[Row]) -> str:
    """Return all runs as CSV, a column for each key of a row."""
    names = [field.name for field in fields(Row) if field.name != "statistics"]
    lines: list[list[object]] = [[*names, *(f"statistics.{name}" for name in COUNTERS)]]
    for row in rows:
        values = [getattr(row, name) for name in names]
        counts = [getattr(row.statistics, name, None) for name in COUNTERS]
        lines.append([*(" ".join(v) if isinstance(v, tuple) else v for v in values), *counts])
    return _csv(lines)


def _csv(lines: Sequence[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows([_defused(cell) for cell in line] for line in lines)
    return text.getvalue()


def _defused(cell: object) -> object:
    """Return a cell that no spreadsheet takes for a formula (CWE-1236): with an apostrophe before it."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell


def to_markdown(sheet: Sheet) -> str:
    """Return a table as Markdown, with its heading and caption."""
    lines = [
        [_markdown(name) for name in sheet.columns],
        ["---:" if kind == "number" else "---" for kind in sheet.columns.values()],
        *([_markdown(shown(cell)) for cell in line.values()] for line in sheet.lines),
    ]
    table = "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
    return f"## {_markdown(sheet.title)}\n\n{_markdown(sheet.caption)}\n\n{table}"


def _markdown(text: str) -> str:
    return re.sub(r"([\\`*_\[\]<>|#~])", r"\\\1", " ".join(text.split()))


def to_latex(sheet: Sheet) -> str:
    """Return a table as LaTeX: a ``table`` with ``booktabs`` rules."""
    kinds = "".join("r" if kind == "number" else "l" for kind in sheet.columns.values())
    lines = [sheet.columns, *([shown(cell) for cell in line.values()] for line in sheet.lines)]
    head, *body = (" & ".join(map(_latex, cells)) + " \\\\\n" for cells in lines)
    return (
        f"% needs \\usepackage{{booktabs}}\n\\begin{{table}}\n"
        f"\\caption{{{_latex(sheet.title)}. {_latex(sheet.caption)}}}\n\\label{{tab:{sheet.name}}}\n"
        f"\\begin{{tabular}}{{{kinds}}}\n\\toprule\n{head}\\midrule\n{''.join(body)}\\bottomrule\n"
        "\\end{tabular}\n\\end{table}\n"
    )


_LATEX = str.maketrans(
    {sign: f"\\{sign}" for sign in "&%$#_{}"}
    | {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"}
    | {"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}"}
)


def _latex(text: str) -> str:
    return " ".join(text.split()).translate(_LATEX)


FORMATS: Mapping[str, Callable[[Sheet], str]] = {"csv": to_csv, "md": to_markdown, "tex": to_latex}
"""The function that writes a table, by the ending of the file."""
