"""pySMT as a solver: ``python pysmt_child.py z3|yices|cvc5|z3-pipe [--version] < script.smt2``."""

from __future__ import annotations

import sys
from pathlib import Path


def main(arguments: list[str]) -> int:
    """Run a script from standard input; returns the exit code."""
    sys.path.append(str(Path(__file__).parents[2]))
    from drivers.pysmt_driver import PysmtDriver
    from drivers.solvers import PYSMT_BACKENDS

    for module, piped in PYSMT_BACKENDS.items():
        # pySMT imports every solver it finds, which takes time; and the bindings of Yices, installed without
        # its library, would make all of them fail.
        if piped is not None or module != arguments[0]:
            sys.modules[module] = None  # type: ignore[assignment]
    driver = PysmtDriver(arguments[0])
    if "--version" in arguments:
        sys.stdout.write(f"{driver.version()}\n")
        return 0
    for reply in driver.replies(sys.stdin.buffer.read().decode("utf-8", "replace")):
        sys.stdout.write(f"{reply}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
