"""Mutated texts for every parser: each is read, or refused by an error of ours; nothing else may happen."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from drivers import find
from drivers.answer import Outcome
from drivers.dimacs import from_script, read_answer
from drivers.interpret import run_of
from drivers.limits import Limits, Usage
from drivers.programs import of_file
from drivers.solvers import SOLVERS
from encoder.encodings.registry import find as find_encoding
from encoder.puzzle_script import cells_of
from fillomino import formats
from fillomino.board import rectangle
from fillomino.boards import from_spec
from fillomino.errors import Error, FillominoError
from fillomino.puzzle import Puzzle
from smtlib.literals import write_literal
from smtlib.renaming import names_in, restored
from smtlib.render import driver
from smtlib.sendable import sendable
from smtlib.sexpr import read_all, read_commands
from smtlib.text import Text
from tests.support.texts import asserting_check, lint, scramble
from workbench.compare.row import from_line
from workbench.foreign.program import script_of
from workbench.methods.by_script import read_to_solve

EXAMPLES = Path(__file__).parents[2] / "examples"
BOARD = rectangle(2, 2)
SCRIPT = "(set-logic QF_LIA)\n(declare-fun n_0 () Int)\n(assert (= n_0 1))\n(check-sat)\n(get-value (n_0))\n"
SPLICES = (
    *'()"|\\\x00\x17\ufeff\u2028\U0001f600-0{}[]:,/\t\n ?#;_²٣\ud800\udcff',
    *("9" * 30, "1e999", "NaN", "\r\n", "sat", "unsat", "true", "null", "(- 1)", "#b", "#x"),
)

Parser = Callable[[str], object]


def _answer(text: str) -> object:
    printed = text.encode("utf-8", "surrogatepass")
    return run_of(Outcome(printed, b"", 0, False, False, Usage(0, 0, None)), SCRIPT, find("z3"), Limits())


def _decoded(text: str) -> object:
    from workbench.api import decode

    return decode(Puzzle(BOARD, {}), text, "forest-tight")


def _model() -> str:
    """What a solver prints for a script of the board."""
    encoding = find_encoding("forest-tight")
    script = encoding.script(Puzzle(BOARD, {}))
    values = cells_of(script).complete((4, 4, 4, 4))
    pairs = " ".join(f"({name} {write_literal(values[name])})" for name in script.values)
    return f"sat\n({pairs})\n"


def parsers() -> Mapping[str, tuple[Parser, tuple[str, ...]]]:
    """Every parser, with texts that it takes."""
    puzzles = tuple(path.read_text() for path in sorted(EXAMPLES.iterdir()) if path.suffix not in (".py", ""))
    encoded = tuple(
        driver(find_encoding(name).script(Puzzle(BOARD, {0: 2}))) for name in ("forest", "placements")
    )
    row = (Path(__file__).parent / "run.json").read_text()
    found: dict[str, tuple[Parser, tuple[str, ...]]] = {
        "any puzzle": (formats.read, puzzles),
        "bytes of a puzzle": (_bytes, puzzles),
        "a filling": (
            lambda text: formats.read_filling(text, BOARD),
            ("1 2\n2 1\n", '{"r1c1": 1, "r1c2": 2, "r2c1": 2, "r2c2": 1}', "[[1, 2], [2, 1]]"),
        ),
        "a board": (from_spec, ("3x4", "torus:2x3", "ragged:3,2", "hexagon:2", "box:1x2x3", "cylinder:2x4")),
        "s-expressions": (read_all, encoded),
        "what is safe": (sendable, encoded),
        "commands": (read_commands, encoded),
        "a file of SMT-LIB": (asserting_check, encoded),
        "lint": (lint, encoded),
        "scramble": (lambda text: scramble(text, 3), encoded),
        "names": (lambda text: restored("(n_0 1)", names_in(text)), (scramble(encoded[0], 3).file,)),
        "an answer": (
            _answer,
            ("sat\n((n_0 1))\n", "unsat\n", '(error "x")\n', "sat\n(model (define-fun n_0 () Int 1))"),
        ),
        "values": (_decoded, (_model(),)),
        "clauses": (
            lambda text: read_answer(text, from_script(BOOLEAN)),
            ("s SATISFIABLE\nv 1 -2 0\n", "s UNSATISFIABLE\n"),
        ),
        "a program's script": (_script, encoded),
        "a script with its puzzle": (
            lambda text: read_to_solve(Text(text, "a")),
            tuple(f"; puzzle 2 2\n;   2 0\n;   0 0\n; encoding forest\n{text}" for text in encoded),
        ),
        "solvers.toml": (_solvers, (SOLVERS_FILE,)),
        "a run": (lambda text: from_line(text, source="a", number=1), (row,)),
    }
    for form in formats.known():
        texts = []
        for spec in ("2x3", "1x4"):
            try:
                texts.append(formats.write(Puzzle(from_spec(spec), {0: 2, 1: 2}), form.name))
            except FillominoError:
                continue
        if texts:
            found[f"format {form.name}"] = (_reader(form.name), tuple(texts))
    return found


BOOLEAN = """(set-logic QF_UF)
(declare-fun a () Bool)
(declare-fun b () Bool)
(assert (or a b))
(check-sat)
(get-value (a b))
"""


def _bytes(text: str) -> object:
    return formats.read_bytes(text.encode("utf-8", "surrogatepass"), source="a")


def _script(text: str) -> object:
    return script_of(text.encode("utf-8", "surrogatepass"), Puzzle(BOARD, {}), "mine")


def _solvers(text: str) -> object:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "solvers.toml"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        return of_file(path, SOLVERS)


SOLVERS_FILE = """[nightly]
like = "z3"
command = ["build/z3", "-in", "-smt2"]
session = ["build/z3", "-in", "-smt2"]
time_limit = ["-T:{seconds}"]
seed = ["smt.random_seed={seed}"]
logics = ["QF_LIA", "QF_BV"]
"""


def _reader(name: str) -> Parser:
    return lambda text: formats.read(text, format=name)


def mutated(text: str, chance: random.Random) -> str:
    """A text with some mistakes."""
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        at, to = sorted((chance.randint(0, len(text)), chance.randint(0, len(text))))
        to = min(to, at + chance.choice((1, 1, 3, 20)))
        kind = chance.randrange(5)
        if kind == 0:
            text = text[:at] + text[to:]
        elif kind == 1:
            text = text[:at] + chance.choice(SPLICES) + text[at:]
        elif kind == 2:
            text = text[:at] + chance.choice(SPLICES) + text[to:]
        elif kind == 3:
            text = text[:at] + text[at:to] * chance.choice((2, 3, 50)) + text[to:]
        else:
            text = text[: at + chance.randint(0, 3)]
    return text


@cache
def _known() -> list[tuple[str, Parser, tuple[str, ...]]]:
    return [(name, parser, texts) for name, (parser, texts) in parsers().items()]


def try_one(chance: random.Random) -> str:
    """Give one mutated text to one parser, and return the parser's name.

    Raises:
        AssertionError: if anything else happens than that it is read or refused.
    """
    name, parser, texts = chance.choice(_known())
    text = mutated(chance.choice(texts), chance)
    try:
        parser(text)
    except Error as error:
        message = str(error)
        if not message.strip() or len(message) > 2000:
            raise AssertionError(f"{name} refuses {text!r} with {message!r}") from error
    except BaseException as error:
        raise AssertionError(f"{name} fails on {text!r}: {error!r}") from error
    return name
