"""The page: one file that needs no other, with tables that sort and plots that follow light and dark."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from workbench.compare.page.plots import Plot
from workbench.compare.page.tables import Cell, Sheet

_HERE = Path(__file__).parent


def page(
    title: str, facts: Sequence[tuple[str, str]], wrong: Sequence[str], sheets: Sequence[Sheet],
    drawn: Sequence[tuple[Plot, str]], note: str,
) -> str:  # fmt: skip
    """The page as HTML.

    Args:
        title: its heading.
        facts: what was run where, as name and value.
        wrong: what must not be overlooked, in sentences.
        sheets: its tables; the first two come before the plots.
        drawn: its plots, each with its SVG.
        note: what is missing, if anything is.
    """
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<link rel="icon" href="data:,"><meta name="color-scheme" content="light dark">',
        f"<style>{(_HERE / 'page.css').read_text(encoding='utf-8')}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
    ]
    if wrong:
        lines = "".join(f"<li>{escape(line)}</li>" for line in wrong)
        parts.append(
            f'<section class="wrong" role="alert"><h2>Wrong or failed</h2><ul>{lines}</ul></section>'
        )
    pairs = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts)
    parts.append(f'<dl class="facts">{pairs}</dl>')
    parts += [_table(sheet) for sheet in sheets[:2]]
    if note:
        parts.append(f'<p class="note">{escape(note)}</p>')
    parts.append('<div class="plots">')
    parts += [_figure(plot, svg) for plot, svg in drawn]
    parts.append("</div>")
    parts += [_table(sheet) for sheet in sheets[2:]]
    parts.append(f"<script>{(_HERE / 'page.js').read_text(encoding='utf-8')}</script></body></html>")
    return "\n".join(parts) + "\n"


def _table(sheet: Sheet) -> str:
    # A column with a number in it is a column of numbers, to the right; texts among them are statuses.
    columns = range(len(sheet.columns))
    kinds = ["number" if any(isinstance(r[i], int | float) for r in sheet.rows) else "text" for i in columns]
    heads = "".join(
        f'<th scope="col" class="{kind}"><button type="button">{escape(name)}</button></th>'
        for kind, name in zip(kinds, sheet.columns, strict=True)
    )
    rows = "".join(
        f"<tr>{''.join(_cell(cell, kind) for cell, kind in zip(row, kinds, strict=True))}</tr>"
        for row in sheet.rows
    )
    return (
        f'<section id="{sheet.name}"><h2>{escape(sheet.title)}</h2><p>{escape(sheet.caption)}</p>'
        f'<div class="wide"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'
        "</section>"
    )


def _cell(cell: Cell, kind: str) -> str:
    """A cell; numbers carry their full value, by which they sort."""
    if isinstance(cell, int | float):
        shown = str(cell) if isinstance(cell, int) else _shown(cell)
        return f'<td class="{kind}" data-value="{cell:.9g}">{shown}</td>'
    return f'<td class="{kind}">{escape(cell or "")}</td>'


def _shown(value: float) -> str:
    return f"{value:.3f}" if abs(value) < 100 else f"{value:.1f}"


def _figure(plot: Plot, svg: str) -> str:
    kind = "square" if plot.square else "oblong"
    return (
        f'<figure class="{kind}" id="plot-{escape(plot.name)}"><h3>{escape(plot.title)}</h3>'
        f'<div class="plot" role="img" aria-label="{escape(plot.title)}">{svg}</div>'
        f"<figcaption>{escape(plot.caption)}</figcaption></figure>"
    )
