"""The site: every page is in its lists."""

from __future__ import annotations

import re
from pathlib import Path

from encoder.encodings.table import METHODS

DOCS = Path(__file__).resolve().parents[1] / "docs"


def test_every_page_is_listed_once() -> None:
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    listed = [
        line for block in re.findall(r"```\{toctree\}(.*?)```", index, re.DOTALL) for line in block.split()
    ]
    pages = {path.stem for path in DOCS.glob("*.md")} - {"README", "index"} | {
        "options",
        "keys",
        "codes",
        "benchmarks/example/README",
    }
    names = [name for name in listed if not name.startswith(":") and name in pages]
    assert sorted(names) == sorted(pages)


def test_the_list_of_pages_has_the_groups_of_the_site() -> None:
    listed = re.findall(
        r"^## (.+)$|\]\(([\w-]+)\.md\)", (DOCS / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    index = (DOCS / "index.md").read_text(encoding="utf-8").partition("```{toctree}")[2]
    names = re.findall(r"^:caption: (.+)$|^([\w-]+)$", index, re.MULTILINE)
    assert [one for one in names if one[1] not in ("options", "keys", "codes")] == listed


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
