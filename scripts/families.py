"""Write docs/families.md anew: what each family of each encoding is for. Half a minute at most for each.

python scripts/families.py                              every encoding
python scripts/families.py forest-tight forest-bool     these only; the page keeps the sections of others
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from drivers import find, version  # noqa: E402
from encoder.encoding import Encoding  # noqa: E402
from encoder.encodings.table import ENCODINGS  # noqa: E402
from workbench.audit.families import row_text, scope_text, table  # noqa: E402
from workbench.audit.scripts import Scripts  # noqa: E402
from workbench.audit.sweep import Scope  # noqa: E402

PAGE = ROOT / "docs" / "families.md"
SCOPE = Scope(every=4, sampled=6)
LOOKED_AT = "all 3,560 puzzles of 10 boards of up to 4 cells and 280 sampled ones of up to 6 cells"
INTRODUCTION = """\
# What each family is for

Each family of each encoding is dropped in turn, and the rest audited. The smallest puzzle on which that goes
wrong shows the purpose of the family. A family without such a puzzle is *redundant* on all that was looked
at, unless a section names something else:
{looked_at}.

- *The others imply it*: decided on the boards without clues.
- *It excludes models*: of several models for one filling.
- *No assertion yet*: it is about larger numbers than these boards have. So a family may look redundant here
  that larger boards need, such as those of `placements` for numbers that it does not place.

The lazy method `cuts` is not here: its script accepts all that is excluded later, so no family of it can be
dropped in an audit.

Written by `scripts/families.py`, {day}, with {first} to find puzzles and {second} to check every
line. The same for any encoding, here on smaller boards:

```sh
fillomino audit forest --families --every 2 --sampled 3
```
"""


def section(encoding: Encoding, scope: Scope) -> str:
    """The table of one encoding."""
    rows = table(Scripts(encoding, find("yices"), find("z3"), encoding), scope).rows
    whole = next((scope_text(row.report) for row in rows if row.found is None), "")
    lines = [f"| {row.family.name} | {row.family.title} | {row_text(row, scope='')} |\n" for row in rows]
    looked = f"Looked at: {whole}.\n\n" if whole not in ("", LOOKED_AT) else ""
    return (
        f"\n## `{encoding.name}`\n\n{looked}| family | asserts | without it |\n| --- | --- | --- |\n"
        + "".join(lines)
    )


def written() -> dict[str, str]:
    """For each encoding the section that the page has now."""
    parts = re.split(r"(?m)^(?=## `)", PAGE.read_text(encoding="utf-8") if PAGE.exists() else "")
    return {part.split("`")[1]: f"\n{part.rstrip()}\n" for part in parts[1:]}


def main() -> None:
    """Audit, and write the page."""
    names = [encoding.name for encoding in ENCODINGS]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("encodings", nargs="*", metavar="ENCODING", help=f"one of {', '.join(names)}")
    wanted = parser.parse_args().encodings or names
    if unknown := [name for name in wanted if name not in names]:
        parser.error(f"no table for {', '.join(unknown)}; there is one for {', '.join(names)}")
    sections = written()
    for encoding in ENCODINGS:
        if encoding.name in wanted:
            begun = time.monotonic()
            sections[encoding.name] = section(encoding, SCOPE)
            print(f"{encoding.name}: {time.monotonic() - begun:.0f} s", flush=True)
    first, second = (version(find(name)).removesuffix(" - 64 bit") for name in ("yices", "z3"))
    day = time.strftime("%Y-%m-%d")
    text = INTRODUCTION.format(looked_at=LOOKED_AT, day=day, first=first, second=second)
    PAGE.write_text(text + "".join(sections[name] for name in names if name in sections), encoding="utf-8")


if __name__ == "__main__":
    main()
