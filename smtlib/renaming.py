"""The names of a scrambled text and of its original: in comments at its end, and in what solvers print."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from smtlib.resolve import written_symbol

_HEADING = "; Names here = names in the original:"
_PAIR = re.compile(r"; (\S+) = (.*)")
# A string, a comment or a symbol.
_SYMBOL = re.compile(r'"[^"]*+"|;[^\n]*|\|[^|]*+\||[^ \t\r\n()|";]+')


def names_comment(names: Mapping[str, str]) -> str:
    """Return the comment that holds each new symbol and that of the original, which `names_in` reads back."""
    pairs = [f"; {new} = {_printed(old)}\n" for new, old in names.items()]
    return "".join([f"{_HEADING}\n", *pairs]) if pairs else ""


def names_in(text: str) -> dict[str, str]:
    """The names that `names_comment` wrote into a text: new -> old; empty without any."""
    _, heading, lines = text.rpartition(_HEADING)
    pairs = map(_PAIR.fullmatch, lines.splitlines()) if heading else ()
    return {pair[1]: _read(pair[2]) for pair in pairs if pair is not None}


def restored(reply: str, names: Mapping[str, str]) -> str:
    """Return a solver's output for a scrambled text (values, model, core) in the names of the original.

    Time is linear in the output, however many names there are.
    """
    if not names:
        return reply

    def original(match: re.Match[str]) -> str:
        old = names.get(match[0].removeprefix("|").removesuffix("|"))
        return match[0] if old is None else written_symbol(old)

    return _SYMBOL.sub(original, reply)


def _printed(name: str) -> str:
    """A name on one line: symbols may hold spaces and line breaks."""
    return name if written_symbol(name) == name else json.dumps(name)


def _read(printed: str) -> str:
    return str(json.loads(printed)) if printed.startswith('"') else printed
