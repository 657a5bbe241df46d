"""Write docs/families.md anew: what each family of each encoding is for. Minutes for each encoding.

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
from workbench.audit.sweep import Scope  # noqa: E402

PAGE = ROOT / "docs" / "families.md"
SCOPE = Scope(every=4, sampled=6)
INTRODUCTION = """\
# What each family is for

Each family of each encoding is dropped in turn, and the rest audited. The smallest puzzle that then goes
wrong shows what the family is for; where there is none, the family is redundant on all that was looked at.
Found by {first}, and every line checked by {second}. That the others imply a family was decided on the boards
without clues; one that excludes models distinguishes models of one filling. *Has no assertion yet*: it is
about numbers larger than these boards have. The lazy method `cuts` is not here: its script lets everything
through that is excluded later, so no audit can drop a family of it. And mind the size of the boards: on
six cells `placements` places all numbers; what it asserts of those that it does not place is for larger ones.

This page is written by `python scripts/families.py`. The same for any encoding, here on smaller boards:

```sh
fillomino audit forest --families --every 2 --sampled 3
```
"""


def section(encoding: Encoding, scope: Scope) -> str:
    """The table of one encoding."""
    rows = table(encoding, find("yices"), find("z3"), scope)
    whole = next((scope_text(row.report) for row in rows if row.found is None), "")
    lines = [f"| {row.family.name} | {row.family.title} | {row_text(row, scope='')} |\n" for row in rows]
    looked = f"Looked at: {whole}.\n\n" if whole else ""
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
    text = INTRODUCTION.format(first=version(find("yices")), second=version(find("z3")))
    PAGE.write_text(text + "".join(sections[name] for name in names if name in sections), encoding="utf-8")


if __name__ == "__main__":
    main()
