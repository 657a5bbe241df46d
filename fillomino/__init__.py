"""Fillomino: boards, puzzles, rules, formats, deduction, counting; and the front door of the whole workbench.

``import fillomino`` is all that a program needs::

    answer = fillomino.solve("https://puzz.link/p?fillomino/5/5/g3h4i2g13g5g35h4i1g")
    print(answer)

The functions are those of `workbench.api`, imported when they are first used: this package itself stands on
nothing above it, and importing it imports nothing.
"""

TYPE_CHECKING = False  # as `typing` has it, without its import, which takes longer than all the rest
if TYPE_CHECKING:
    from workbench.api import *

__all__ = [
    "Answer", "Audit", "Comparison", "Decoding", "Deduction", "Error", "Explanation", "FillominoError",
    "Generated", "InputError", "Puzzle", "ScriptAnswer", "Shrunk", "Status", "audit", "check",
    "check_script", "compare", "count", "decode", "deduce", "diff", "encode", "explain", "generate", "lint",
    "read", "replay", "scramble", "shrink", "solve", "solve_script",
]  # fmt: skip


if not TYPE_CHECKING:  # it would hide misspelt names from type checkers

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module("workbench.api"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
