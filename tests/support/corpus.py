"""The corpus of real puzzles, where it is at hand: other people's, so never in the repository."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GIVEN = os.environ.get("FILLOMINO_CORPUS")
CORPUS = Path(GIVEN or ROOT.parent / "shared" / "puzzles")
THESIS = CORPUS.parent / "thesis"
COLLECTIONS = [CORPUS] if GIVEN else [CORPUS / name for name in ("baron", "janko", "van-bussel")]
"""The folders of Fillomino: where none is given, puzzles of other genres may lie beside them."""


def files() -> list[Path]:
    """Every puzzle file of the corpus; none where there is no corpus."""
    found = (file for folder in COLLECTIONS for file in folder.rglob("*"))
    return sorted(file for file in found if file.suffix in (".txt", ".fillomino"))


def files_up_to(cells: int) -> list[Path]:
    """The files that may hold a board of up to so many cells, to judge by five characters a cell."""
    return [file for file in files() if file.stat().st_size <= 5 * cells + 100]
