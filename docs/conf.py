"""The site of these pages: `make site` builds it, without a network, with warnings as errors.

The pages of options, keys and codes are made here, from the help of commands, the classes of rows and errors.
"""

import bz2
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from click.testing import CliRunner

from scripts import error_codes, schemas
from workbench.cli.app import COMMANDS, app
from workbench.compare.files import read
from workbench.compare.page.write import write_report

project = "fillomino-smt"
author = "the authors of fillomino-smt"
extensions = ["myst_parser", "sphinx_copybutton", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
autodoc_typehints = "none"
html_theme = "furo"
html_title = project
exclude_patterns = ["README.md"]  # index.md is the list of pages here
myst_heading_anchors = 4

_OPTIONS = "# Commands and options\n\nThe help of every command; `fillomino COMMAND --help` prints it.\n"


def _help_of(name: str) -> str:
    printed = CliRunner().invoke(app, [name, "--help"], env={"COLUMNS": "100"})
    return (
        f"\n## `fillomino {name}`\n\n```text\n{printed.output.partition('  Pages (docs/)')[0].strip()}\n```\n"
    )


Path(__file__).with_name("options.md").write_text(
    _OPTIONS + "".join(map(_help_of, COMMANDS)), encoding="utf-8"
)


Path(__file__).with_name("codes.md").write_text(error_codes.page(), encoding="utf-8")
Path(__file__).with_name("keys.md").write_text(schemas.page(), encoding="utf-8")


def _outside(_app: Any, _page: str, text: list[str]) -> None:
    """Name files outside of the pages in place of links to them, and link the one that the site makes."""
    text[0] = text[0].replace("`build/site/race/index.html`", '<a href="race/index.html">the race</a>')
    text[0] = re.sub(r"\[([^]]+)\]\(\.\./(examples/[^)]+)\)", r"\1 (`\2`)", text[0])


def _beside(app: Any, error: Exception | None) -> None:
    """Make a page of the runs that docs/race.md sums up, and the schemas of rows."""
    if error is None:
        schemas.write_schemas(Path(app.outdir, "schemas"))
        with TemporaryDirectory() as folder:
            runs = Path(folder, "race.jsonl")
            runs.write_bytes(bz2.decompress(Path(app.srcdir, "encodings", "race.jsonl.bz2").read_bytes()))
            write_report(read([runs])[0], Path(app.outdir, "race"), title="The race of encodings")


def setup(app: Any) -> None:
    """Connect what the site changes in a page, and what it adds."""
    app.connect("source-read", _outside)
    app.connect("build-finished", _beside)
