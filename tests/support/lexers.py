"""A differential fuzzer of readers: what solvers execute of random bytes is what we read in them.

Texts are commands among pieces that readers split in different ways. One that we take is given to each solver
as `smtlib.sendable` writes it; what it echoes must be the strings of our `echo` commands, in their order, up
to the first error that ends it, and the file that hidden commands name must stay as it is.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from drivers import Limits, Solver, find, installed
from drivers.process import run_process
from drivers.solver import command_line
from smtlib.errors import SexprError
from smtlib.sendable import sendable
from smtlib.sexpr import read_with_ends

SOLVERS = ("z3", "yices", "cvc5", "bitwuzla")

COMMANDS = (
    '(echo "E")',
    '(echo "E")',
    '(echo"E")',
    "(set-info :source |S|)",
    "(set-info :smt-lib-version 2.0)",
    "(set-info :smt-lib-version 2.6)",
    "(set-info :smt-lib-version 2.7)",
    "(declare-fun |S| () Bool)",
    "(assert (! true :named S))",
    '(set-option :regular-output-channel "stdout")',
    "(set-option :verbosity 0)",
    "(get-info :name)",
    "(reset)",
    "(exit)",
    "(push 1)",
)
PIECES = (
    *(
        '"',
        '""',
        "|",
        "||",
        ";",
        "(",
        ")",
        "\\",
        '\\"',
        "\\|",
        "#|",
        "|#",
        "#",
        "#b1",
        "#xF",
        ":",
        ":named",
        "'",
    ),
    *(
        "\n",
        "\r",
        "\r\n",
        "\t",
        " ",
        "\x0b",
        "\x0c",
        "\x00",
        "\x1a",
        "\x7f",
        "\x85",
        "\xa0",
        "\u2028",
        "\ufeff",
    ),
    *(
        "\udc80",
        "\udcff",
        "é",
        "{",
        "}",
        "[",
        "]",
        ",",
        "`",
        "!",
        "_",
        "1",
        "0x",
        "-",
        ".",
        "/",
        "a",
        "E",
        "P",
    ),
    *('(echo "E")', '(set-option :regular-output-channel "P")', "; E\n", "; E\r", "|\\|", '"\\\\"'),
)


class DifferenceError(AssertionError):
    """A solver executed something else than we read, or changed a file."""


@dataclass
class Lexers:
    """The fuzzer.

    Attributes:
        seed: the seed of its random numbers.
        victim: the file that hidden commands name.
        solvers: names of the solvers that are asked; those that are not installed are not.
        done: how many texts were refused, and given to each solver.
    """

    seed: int
    victim: Path
    solvers: tuple[str, ...] = SOLVERS
    done: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)
        records = [find(name) for name in self.solvers]
        self._installed = [solver for record in records if (solver := installed(record)) is not None]

    def step(self) -> None:
        """Try one text.

        Raises:
            DifferenceError: with the text.
        """
        self.try_text(self.text())

    def text(self) -> str:
        """A text: commands, with pieces between and inside of them."""
        chance, parts = self._chance, list[str]()
        for number in range(chance.randint(1, 6)):
            command = chance.choice(COMMANDS)
            for _ in range(chance.choice((0, 0, 0, 0, 1, 2))):
                at = chance.randint(0, len(command))
                command = command[:at] + chance.choice(PIECES) + command[at:]
            parts.append(command.replace("E", f"e{number}").replace("P", str(self.victim)))
            if chance.random() < 0.15:
                parts.append(chance.choice(PIECES).replace("P", str(self.victim)))
            if chance.random() < 0.5:
                parts.append("\n")
        return "".join(parts)

    def try_text(self, text: str) -> None:
        """Give a text that is taken to each solver.

        Raises:
            DifferenceError: if one executes something else than we read.
        """
        try:
            sent = sendable(text, whole=True)
        except SexprError:
            self.done["refused"] += 1
            return
        echoed = list(_echoed(sent))
        for solver in self._installed:
            self._ask(solver, text, sent, echoed)

    def _ask(self, solver: Solver, text: str, sent: str, echoed: list[str]) -> None:
        limits = Limits(seconds=60)
        self.victim.write_text("untouched", encoding="ascii")
        # What it may write is not forbidden: nothing must ask for it.
        data = sent.encode("utf-8", "surrogateescape")
        done = run_process(command_line(solver, limits), data, limits, None)
        printed = done.stdout.decode("utf-8", "surrogateescape")
        self.done[solver.name] += 1
        if self.victim.read_text(encoding="ascii") != "untouched":
            raise DifferenceError(f"{solver.title} wrote a file for {text!r}, sent as {sent!r}")
        seen = re.findall(r"e[0-9]+(?![0-9])", _without_replies(printed))
        wanted = re.findall(r"e[0-9]+(?![0-9])", "\n".join(echoed))
        ended = "error" in printed
        if seen != wanted and not (ended and seen == wanted[: len(seen)]):
            raise DifferenceError(
                f"{solver.title} echoes {seen}, not {wanted}, for {text!r}, sent as {sent!r}: {printed!r}"
            )


def _echoed(text: str) -> Iterator[str]:
    """The strings that a text has echoed, as we read it."""
    with suppress(SexprError):
        for term, _ in read_with_ends(text, 0):
            match term:
                case ("exit",):
                    return
                case ("echo", str(string), *_) if string.startswith('"'):
                    yield string[1:-1].replace('""', '"')


def _without_replies(printed: str) -> str:
    """The output without errors, whose words may be those of the text, and without other replies in lists."""
    return re.sub(r'\((?:error|:name|:version) "(?:[^"]|"")*"\)', "", printed)
