"""Write docs/families.md anew: what each family of the forests is for. Takes some minutes."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from drivers import find, version  # noqa: E402
from encoder.encodings import find as find_encoding  # noqa: E402
from encoder.script import Encoding  # noqa: E402
from workbench.audit.families import row_text, table  # noqa: E402
from workbench.audit.sweep import Scope  # noqa: E402

PAGE = ROOT / "docs" / "families.md"
SCOPE = Scope(every=4, sampled=6)
FORESTS = ("forest", "forest-tight", "forest-bv", "forest-bool")
INTRODUCTION = """\
# What each family is for

Each family of the four forests is dropped in turn, and the rest audited. The smallest puzzle that then goes
wrong shows what the family is for; where there is none, the family is redundant as far as was looked. Found
by {first}, and every line checked by {second}. That the others imply a family was decided on the boards
without clues; one that excludes models tells apart models of one filling.

This page is written by `python scripts/families.py`. The same for any encoding, here on smaller boards:

```sh
fillomino audit forest --families --every 2 --sampled 3
```
"""


def section(encoding: Encoding, scope: Scope) -> str:
    """The table of one encoding."""
    rows = table(encoding, find("yices"), find("z3"), scope)
    lines = [f"| {row.family.name} | {row.family.title} | {row_text(row)} |\n" for row in rows]
    return f"\n## `{encoding.name}`\n\n| family | says | without it |\n| --- | --- | --- |\n" + "".join(lines)


if __name__ == "__main__":
    text = INTRODUCTION.format(first=version(find("yices")), second=version(find("z3")))
    for encoding in map(find_encoding, FORESTS):
        print(encoding.name, flush=True)
        text += section(encoding, SCOPE)
    PAGE.write_text(text, encoding="utf-8")
