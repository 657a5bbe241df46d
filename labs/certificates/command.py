"""What ``fillomino check`` does with a certificate."""

from __future__ import annotations

from pathlib import Path

from fillomino.puzzle import Puzzle
from labs.certificates.produce import run_checker
from labs.certificates.rows import CertificateRow
from workbench.cli.command import print_row


def check(puzzle: Puzzle, name: str, cnf: str, *, as_json: bool) -> int:
    """Print what the checker says of a certificate; return its exit code."""
    code, output = run_checker(puzzle, Path(cnf))
    if as_json:
        verdict, _, words = output.rstrip("\n").rpartition("\n")[2].partition(": ")
        print_row(CertificateRow(puzzle=name, certificate=cnf, verdict=verdict, text=words))
    else:
        print(output, end="")
    return code
