"""The rows that ``fillomino check --json`` prints of certificates."""

from __future__ import annotations

from typing import Annotated

from workbench.texts.rows import PuzzleName, Row, key


class CertificateRow(Row, kw_only=True):
    """A certificate that was checked."""

    puzzle: PuzzleName
    certificate: Annotated[str, key("path of its clauses")]
    verdict: Annotated[str, key("the checker's verdict, in capitals")]
    text: Annotated[str, key("what it means, or why the certificate was refused")]


KINDS = {"check": (CertificateRow,)}
"""The rows of each command."""
