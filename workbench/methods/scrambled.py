"""Scripts in another order and under other names: scrambled before they are sent, read back afterwards.

The script that an oracle gets is the scrambled one, so all that is sent and kept is. Terms that block a
solution are renamed alike and asserted last, in the order in which they come.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from drivers.answer import Answer, Sat, Usage
from drivers.models import Oracle
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


class ScrambledOracle:
    """An oracle about a scrambled script that is asked, and answers, in the names of the original."""

    def __init__(self, inner: Oracle[str], new: Mapping[str, str]) -> None:
        """Wrap an oracle about a scrambled script; `new` gives the name of each symbol there."""
        self._inner, self._new = inner, new
        self._old = {name: old for old, name in new.items()}

    @property
    def asked(self) -> int:
        """The number of questions so far."""
        return self._inner.asked

    def ask(self, seconds: float | None) -> Answer:
        """Ask, and name the values as the original does."""
        answer = self._inner.ask(seconds)
        if not isinstance(answer, Sat):
            return answer
        return Sat({restored(term, self._old): value for term, value in answer.values.items()})

    def block(self, blocked: str) -> None:
        """Assert a term that is written in the names of the original."""
        self._inner.block(restored(blocked, self._new))

    def close(self) -> Usage:
        """See `Oracle`."""
        return self._inner.close()
