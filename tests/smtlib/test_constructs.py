"""Each construct of the language means the same when it is scrambled, and is a renaming to a comparison."""

from __future__ import annotations

from dataclasses import replace

import pytest

from drivers.backend import run
from drivers.limits import Limits
from drivers.solver import Solver, installed
from drivers.solvers import CVC5, YICES, Z3
from smtlib.difference import difference, listing
from smtlib.renaming import restored
from smtlib.resolve import Resolver, Symbol
from smtlib.scramble import ANTISYMMETRIC, scramble
from smtlib.sexpr import Sexpr, read_all, read_one, symbol_name, write
from smtlib.text import Text
from tests.support.constructs import CONSTRUCTS

LIMITS = Limits(seconds=20)
BY_CONSTRUCT = pytest.mark.parametrize("name", CONSTRUCTS)
SLOW_TO_START = list(CONSTRUCTS)[::6]


def verdicts(text: str, solver: Solver) -> tuple[str, ...] | None:
    """The verdicts of a solver; ``None`` if it does not take the script."""
    incremental = "(push" in text or "reset" in text or text.count("(check-sat") > 1
    if incremental and solver.session_arguments is not None:
        solver = replace(solver, arguments=solver.session_arguments)
    found = run(text, solver, LIMITS, several=True)
    return None if "(error" in found.stdout else found.verdicts


@pytest.mark.parametrize(
    "by", [solver for solver in (Z3, YICES) if installed(solver)], ids=lambda by: by.name
)
@BY_CONSTRUCT
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.thorough)])
def test_scrambled_constructs_mean_the_same(name: str, by: Solver, seed: int) -> None:
    text = CONSTRUCTS[name]
    before = verdicts(text, by)
    if before is not None:
        assert verdicts(scramble(Text(text), seed).text, by) == before


@pytest.mark.skipif(installed(CVC5) is None, reason="cvc5 is not installed: pip install cvc5")
@pytest.mark.parametrize("name", SLOW_TO_START)
def test_scrambled_constructs_mean_the_same_to_cvc5(name: str) -> None:
    before = verdicts(CONSTRUCTS[name], CVC5)
    if before is not None:
        assert verdicts(scramble(Text(CONSTRUCTS[name]), 1).text, CVC5) == before


@BY_CONSTRUCT
def test_scrambled_constructs_are_renamings(name: str) -> None:
    text = CONSTRUCTS[name]
    first = listing(Text(text, "a"))
    for seed in range(1, 5):
        done = scramble(Text(text), seed)
        found = difference(first, listing(Text(done.text, "b")))
        assert not found
        assert found.decided
        kept = scramble(Text(text), seed, names=False)
        assert shape(restored(done.text, done.names)) == shape(kept.text)
        assert not difference(first, listing(Text(kept.text, "b"))).renamed


def shape(text: str) -> list[str]:
    """The atoms of a text, in an order of their own; turned comparisons are one."""
    atoms = write(tuple(read_all(text))).replace("|", "").split()
    words = [atom.strip("()") for atom in atoms]
    return sorted(min(word, ANTISYMMETRIC.get(word, word)) for word in words)


@BY_CONSTRUCT
def test_another_word_of_the_language_is_no_renaming(name: str) -> None:
    commands = [
        command for command in read_all(CONSTRUCTS[name]) if command[0] not in ("set-logic", "set-option")
    ]
    resolver = Resolver()
    words = {
        atom
        for command in commands
        for atom in atoms(resolver.command(command)[1:])
        if not isinstance(atom, Symbol) and symbol_name(atom) is not None
    }
    text = "\n".join(map(write, commands))
    first = listing(Text(text, "a"))
    for word in words:
        other = "\n".join(write(replaced(command, word)) for command in commands)
        assert difference(first, listing(Text(other, "b"))), word


def atoms(term: Sexpr) -> list[str]:
    return [term] if isinstance(term, str) else [atom for part in term for atom in atoms(part)]


def replaced(term: Sexpr, word: str) -> Sexpr:
    if isinstance(term, str):
        return "strange" if term == word else term
    return tuple(replaced(part, word) for part in term)


def test_what_an_occurrence_refers_to() -> None:
    resolver = Resolver()
    for command in (
        "(declare-const x Int)",
        "(declare-sort x 0)",
        "(declare-fun f (x) x)",
        "(define-fun g ((x Int)) Int (let ((y x) (x 1)) (+ x y)))",
    ):
        resolver.command(read_one(command))
    kinds = [(symbol.name, symbol.kind) for symbol in resolver.symbols]
    assert kinds == [
        ("x", "function"),
        ("x", "sort"),
        ("f", "function"),
        ("x", "variable"),
        ("g", "function"),
        ("y", "variable"),
        ("x", "variable"),
    ]
    body = resolver.command(read_one("(define-fun h ((x Int)) Int (let ((y |x|) (x 1)) (+ x y)))"))
    found = [atom for atom in atoms(body) if isinstance(atom, Symbol) and atom.kind == "variable"]
    parameter, _, y, bound = resolver.symbols[-4:]
    assert [each.number for each in found] == [
        each.number for each in (parameter, y, parameter, bound, bound, y)
    ]


def test_levels_end_declarations() -> None:
    resolver = Resolver()
    for command in (
        "(declare-const a Bool)",
        "(push 1)",
        "(declare-const b Bool)",
        "(assert (! a :named c))",
    ):
        resolver.command(read_one(command))
    assert all(map(resolver.known, "abc"))
    resolver.command(read_one("(pop 1)"))
    assert resolver.known("a")
    assert resolver.known("b") is resolver.known("c") is None
    resolver.command(read_one("(set-option :global-declarations true)"))
    resolver.command(read_one("(push 1)"))
    resolver.command(read_one("(declare-const d Bool)"))
    resolver.command(read_one("(pop 1)"))
    resolver.command(read_one("(reset-assertions)"))
    assert resolver.known("d")
    resolver.command(read_one("(reset)"))
    assert resolver.known("a") is resolver.known("d") is None
