"""Constructs that are not SMT-LIB, or extend it, and the solvers that take them all the same.

Tried on Z3 5.4.1, Yices 2.6.5, cvc5 1.4.2 and Bitwuzla 0.9.1 (2026-11), as `tests/smtlib/test_tolerance.py`
does again. What none of them takes is an error of a file; what some take is a warning that names them.
"""

from __future__ import annotations

import re
from collections.abc import Collection


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


TWO_OR_MORE = _words("and or => xor = distinct + * / div mod <= < >= > bvadd bvmul bvand bvor bvxor concat")
"""Operators that need two arguments or more."""

_OF_INTEGERS = _words("+ - * / div mod abs <= < >= >")
_OF_VECTORS = _words(
    "concat extract bvadd bvmul bvand bvor bvxor bvnot bvneg bvsub bvudiv bvurem bvshl bvlshr bvashr bvcomp "
    "bvule bvult bvuge bvugt bvsle bvslt bvsge bvsgt"
)
_OF_ARRAYS = _words("select store")
_NEVER = _words("and or xor distinct true false as _")
_BY_Z3 = _words("let forall exists par ! not => = ite")

OPERATORS = _NEVER | _BY_Z3 | _OF_INTEGERS | _OF_VECTORS | _OF_ARRAYS | {"match"}
"""Words with a meaning of their own in terms."""

_OF_THEORIES = re.compile(
    r"bv\w+|(?:str|seq|re|fp|set|bag|rel|ff|tuple)\.\S+|to_(?:real|int|fp\w*)|is_int|int_?2_?bv|int_to_bv"
    r"|[us]bv_to_int|bv2\w+|nat2bv|(?:ext_)?rotate_\w+|repeat|\w+_extend|const|is|fp|RNE|RNA|RTP|RTN|RTZ|NaN"
    r"|roundNearest\w+|roundToward\w+|divisible|iand|pow2|exp|sin|cos|pi|sqrt"
)

_EXTENSIONS = {
    "only Z3 has": _words(
        "assert-soft minimize maximize get-objectives check-sat-using apply eval display help labels query "
        "declare-rel declare-var rule model-add model-del set-simplifier declare-tactic dbg-params"
    ),
    "only cvc5 has": _words(
        "block-model block-model-values get-abduct get-abduct-next get-interpolant get-interpolant-next "
        "get-learned-literals get-difficulty get-qe get-qe-disjunct get-timeout-core get-unsat-core-lemmas "
        "declare-codatatype declare-codatatypes declare-pool declare-heap declare-oracle-fun include "
        "check-synth check-synth-next synth-fun synth-inv constraint declare-dt get-instantiations find-synth"
    ),
    "only Yices has": _words(
        "show-model show-implicant show-formulas show-stats check-sat-assuming-model get-model-interpolant "
        "get-unsat-model-interpolant"
    ),
    "only Z3 and cvc5 have": _words("simplify"),
}


def is_of_a_theory(name: str) -> bool:
    """Return whether a name is that of a function of some theory, for which no declaration is needed."""
    return _OF_THEORIES.fullmatch(name) is not None


def extension(command: str) -> str:
    """Return who has a command that is not SMT-LIB: ``only Z3 has``; empty if nobody has."""
    return next((who for who, names in _EXTENSIONS.items() if command in names), "")


def with_few_arguments(operator: str, count: int) -> str:
    """Return which solvers take an operator with fewer than two arguments; empty if none does."""
    if count == 0 or operator in ("=", "=>"):
        return ""
    if operator in ("and", "or"):
        return "Z3, Yices and cvc5 take it, Bitwuzla does not"
    if operator in ("distinct", "<=", "<", ">=", ">", "/", "div", "mod", "concat"):
        return "only Z3 takes it"
    return "Z3 and Yices take it, cvc5 and Bitwuzla do not"


def as_a_name(word: str, features: Collection[str]) -> str | None:
    """Return which solvers take a word with a meaning of its own as the name of a constant.

    Args:
        word: the name.
        features: those of the logic, as `smtlib.lint.features_of` names them.

    Returns:
        ``None`` where it has no such meaning; empty if no solver takes it.
    """
    if word in _NEVER:
        return ""
    if word in _BY_Z3 or (word in _OF_VECTORS and "bit-vectors" in features):
        return "only Z3 takes it"
    if word == "match":
        return "cvc5 does not take it"
    of_logic = (_OF_INTEGERS, {"integers", "reals"}), (_OF_ARRAYS, {"arrays"})
    if any(word in words and needed & set(features) for words, needed in of_logic):
        return "only Z3 takes it"
    return None
