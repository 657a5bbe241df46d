"""Write docs/families.md anew: what each family of each encoding is for. Takes some minutes."""

from __future__ import annotations

import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from drivers import find, version  # noqa: E402
from encoder.encodings import ENCODINGS  # noqa: E402
from encoder.script import Encoding  # noqa: E402
from workbench.audit.families import row_text, table  # noqa: E402
from workbench.audit.sweep import Scope  # noqa: E402

PAGE = ROOT / "docs" / "families.md"
SCOPE = Scope(every=4, sampled=6)
INTRODUCTION = """\
# What each family is for

Each family of each encoding is dropped in turn, and the rest audited. The smallest puzzle that then goes
wrong shows what the family is for; where there is none, the family is redundant as far as was looked. Found
by {first}, and every line checked by {second}. That the others imply a family was decided on the boards
without clues; one that excludes models tells apart models of one filling. One that *says nothing yet* speaks
only of numbers larger than these boards have. The lazy method `cuts` is not here: its script lets everything
through that is learned later, so no audit can drop a family of it. And mind the size of the boards: what
`placements` says of numbers it does not place has little to do on six cells; larger boards may need it.

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
    for encoding in ENCODINGS:
        begun = time.monotonic()
        text += section(encoding, SCOPE)
        print(f"{encoding.name}: {time.monotonic() - begun:.0f} s", flush=True)
    PAGE.write_text(text, encoding="utf-8")
