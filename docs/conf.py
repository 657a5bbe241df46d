"""The site of these pages: `make site` builds it, without a network, with warnings as errors.

The page of options and the lists of pages are made here, from the help of commands and docs/README.md; what
else is made stands in the pages (scripts/pages.py).
"""

import os
import re
from pathlib import Path
from typing import Any

from scripts import encodings_race, schemas
from workbench.cli.app import added_to, commands, loaded
from workbench.cli.help import page
from workbench.compare.page.write import write_report

os.environ["COLUMNS"] = "100"  # the width of help

project = "fillomino-smt"
author = "the authors of fillomino-smt"
extensions = ["myst_parser", "sphinx_copybutton", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
autodoc_typehints = "none"
html_theme = "furo"
html_title = project
exclude_patterns = ["README.md"]  # index.md is made of it
myst_heading_anchors = 4

DOCS = Path(__file__).parent
EXAMPLE = "labs/benchmarks/example/README"
UNLISTED = ("options", *([EXAMPLE] if (DOCS / f"{EXAMPLE}.md").exists() else ()))
"""Pages that docs/README.md does not list."""

_OPTIONS = "# Commands and options\n\nThe help of every command; `fillomino COMMAND --help` prints it.\n"


def _help_of(name: str) -> str:
    text = page(name, loaded(name), added_to(name)).partition("  Pages (docs/)")[0].strip()
    return f"\n## `fillomino {name}`\n\n```text\n{text}\n```\n"


def _index() -> str:
    """Return the first page: docs/README.md, with its groups as the lists of pages beside every page."""
    text = (DOCS / "README.md").read_text(encoding="utf-8")
    lists = []
    for group in text.split("\n## ")[1:]:
        pages = re.findall(r"^- \[.*?\]\(([\w/-]+)\.md\)", group, re.MULTILINE)
        title = group.partition("\n")[0]
        pages += UNLISTED if title == "Reference" else ()
        lists.append(f"```{{toctree}}\n:hidden:\n:caption: {title}\n\n" + "\n".join(pages) + "\n```\n")
    return f"{text}\n" + "\n".join(lists)


for _name, _text in (
    ("options", _OPTIONS + "".join(map(_help_of, commands()))),
    ("index", _index()),
):
    (DOCS / f"{_name}.md").write_text(_text, encoding="utf-8")


def _without_outside(_app: Any, _page: str, text: list[str]) -> None:
    """Name files outside of the pages in place of links to them."""
    text[0] = text[0].replace("`build/site/race/index.html`", '<a href="race/index.html">the race</a>')
    text[0] = re.sub(r"\[([^]]+)\]\(\.\./([^)]+)\)", r"\1 (`\2`)", text[0])


_ACCESSIBLE = {
    '<p class="caption" role="heading">': '<p class="caption" role="heading" aria-level="2">',
    "<pre>": '<pre tabindex="0">',
    '<div class="table-wrapper ': '<div tabindex="0" role="region" aria-label="Table" class="table-wrapper ',
}
"""What the theme leaves out: levels of headings, and the keyboard's way to blocks that scroll."""


def _beside(app: Any, error: Exception | None) -> None:
    """Mend what the theme leaves out; make a page of the race, and the schemas of rows."""
    if error is None:
        for page in Path(app.outdir).rglob("*.html"):
            text = page.read_text(encoding="utf-8")
            for old, new in _ACCESSIBLE.items():
                text = text.replace(old, new)
            page.write_text(text, encoding="utf-8")
        schemas.write_schemas(Path(app.outdir, "schemas"))
        rows, _ = encodings_race.runs_in(encodings_race.RUNS)
        write_report(rows, Path(app.outdir, "race"), title="The race of encodings")


def setup(app: Any) -> None:
    """Connect what the site changes in a page, and what it adds."""
    app.connect("source-read", _without_outside)
    app.connect("build-finished", _beside)
