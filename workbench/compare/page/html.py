"""The page: one file that needs no other, with tables that sort, and plots where Plotly is installed."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from importlib.util import find_spec
from pathlib import Path

from workbench.compare.page.data import Json
from workbench.compare.page.sheet import Cell, Sheet, shown

MISSING = "the plots of the page need Plotly: pip install 'fillomino-smt[plots]'"
"""The package to install where the page has no plots."""

_HERE = Path(__file__).parent
_SCRIPTS = ("sort.js", "explore.js", "draw.js")


def page(
    title: str, facts: Sequence[tuple[str, str]], wrong: Sequence[str], sheets: Sequence[Sheet], data: Json
) -> str:
    """The page as HTML.

    Args:
        title: its heading.
        facts: what was run where, as name and value.
        wrong: what must not be overlooked, in sentences.
        sheets: its tables.
        data: the runs, see `explorable`.
    """
    library = plotly()
    plain = "" if library else ' class="plain"'
    ours = "\n".join(_read(name) for name in _SCRIPTS)
    scripts = [f'(() => {{\n"use strict";\n{ours}}})();', *([library] if library else [])]
    # In JSON "<" occurs within strings only, where it may be written as an escape: no tag can end the script.
    text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    links = "".join(f'<a href="#{sheet.name}">{escape(sheet.title)}</a> ' for sheet in sheets)
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>',
        f'<meta http-equiv="Content-Security-Policy" content="{_policy(scripts)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<link rel="icon" href="data:,"><meta name="color-scheme" content="light dark">',
        f"<style>{_read('page.css')}</style></head><body{plain}><main>",
        f"<h1>{escape(title)}</h1>",
        _alert(wrong),
        f'<dl class="facts">{"".join(_fact(*fact) for fact in facts)}</dl>',
        f'<nav aria-label="Contents"><a href="#explore">Explore</a> {links}</nav>',
        "" if library else f'<p class="note">{escape(MISSING[0].upper() + MISSING[1:])}</p>',
        _read("explorer.html"),
        *(_table(sheet) for sheet in sheets),
        f'</main><script type="application/json" id="data">{text}</script>',
        *(f"<script>{script}</script>" for script in scripts),
        "</body></html>\n",
    ]
    return "\n".join(parts)


def plotly() -> str:
    """The library for plots that the Python package Plotly ships, as text; empty where that is missing."""
    found = find_spec("plotly")
    if found is None or found.origin is None:
        return ""
    return (Path(found.origin).parent / "package_data" / "plotly.min.js").read_text(encoding="utf-8")


def _read(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


def _policy(scripts: Sequence[str]) -> str:
    """A policy under which the page runs its own scripts and loads nothing; Plotly writes its own style."""
    digests = " ".join(f"'sha256-{b64encode(sha256(its.encode()).digest()).decode()}'" for its in scripts)
    return (
        f"default-src 'none'; script-src {digests}; style-src 'unsafe-inline'; img-src data: blob:; "
        f"base-uri 'none'; form-action 'none'"
    )


def _alert(wrong: Sequence[str]) -> str:
    if not wrong:
        return ""
    lines = "".join(f"<li>{escape(line)}</li>" for line in wrong)
    return f'<section class="wrong" role="alert"><h2>Wrong or failed</h2><ul>{lines}</ul></section>'


def _fact(name: str, value: str) -> str:
    return f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>"


def _table(sheet: Sheet) -> str:
    kinds = ["number" if number else "text" for number in sheet.numeric]
    heads = "".join(
        f'<th scope="col" class="{kind}"><button type="button">{escape(name)}</button></th>'
        for kind, name in zip(kinds, sheet.columns, strict=True)
    )
    rows = "".join(
        f"<tr>{''.join(_cell(cell, kind) for cell, kind in zip(row, kinds, strict=True))}</tr>"
        for row in sheet.rows
    )
    title = escape(sheet.title)
    return (
        f'<section class="whole" id="{sheet.name}"><h2>{title}</h2><p>{escape(sheet.caption)}</p>'
        f'<div class="wide" role="region" aria-label="{title}" tabindex="0"><table class="whole">'
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div></section>"
    )


def _cell(cell: Cell, kind: str) -> str:
    """A cell; numbers carry their full value, by which they sort."""
    value = f' data-value="{cell:.9g}"' if isinstance(cell, int | float) else ""
    return f'<td class="{kind}"{value}>{escape(shown(cell))}</td>'
