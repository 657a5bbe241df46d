"""Small SMT-LIB terms, and escaping for comments, strings and quoted symbols."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def plus(terms: Sequence[str]) -> str:
    """The sum of terms: ``0`` for none and the term itself for one, where SMT-LIB knows no ``(+ x)``."""
    if len(terms) > 1:
        return f"(+ {' '.join(terms)})"
    return terms[0] if terms else "0"


def disjunction(terms: Sequence[str]) -> str:
    """The disjunction of terms: ``false`` for none, the term itself for one."""
    if len(terms) > 1:
        return f"(or {' '.join(terms)})"
    return terms[0] if terms else "false"


def conjunction(terms: Sequence[str]) -> str:
    """The conjunction of terms: ``true`` for none, the term itself for one."""
    if len(terms) > 1:
        return f"(and {' '.join(terms)})"
    return terms[0] if terms else "true"


def negation(term: str) -> str:
    """The negation of a term; that of a negation is its inside."""
    if term in ("true", "false"):
        return "false" if term == "true" else "true"
    return term[5:-1] if term.startswith("(not ") else f"(not {term})"


def all_of(*terms: str) -> str:
    """The conjunction of terms, simplified by constants."""
    open_terms = [term for term in terms if term != "true"]
    return "false" if "false" in open_terms else conjunction(open_terms)


def any_of(*terms: str) -> str:
    """The disjunction of terms, simplified by constants."""
    open_terms = [term for term in terms if term != "false"]
    return "true" if "true" in open_terms else disjunction(open_terms)


def exactly_one(literals: Sequence[str]) -> str:
    """The term "exactly one of a few literals is true"."""
    exclusions = [
        f"(not (and {earlier} {later}))" for i, later in enumerate(literals) for earlier in literals[:i]
    ]
    return conjunction([disjunction(literals), *exclusions])


def implies(premise: str, conclusion: str) -> str:
    """The implication, simplified by constants."""
    if premise == "true" or conclusion == "true":
        return conclusion
    if premise == "false":
        return "true"
    return negation(premise) if conclusion == "false" else f"(=> {premise} {conclusion})"


def printable(text: str) -> str:
    """Text for a comment or a quoted symbol.

    What could end either (line breaks, bars, backslashes) or hide in it (control
    characters, lone surrogates) becomes a question mark.
    """
    return "".join(char if char.isprintable() and char not in "|\\" else "?" for char in text)


def string_literal(text: str) -> str:
    """Text as an SMT-LIB string literal: quotes are doubled, what is not printable replaced."""
    return '"' + printable(text).replace('"', '""') + '"'


def comment(lines: Iterable[str]) -> str:
    """Lines as an SMT-LIB comment, each with its newline."""
    return "".join(f"; {printable(line)}".rstrip() + "\n" for line in lines)
