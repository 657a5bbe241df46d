"""The kinds of faults in scripts, as `smtlib.lint` names them: a type, by which each use is checked."""

from __future__ import annotations

from typing import Literal, TypeAlias

UnreadKind: TypeAlias = Literal[
    "byte-order-mark", "closes-nothing", "control-character", "not-closed", "refused", "token"
]
"""Kinds of faults by which a text can't be read, or is not sent to a solver."""

FaultKind: TypeAlias = (
    UnreadKind
    | Literal[
        "after-exit", "bound-twice", "channel", "clash", "early-question", "ill-sorted", "late-logic",
        "malformed", "no-check", "no-exit", "no-logic", "no-option", "pop-below", "second-logic",
        "strong-logic", "undeclared", "unknown-command", "unknown-logic", "unused", "weak-logic",
        "wrong-arity", "yices-let",
    ]
)  # fmt: skip
"""All kinds of findings."""
