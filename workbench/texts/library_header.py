"""The origin of benchmarks that are written for the SMT-LIB library: of a single file, or of a set."""

from __future__ import annotations

from datetime import UTC, datetime

from encoder.encoding import Encoding
from encoder.puzzle_script import PuzzleScript
from smtlib.logics import weakest
from smtlib.script import Origin
from workbench import __version__

APPLICATION = "solving pencil puzzles; regions that are connected and of given size"


def origin_here(author: str, license_: str, date: str = "") -> Origin:
    """Return the origin of a benchmark that this program generates now.

    The license is a URL, the date YYYY-MM-DD, by default today.
    """
    return Origin(
        author=author,
        date=date or datetime.now(UTC).date().isoformat(),
        generator=f"fillomino-smt {__version__}",
        application=APPLICATION,
        target="any",
        license=license_,
        category="random",
    )


def logic_for(encoding: Encoding, logic: str | None) -> str | None:
    """Return the logic of a benchmark for the library: by default the weakest of the encoding."""
    return logic if logic is not None or not encoding.logics else weakest(encoding.logics)


def for_the_library(
    script: PuzzleScript, encoding: Encoding, author: str, license_: str
) -> tuple[PuzzleScript, list[str]]:
    """Return a script with the library's header, and what the header lacks: ``author``, ``license``.

    The default license is that of the puzzle, which may belong to someone else.
    """
    before = script.header.origin
    origin = origin_here(author, license_ or before.license)
    origin = origin.replace(text=before.text, category=before.category, publications=encoding.source)
    missing = [name for name, value in (("author", author), ("license", origin.license)) if not value]
    return script.with_header(origin=origin), missing
