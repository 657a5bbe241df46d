"""Tables of the pages of docs/, made of the records; `scripts/pages.py` puts them into the pages.

`python scripts/tables.py NAME` prints one. Those of a laboratory are in docs/labs/NAME/tables.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module

from drivers.solvers import SOLVERS, dimacs, find
from encoder.encoding import Encoding
from encoder.encodings.registry import METHODS
from fillomino import formats, laboratories
from fillomino.boards import BOARDS
from fillomino.counting.methods import METHODS as COUNTING
from fillomino.deduction.levels import LEVELS
from fillomino.deduction.rules import registry as rules
from games.registry import NAMES as GAMES
from games.registry import find as find_game
from scripts.draw import example
from scripts.encodings_race import RUNS, claims_table, runs_in, standings, table
from scripts.harness import ROOT, markdown, new_parser, sources
from workbench.compare.row import Row
from workbench.methods.encodings import takes
from workbench.texts.writing import FLAVOURS


def _encodings() -> str:
    """All encodings, with what the race has measured of each."""
    raced = {(line["encoding"], line["solver"]): line for line in standings(_race())}
    puzzles = len({row.subject.puzzle_hash for row in _race()})
    solvers = [solver for solver in SOLVERS if not solver.same_as]
    taking = {
        encoding.name: [solver.name for solver in solvers if takes(solver, encoding)] for encoding in METHODS
    }
    always = [solver.name for solver in solvers if all(solver.name in names for names in taking.values())]

    def measured(encoding: Encoding, column: str, racers: Sequence[str]) -> str:
        """The figures of an encoding; empty if it is newer than the race."""
        ran = [line for racer in racers if (line := raced.get((f"`{encoding.name}`", racer)))]
        return ", ".join(str(line[column]) for line in ran)

    rows = [
        [
            _linked(encoding),
            encoding.good_for,
            _ticked(encoding.logics) if not encoding.lazy else "session",
            ", ".join(name for name in taking[encoding.name] if name not in always),
            encoding.size,
            measured(encoding, "KiB", RACERS[:1]),
            measured(encoding, "solved", RACERS),
            measured(encoding, "median, s", RACERS),
        ]
        for encoding in METHODS
    ]
    racers = ", ".join(RACERS)
    head = ["encoding", "good for", "logics", f"solvers besides {', '.join(always)}", "size", "KiB"]
    return markdown([*head, f"solved of {puzzles}: {racers}", f"median, s: {racers}"], rows)


RACERS = ("yices", "z3")
"""The solvers of the race of encodings."""


@cache
def _race() -> list[Row]:
    """Return the runs of the race of encodings."""
    return runs_in(RUNS)[0]


def _linked(encoding: Encoding) -> str:
    """The name of an encoding, as a link to where the page of encodings or of its laboratory describes it."""
    laboratory = _LABORATORY.get(encoding.name)
    page = f"labs/{laboratory}/{laboratory}.md" if laboratory else ""
    return f"[`{encoding.name}`]({page}#{encoding.name})"


_LABORATORY = {name: laboratory for laboratory, its in laboratories.OURS.items() for name in its.encodings}


def _sources() -> str:
    """The encodings that are of no laboratory, with their sources."""
    return sources(encoding for encoding in METHODS if encoding.name not in _LABORATORY)


def _solvers() -> str:
    any_other = dimacs("PROGRAM", title="any SAT solver that reads DIMACS")
    program = replace(
        find("smt:PROGRAM"), title="any program that reads SMT-LIB", install="a program PROGRAM on the PATH"
    )
    return markdown(
        ["solver", "", "logics", "to get it"],
        (
            [
                f"`{solver.name}`",
                solver.title,
                "any" if solver.logics is None else _ticked(solver.logics),
                solver.install,
            ]
            for solver in (*SOLVERS, any_other, program)
        ),
    )


def _formats_held() -> str:
    head = ["name", "", "file endings", "holes", "walls", "`?`", "largest region", "largest clue"]
    return markdown([*head, "variants", "any board"], map(_format, formats.known()))


def _format(format_: formats.Format) -> list[object]:
    holds = format_.holds
    endings = _ticked(format_.suffixes, " ") or "none"
    limits = "yes" if holds.limits is None else ", ".join(map(str, sorted(holds.limits)))
    return [
        f"`{format_.name}`",
        format_.idea,
        endings if format_.write else f"{endings}, read only",
        holds.holes,
        holds.walls,
        holds.unknown,
        limits,
        holds.largest_clue,
        holds.variants,
        holds.any_board,
    ]


def _rules() -> str:
    return markdown(
        ["", "rule", "what it does", "weight", ""],
        (
            [rules.label(rule.name), rule.title, rule.idea, rule.weight, f"![](rules/{rule.name}.svg)"]
            for rule in rules.levels()
        ),
    )


def _sentences() -> str:
    """The sentences of the pictures of rules."""
    return "".join(["```text\n", *(f"{example(rule)[1].sentence}\n" for rule in rules.levels()), "```\n"])


def _ticked(names: Iterable[str], between: str = ", ") -> str:
    return between.join(f"`{name}`" for name in names)


def _games() -> str:
    """The games besides Fillomino: answers, rules, and what their modules say of sources."""
    rows = []
    for name in GAMES:
        game, words = find_game(name), (import_module(f"games.{name}").__doc__ or "").replace("``", "`")
        about, _, sources = words.partition("\n\n")
        listed = "<br>".join(f"`{rule}`: {its}" for rule, its in game.rules.items())
        answers = ", ".join(f"{number} {meaning}" for number, meaning in game.values.items())
        one_line = [" ".join(text.split()) for text in (about.partition(": ")[2], sources)]
        rows.append([f"`{name}`", one_line[0], answers, listed, one_line[1]])
    return markdown(["game", "", "answer of a place", "rules", "where sources disagree"], rows)


LABS = ROOT / "docs" / "labs"


def _laboratories() -> str:
    """The pages of laboratories, each with what its first line, a comment, says of it."""
    lines = []
    for page in sorted(LABS.glob("*/*.md"), key=lambda page: page.name):
        idea, title, *_ = filter(None, page.read_text(encoding="utf-8").splitlines())
        path = page.relative_to(LABS.parent).as_posix()
        lines.append(
            f"- [{title.removeprefix('# ')}]({path}): {idea.removeprefix('<!-- ').removesuffix(' -->')}\n"
        )
    return "".join(lines)


_OURS: dict[str, Callable[[], str]] = {
    "boards": lambda: markdown(
        ["board", "shape", "example"],
        ([f"`{board.grammar}`", board.title, f"`{board.example}`"] for board in BOARDS),
    ),
    "encodings": _encodings,
    "encodings, and their sources": _sources,
    "flavours": lambda: markdown(["flavour", ""], ([f"`{name}`", title] for name, title in FLAVOURS.items())),
    "formats, and what they hold": _formats_held,
    "games": _games,
    "laboratories": _laboratories,
    "levels of deduction": lambda: markdown(
        ["`--deduce`", ""], ([f"`{name}`", idea] for name, idea in LEVELS.items())
    ),
    "methods of counting": lambda: markdown(
        ["method", ""], ([f"`{method.name}`", method.title] for method in COUNTING)
    ),
    "pictures of rules": _sentences,
    "race": lambda: "\n".join([*table(_race()), ""]),
    "race, claims": lambda: f"{claims_table(_race())}\n",
    "rules of deduction": _rules,
    "solvers": _solvers,
}
"""Those of shared pages."""


def _of_laboratories() -> dict[str, Callable[[], str]]:
    found: dict[str, Callable[[], str]] = {}
    for path in sorted(LABS.glob("*/tables.py")):
        found |= import_module(f"docs.labs.{path.parent.name}.tables").TABLES
    return found


TABLES: Mapping[str, Callable[[], str]] = _OURS | _of_laboratories()
"""The tables by name, each a function of none to Markdown."""


if __name__ == "__main__":
    parser = new_parser(__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(TABLES)}  [all]")
    for name in parser.parse_args().names or TABLES:
        print(f"{name}\n\n{TABLES[name]()}")
