"""Write the golden SMT-LIB files of tests/encoder/golden anew; read the diff before committing it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from encoder.encodings.table import find  # noqa: E402
from tests.encoder.test_render import GOLDEN, GOLDEN_BOARD, GOLDEN_FILES, TINY  # noqa: E402
from workbench.texts.writing import written  # noqa: E402

if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    for encoding, flavour in GOLDEN_FILES:
        text = written(find(encoding).script(TINY[GOLDEN_BOARD]), flavour)
        (GOLDEN / f"{GOLDEN_BOARD}.{encoding}.{flavour}.smt2").write_text(text)
    print(f"{len(GOLDEN_FILES)} files in {GOLDEN.relative_to(ROOT)}")
