"""Write the golden SMT-LIB files of tests/encoder/golden anew; read the diff before committing it."""

from __future__ import annotations

import argparse

from encoder.encodings.registry import find
from scripts.harness import ROOT
from tests.encoder.test_script import GOLDEN, GOLDEN_BOARD, GOLDEN_FILES, TINY
from workbench.texts.writing import written

if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    for encoding, flavour in GOLDEN_FILES:
        text = written(find(encoding).script(TINY[GOLDEN_BOARD]), flavour)
        (GOLDEN / f"{GOLDEN_BOARD}.{encoding}.{flavour}.smt2").write_text(text)
    print(f"{len(GOLDEN_FILES)} files in {GOLDEN.relative_to(ROOT)}")
