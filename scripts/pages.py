"""Write what is made in the pages of docs/ anew: `make docs`.

    python scripts/pages.py            write them
    python scripts/pages.py --check    only list those that are stale; exit code 1 if there are any

In a page `<!-- table: NAME -->` stands before a table of `scripts/tables.py`, `<!-- measured: NAME -->`
before a file of docs/measured or docs/labs/NAME/measured, `<!-- program: NAME -->` before one of examples,
and `<!-- end -->` after each; a new mark needs no end. `PAGES` are made as a whole. The pages of
laboratories are in docs/labs.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from scripts import error_codes, families, schemas
from scripts.harness import EXAMPLES, MEASURED, ROOT, new_parser
from scripts.tables import TABLES

DOCS = ROOT / "docs"

END = "<!-- end -->"
MARK = re.compile(rf"^<!-- (table|measured|program): (.*) -->\n(?:(?:(?!<!-- ).*\n)*{END}\n)?", re.MULTILINE)
"""A mark, with what stands there up to its end, if it has one before the next mark."""

PAGES: Mapping[str, Callable[[], str]] = {
    "codes.md": lambda: error_codes.page(error_codes.codes()),
    "families.md": families.page,
    "keys.md": schemas.page,
}
"""The pages that are made as a whole, by name."""

NOTE = "<!-- made by `make docs` -->\n\n"


def filled(page: str) -> str:
    """Return the text of a page with each table, measurement and program as it is now.

    Raises:
        KeyError: for a name that no table has.
    """
    return MARK.sub(lambda mark: f"<!-- {mark[1]}: {mark[2]} -->\n\n{_made(mark[1], mark[2])}\n{END}\n", page)


def _made(kind: str, name: str) -> str:
    if kind == "table":
        return TABLES[name]()
    if kind == "measured":
        [path] = [*MEASURED.glob(f"{name}.txt"), *DOCS.glob(f"labs/*/measured/{name}.txt")]
        return path.read_text(encoding="utf-8")
    return f"```python\n{(EXAMPLES / name).read_text(encoding='utf-8')}```\n"


def stale() -> dict[Path, str]:
    """Return the pages that are not as they should be, each with its text as it should be."""
    wanted = {DOCS / name: NOTE + make() for name, make in PAGES.items()}
    for path in [*sorted(DOCS.glob("*.md")), *sorted(DOCS.glob("labs/*/*.md"))]:
        if path.name not in PAGES and MARK.search(text := path.read_text(encoding="utf-8")):
            wanted[path] = filled(text)
    return {
        path: text for path, text in wanted.items() if not path.exists() or path.read_text("utf-8") != text
    }


def main() -> None:
    """Write or list the stale pages."""
    parser = new_parser(__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    check = parser.parse_args().check
    pages = stale()
    for path, text in pages.items():
        if not check:
            path.write_text(text, encoding="utf-8")
        print(f"{path.relative_to(ROOT)}: {'stale; `make docs` writes it anew' if check else 'written'}")
    if check and pages:
        sys.exit(1)


if __name__ == "__main__":
    main()
