"""The logics of encodings, by what their scripts are made of; the first of each is the default."""

from __future__ import annotations

INTEGERS = ("QF_LIA", "QF_UFLIA")
BITS = ("QF_BV", "QF_FD")
BOOLEANS = ("QF_UF", "QF_FD", "QF_BV")
