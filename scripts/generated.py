"""Make the generated examples of docs/boards.md anew; read the diff before committing it.

A new rule of deduction changes what is easy, and with it what `fillomino generate` makes: the puzzles, their
ratings on that page, and their pictures.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from fillomino import formats, solve  # noqa: E402
from fillomino.render.svg import svg  # noqa: E402

PAGE = ROOT / "docs" / "boards.md"
COMMAND = re.compile(r"^fillomino (generate .*) > (\S+)$", re.MULTILINE)
EXAMPLES = ROOT / "examples"


def output(words: list[str]) -> str:
    """Return what the command prints where the examples are."""
    command = [sys.executable, "-P", "-c", "from workbench.cli import main; main()", *words]
    environment = {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, cwd=EXAMPLES, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout


def main() -> None:
    """Make them."""
    page = PAGE.read_text(encoding="utf-8")
    for words, name in COMMAND.findall(page):
        text = output(shlex.split(words))
        (EXAMPLES / name).write_text(text, encoding="utf-8")
        rated = output(["deduce", "--rate", name])
        page = re.sub(rf"(?m)^{re.escape(name)}: .*\n", rated, page)
        puzzle = formats.read(text).puzzle
        picture = svg(puzzle, solve(puzzle).solution)
        (ROOT / "docs" / "boards" / name).with_suffix(".svg").write_text(picture, encoding="utf-8")
        print(rated, end="")
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    main()
