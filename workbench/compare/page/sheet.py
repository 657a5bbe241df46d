"""A table of the report as plain cells, and the formats it is written in: CSV, Markdown, LaTeX."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TypeAlias

from workbench.compare.row import Row

Cell: TypeAlias = str | int | float | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table.

    Attributes:
        name: its file name, without ending.
        title: its heading.
        caption: what is in it, in a sentence or two.
        columns: the names of the columns.
        rows: the cells; ``None`` is empty.
    """

    name: str
    title: str
    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def numeric(self) -> list[bool]:
        """For each column whether it holds a number; texts among numbers are statuses."""
        return [any(isinstance(row[i], int | float) for row in self.rows) for i in range(len(self.columns))]


def shown(cell: Cell) -> str:
    """A cell as text: three decimals, one from 100 on."""
    if cell is None or isinstance(cell, str):
        return cell or ""
    if isinstance(cell, int):
        return str(cell)
    return f"{cell:.3f}" if abs(cell) < 100 else f"{cell:.1f}"


def to_csv(sheet: Sheet) -> str:
    """A table as CSV (RFC 4180), full precision."""
    return _csv([sheet.columns, *sheet.rows])


def runs_csv(rows: Sequence[Row]) -> str:
    """All runs as CSV, a column for each key of a row."""
    names = [field.name for field in fields(Row)]
    lines = ([getattr(row, name) for name in names] for row in rows)
    return _csv([names, *([" ".join(v) if isinstance(v, tuple) else v for v in line] for line in lines)])


def _csv(lines: Sequence[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows([_defused(cell) for cell in line] for line in lines)
    return text.getvalue()


def _defused(cell: object) -> object:
    """A cell that a spreadsheet takes for text, not for a formula: with an apostrophe before it."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def to_markdown(sheet: Sheet) -> str:
    """A table as Markdown, with its heading and caption."""
    lines = [
        [_markdown(name) for name in sheet.columns],
        ["---:" if number else "---" for number in sheet.numeric],
        *([_markdown(shown(cell)) for cell in row] for row in sheet.rows),
    ]
    table = "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
    return f"## {_markdown(sheet.title)}\n\n{_markdown(sheet.caption)}\n\n{table}"


def _markdown(text: str) -> str:
    return re.sub(r"([\\`*_\[\]<>|#~])", r"\\\1", " ".join(text.split()))


def to_latex(sheet: Sheet) -> str:
    """A table as LaTeX: a ``table`` with ``booktabs`` rules."""
    columns = "".join("r" if number else "l" for number in sheet.numeric)
    lines = [" & ".join(_latex(shown(cell)) for cell in row) + r" \\" for row in sheet.rows]
    return "\n".join(
        (
            "% needs \\usepackage{booktabs}",
            r"\begin{table}",
            rf"\caption{{{_latex(sheet.title)}. {_latex(sheet.caption)}}}",
            rf"\label{{tab:{sheet.name}}}",
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            " & ".join(map(_latex, sheet.columns)) + r" \\",
            r"\midrule",
            *lines,
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
            "",
        )
    )


_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The beginnings of cells that spreadsheets compute (CWE-1236)."""

_LATEX = {
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "\\": r"\textbackslash{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
}


def _latex(text: str) -> str:
    return "".join(_LATEX.get(sign, sign) for sign in " ".join(text.split()))


FORMATS: Mapping[str, Callable[[Sheet], str]] = {"csv": to_csv, "md": to_markdown, "tex": to_latex}
"""By the ending of a file: what writes a table into it."""
