"""The errors of the language package: text that is no SMT-LIB."""

from __future__ import annotations


class SmtLibError(Exception):
    """Base of every error raised on purpose by this package, and by the drivers that stand on it."""


class SexprError(SmtLibError, ValueError):
    """Text that is not a sequence of s-expressions, or an s-expression of the wrong shape."""


class UnknownFlavourError(SmtLibError, ValueError):
    """The name of a flavour that there is not."""
