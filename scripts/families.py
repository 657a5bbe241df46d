"""Audit each encoding without each of its families, and keep what goes wrong: docs/encodings/families.json.

python scripts/families.py                              every encoding; at most half a minute each
python scripts/families.py forest-tight forest-bool     these only; the records of others stay

`page` returns these records as Markdown, with the families and formulas; the site shows it.
"""

from __future__ import annotations

import json
import time

from drivers import find, version
from encoder.encoding import Encoding
from encoder.encodings.registry import ENCODINGS
from scripts.harness import ROOT, markdown, new_parser
from workbench.audit.families import row_text, scope_text, table
from workbench.audit.judging import Scripts
from workbench.audit.subjects import scope_of

RECORDS = ROOT / "docs" / "encodings" / "families.json"
SCOPE = scope_of(every=4, sampled=6)
INTRODUCTION = """\
# Families of each encoding

For each family of constraints its formula, and what an audit finds when it is left out: the smallest puzzle
that is then solved wrongly. `fillomino encodings NAME` prints the formulas, `fillomino audit NAME --families`
the audit. A family is *redundant* if nothing goes wrong on {looked_at}
({day}; {versions}): because the others imply it (decided on boards without clues), or because it only
excludes some of several models of one filling. One with *no assertion yet* is about numbers larger than these
boards have.
"""


def records() -> dict[str, dict[str, str]]:
    """Return for each encoding what goes wrong without each of its families."""
    kept: dict[str, dict[str, str]] = json.loads(RECORDS.read_text(encoding="utf-8"))["encodings"]
    return kept


def page() -> str:
    """Return the page of families, in Markdown."""
    kept = json.loads(RECORDS.read_text(encoding="utf-8"))
    parts = [INTRODUCTION.format(**kept)]
    for encoding in ENCODINGS:
        without = kept["encodings"].get(encoding.name, {})
        lines = (
            (family.name, f"{family.title}: {family.formula}", without.get(family.name, ""))
            for family in encoding.families
        )
        of_families = markdown(["family", "asserts", "without it"], lines)
        parts.append(f"\n## `{encoding.name}`\n\n{of_families}")
    return "".join(parts)


def audited(encoding: Encoding) -> tuple[dict[str, str], str]:
    """Return what goes wrong without each family of an encoding, and what was looked at."""
    rows = table(Scripts(encoding, find("yices"), find("z3"), encoding), SCOPE).rows
    scope = next((scope_text(row.report) for row in rows if row.found is None), "")
    return {row.family.name: row_text(row, scope="") for row in rows}, scope


def main() -> None:
    """Audit, and write the records."""
    names = [encoding.name for encoding in ENCODINGS]
    parser = new_parser(__doc__)
    parser.add_argument("encodings", nargs="*", metavar="ENCODING", help=f"one of {', '.join(names)}")
    wanted = parser.parse_args().encodings or names
    if unknown := [name for name in wanted if name not in names]:
        parser.error(f"no encoding {', '.join(unknown)}; there are {', '.join(names)}")
    kept = json.loads(RECORDS.read_text(encoding="utf-8"))
    for encoding in ENCODINGS:
        if encoding.name in wanted:
            begun = time.monotonic()
            kept["encodings"][encoding.name], scope = audited(encoding)
            kept["looked_at"] = scope or kept["looked_at"]
            print(f"{encoding.name}: {time.monotonic() - begun:.0f} s", flush=True)
    kept["versions"] = ", ".join(version(find(name)).removesuffix(" - 64 bit") for name in ("yices", "z3"))
    kept["day"] = time.strftime("%Y-%m-%d")
    RECORDS.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
