"""What is done with scripts, of plain strings: a `Text` is made of each."""

from __future__ import annotations

import smtlib.difference
import smtlib.lint
import smtlib.scopes
import smtlib.scramble
from smtlib.difference import Listing
from smtlib.lint import Finding
from smtlib.scopes import Check
from smtlib.scramble import Scrambled
from smtlib.text import Text


def lint(text: str) -> list[Finding]:
    """See `smtlib.lint`."""
    return smtlib.lint.lint(Text(text))


def scramble(text: str, seed: int, *, names: bool = True, order: bool = True) -> Scrambled:
    """See `smtlib.scramble`."""
    return smtlib.scramble.scramble(Text(text), seed, names=names, order=order)


def listing(text: str, name: str) -> Listing:
    """See `smtlib.difference`."""
    return smtlib.difference.listing(Text(text, name))


def asserting_check(text: str) -> Check:
    """See `smtlib.scopes`."""
    return smtlib.scopes.asserting_check(Text(text))
