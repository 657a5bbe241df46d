"""Export of a comparison as a benchmark set for BenchExec, so that others can repeat it with that tool.

::

    DIR/tasks/first.forest.QF_LIA.smt2          a puzzle in an encoding, flavour `benchmark`
    DIR/tasks/first.forest.QF_LIA.yml           the task: its file, and its verdict where it is established
    DIR/tasks/first.forest.QF_LIA.another.smt2  with `--unique`: asks for another filling than the known one
    DIR/tasks/first.forest.QF_LIA.full.smt2     what `--deduce full` leaves of the puzzle
    DIR/tasks/first.forest.QF_LIA.order-1.smt2  with `--scramble`: the first of the scrambled orders
    DIR/benchmark-z3.xml                        what to run, with which arguments, within which limits
    DIR/toolinfo/fillomino_z3.py                how to run Z3 and read its answer

The benchmark has the arguments that our driver adds to a solver's command line, seeds included, as options.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

from drivers.limits import wall_behind
from drivers.solver import FILE
from encoder.encoding import Encoding
from encoder.puzzle_script import block
from fillomino.deduction.engine import Level
from fillomino.errors import InputError
from smtlib.renaming import restored
from smtlib.render import benchmark
from smtlib.script import Assertion, Script
from workbench.compare.plan import Entry
from workbench.methods.encodings import encoded
from workbench.methods.established import established
from workbench.methods.method import Facts, Question
from workbench.methods.protocol import MethodOf
from workbench.methods.scrambled import scrambled
from workbench.methods.smt import SmtMethod, command_of
from workbench.texts.outputs import file_stems, file_word, write_file


def export(
    entries: Sequence[Entry],
    methods: Sequence[MethodOf[Any]],
    question: Question,
    folder: Path,
    advance: Callable[[], None],
    runs: int = 1,
    orders: int = 1,
) -> list[str]:
    """Write the set, and return notes on what was left out, and why.

    Only pairs of a complete encoding and an external solver are exported, with so many seeds (``runs``, the
    first being the solver's own) and orders of each script (the first being the script as it is). The limits
    of the question also hold for establishing a verdict. ``advance`` is called after each task.

    Raises:
        InputError: if the folder can't be written, or the entries are scripts.
    """
    notes = []
    if any(entry.text is not None for entry in entries):
        raise InputError(
            "BenchExec takes scripts as they are: leave out --export-benchexec", code="option-conflict"
        )
    pairs: list[tuple[SmtMethod, Facts]] = []
    for method in methods:
        facts = method.facts()
        if why := _why_not(method, facts):
            notes.append(f"{method.name} is left out: {why}")
        elif isinstance(method, SmtMethod):
            pairs.append((method, facts))
            if runs > 1 and not method.solver.seed_arguments:
                notes.append(f"{method.name} takes no seed on its command line, and is exported with its own")
    stems = file_stems(entry.name for entry in entries)
    sets = {(m.encoding.name, facts.logic or "", m.level): m.encoding for m, facts in pairs}
    for (name, logic, level), encoding in sets.items():
        for entry, stem in zip(entries, stems, strict=True):
            place = folder / "tasks" / f"{stem}.{_set_name(name, logic, level)}"
            notes += _tasks(entry, place, encoding, logic, level, question, orders)
            advance()
    if pairs:
        _solvers(pairs, folder, question, runs, orders)
    return list(dict.fromkeys(notes))


def _why_not(method: MethodOf[Any], facts: Facts) -> str:
    """Return why a method can't be exported; empty if it can."""
    if not isinstance(method, SmtMethod) or facts.logic is None:
        return "it gives no file to a solver"
    if method.encoding.lazy:
        return "it is an incremental session, not a file"
    solver = method.solver
    if Path(solver.executable).is_absolute() and solver.version_arguments:  # a child of this very Python
        return "BenchExec can't run it as a program"
    takes_file = solver.stdin_arguments or any(FILE in word for word in solver.arguments)
    if not (solver.version_arguments or takes_file):
        return f"BenchExec gives a file to a program, so write {FILE} among its arguments"
    return ""


def _tasks(
    entry: Entry,
    stem: Path,
    encoding: Encoding,
    logic: str,
    level: Level,
    question: Question,
    orders: int,
) -> list[str]:
    """Write the scripts of a puzzle and their task definitions; return what could not be written, and why."""
    original, _ = encoded(encoding, entry.to_encode(), logic if encoding.logics else None, level)
    given = (entry.to_encode(), encoding, original.logic, level, question.own_seconds)
    filling, verdict, notes = None, None, []
    if question.unique:
        filling, verdict = established(*given, another=True)
        if filling is None:
            notes = [
                f"{stem.name}: no filling was found within the limit, so none can be excluded for --unique"
            ]
    first = "sat" if filling else established(*given)[1]
    for order in range(orders):
        script, new = scrambled(original, order)
        if order:
            note = f"Order and names are scrambled with seed {order}."
            script = script.with_header(notes=(*script.header.notes, note))
        name = stem.name + _order_suffix(order)
        _task(stem.with_name(name), script, first)
        if filling is not None:
            blocked = Assertion("another", (), restored(block(original, filling), new))
            more = script.replace(assertions=(*script.assertions, blocked))
            _task(stem.with_name(f"{name}.another"), more, verdict)
    return notes


def _task(stem: Path, script: Script, verdict: str | None) -> None:
    """Write a script and its task definition."""
    smt2 = stem.with_name(f"{stem.name}.smt2")
    write_file(smt2, benchmark(script, verdict))
    expected = f"    expected_verdict: {'true' if verdict == 'sat' else 'false'}\n" if verdict else ""
    task = (
        f"format_version: '2.0'\ninput_files: '{smt2.name}'\n"
        f"properties:\n  - property_file: ../satisfiable.prp\n{expected}"
    )
    write_file(stem.with_name(f"{stem.name}.yml"), task)


def _solvers(
    pairs: Sequence[tuple[SmtMethod, Facts]], folder: Path, question: Question, runs: int, orders: int
) -> None:
    """Write a benchmark and a tool info for each solver, and the README of the set."""
    # Imported here: it takes longer than most commands.
    from jinja2 import Environment, FileSystemLoader

    environment = Environment(  # noqa: S701 -- of XML, attributes are quoted; the other files are no markup
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"quoted": quoteattr, "repr": repr}
    by_label: dict[str, list[tuple[SmtMethod, Facts]]] = {}
    for method, facts in pairs:
        by_label.setdefault(method.label or method.solver.name, []).append((method, facts))
    stems = file_stems(by_label)
    for stem, (label, of_solver) in zip(stems, by_label.items(), strict=True):
        module = f"fillomino_{stem.replace('-', '_').replace('.', '_')}"
        solver = of_solver[0][0].solver
        arguments = [argument for argument in solver.arguments if argument not in solver.stdin_arguments]
        tool_info = environment.get_template("toolinfo.py.j2").render(
            title=solver.title.replace("\\", "/").replace('"', "'"),
            solver=solver,
            label=label,
            file=FILE,
            arguments=arguments if any(FILE in word for word in arguments) else [*arguments, FILE],
        )
        benchmark_xml = environment.get_template("benchmark.xml.j2").render(
            module=module,
            label=label,
            limits=_limits(question),
            definitions={label: []}
            | {
                f"{label} seed {seed}": [argument.format(seed=seed) for argument in solver.seed_arguments]
                for seed in range(1, runs if solver.seed_arguments else 1)
            },
            sets=[
                (
                    _set_name(facts.encoding or "", facts.logic or "", method.level),
                    facts.arguments[len(command_of(method.solver)) :],
                )
                for method, facts in of_solver
            ],
            suffixes=[
                _order_suffix(order) + another
                for order in range(orders)
                for another in (("", ".another") if question.unique else ("",))
            ],
        )
        write_file(folder / "toolinfo" / f"{module}.py", tool_info)
        write_file(folder / f"benchmark-{stem}.xml", benchmark_xml)
    readme = environment.get_template("README.md.j2").render(
        stems=stems, versions=dict.fromkeys(facts.version for _, facts in pairs), unique=question.unique
    )
    write_file(folder / "README.md", readme)
    write_file(folder / "satisfiable.prp", "The formula has a model.\n")


def _limits(question: Question) -> str:
    """Return the limits as attributes of XML."""
    limits = ""
    if question.cpu_seconds is not None:
        wall = wall_behind(question.cpu_seconds)
        limits += f' timelimit="{question.cpu_seconds:g} s" walltimelimit="{wall:g} s"'
    if question.memory_mib is not None:
        limits += f' memlimit="{question.memory_mib} MiB"'
    return limits


def _set_name(encoding: str, logic: str, level: Level) -> str:
    return ".".join((file_word(encoding), logic, *([] if level is Level.NONE else [level.name.lower()])))


def _order_suffix(order: int) -> str:
    return f".order-{order}" if order else ""
