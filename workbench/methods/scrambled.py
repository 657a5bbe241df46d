"""Scripts in another order and under other names.

Terms that block a solution are renamed alike and asserted last, in the order in which they come.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from smtlib.render import body
from smtlib.scramble import restored, scramble
from smtlib.script import Script

ScriptT = TypeVar("ScriptT", bound=Script)


def scrambled(script: ScriptT, seed: int) -> tuple[ScriptT, Mapping[str, str]]:
    """Return a script whose commands are scrambled, and the new name of each symbol.

    Args:
        script: the script.
        seed: what it is scrambled by, see `smtlib.scramble`; 0 for the script as it is.
    """
    if seed == 0:
        return script, {}
    done = scramble(body(script), seed)
    new = {old: name for name, old in done.names.items()}
    return replace(
        script,
        declarations=(),
        definitions=tuple(done.text.splitlines()),
        assertions=(),
        values=tuple(restored(term, new) for term in script.values),
    ), new
