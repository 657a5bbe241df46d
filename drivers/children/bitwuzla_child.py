"""The Python module ``bitwuzla`` as a solver: ``python bitwuzla_child.py [--version] < script.smt2``.

Its parser prints the replies itself. It takes one text and no sessions: given a second text, it has forgotten
the levels of ``push``. After an error, printed as ``(error "…")``, the script ends.
"""

from __future__ import annotations

import sys
from pathlib import Path

import bitwuzla

sys.path.append(str(Path(__file__).parents[2]))

from smtlib.sexpr import error_reply


def main(arguments: list[str]) -> int:
    """Run a script from standard input; returns the exit code."""
    if "--version" in arguments:
        sys.stdout.write(f"bitwuzla {bitwuzla.version()} (Python module)\n")
        return 0
    parser = bitwuzla.Parser(bitwuzla.TermManager(), bitwuzla.Options())
    try:
        parser.parse(sys.stdin.buffer.read().decode("utf-8", "replace"), False, False)
    except bitwuzla.BitwuzlaException as error:
        sys.stdout.write(f"{error_reply(str(error))}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
