"""Write the golden SMT-LIB files of tests/encoder/golden anew; read the diff before committing it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from encoder.encodings.table import ENCODINGS  # noqa: E402
from smtlib.render import FLAVOURS  # noqa: E402
from tests.encoder.test_render import GOLDEN, TINY  # noqa: E402
from workbench.flavours import written  # noqa: E402

if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    for old in GOLDEN.glob("*.smt2"):
        old.unlink()
    for encoding in ENCODINGS:
        for name, puzzle in TINY.items():
            for flavour in FLAVOURS:
                text = written(encoding.script(puzzle), flavour.name)
                (GOLDEN / f"{name}.{encoding.name}.{flavour.name}.smt2").write_text(text)
    print(f"{len(list(GOLDEN.glob('*.smt2')))} files in {GOLDEN.relative_to(ROOT)}")
