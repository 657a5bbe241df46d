"""pySMT as a solver: ``python pysmt_child.py z3|yices|cvc5|z3-pipe [--version] < script.smt2``."""

from __future__ import annotations

import sys
from pathlib import Path


def main(arguments: list[str]) -> int:
    """Run a script from standard input; returns the exit code."""
    for module in ({"z3", "cvc5"} - {arguments[0]}) | {"yices"}:
        # pySMT imports every solver it finds, which takes time; and the bindings of Yices, installed without
        # its library, would make all of them fail.
        sys.modules[module] = None  # type: ignore[assignment]
    sys.path.append(str(Path(__file__).parents[2]))
    from drivers.pysmt_driver import PysmtDriver

    driver = PysmtDriver(arguments[0])
    if "--version" in arguments:
        sys.stdout.write(f"{driver.version()}\n")
        return 0
    for reply in driver.replies(sys.stdin.buffer.read().decode("utf-8", "replace")):
        sys.stdout.write(f"{reply}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
