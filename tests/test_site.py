"""The site: every author is named."""

from __future__ import annotations

import re
from pathlib import Path

from encoder.encodings.table import METHODS

DOCS = Path(__file__).resolve().parents[1] / "docs"


def test_every_author_that_is_cited_is_on_the_page_of_sources() -> None:
    page = (DOCS / "sources.md").read_text(encoding="utf-8")
    sources = {one.source for one in METHODS}
    sources |= {family.source for one in METHODS for family in one.families}
    modules = [path for folder in ("encoder", "workbench") for path in (DOCS.parent / folder).rglob("*.py")]
    cited = "\n".join(path.read_text(encoding="utf-8") for path in modules)
    papers = re.findall(r"(?:Source:|After) ((?:[A-Z]\w+[ ,]+)+)\"", cited)
    authors = {one.split()[-1] for authors in papers for one in authors.strip(", ").split(",")}
    assert {"Niemetz", "Wetzler"} <= authors
    authors |= {name for text in sources for name in re.findall(r"\b[A-Z]\.(?:-[A-Z]\.)? ([A-Z]\w+)", text)}
    assert {"Gavish", "Zhou", "Whitney"} <= authors
    assert not {name for name in authors if name not in page}
