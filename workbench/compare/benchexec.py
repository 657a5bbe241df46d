"""Our benchmark set for BenchExec, so that others can repeat a comparison with that tool.

::

    DIR/tasks/first.forest.QF_LIA.smt2          a puzzle in an encoding, flavour `benchmark`
    DIR/tasks/first.forest.QF_LIA.yml           the task: its file, and the verdict where that is established
    DIR/tasks/first.forest.QF_LIA.another.smt2  with `--unique`: asks for another filling than the known one
    DIR/tasks/first.forest.QF_LIA.full.smt2     what `--deduce full` leaves of the puzzle
    DIR/tasks/first.forest.QF_LIA.order-1.smt2  with `--scramble`: the first of the scrambled orders
    DIR/benchmark-z3.xml                        what to run, with which arguments, within which limits
    DIR/toolinfo/fillomino_z3.py                how to run Z3, and to read its answer

What our driver adds to a solver's command line, seeds included, stands in the benchmark as options.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from xml.sax.saxutils import quoteattr

from drivers.limits import wall_behind
from drivers.solver import FILE, Solver
from encoder.encoding import Encoding
from encoder.script import block
from fillomino.deduction.engine import Level
from fillomino.errors import InputError
from smtlib.render import benchmark
from smtlib.scramble import restored
from smtlib.script import Assertion, Script
from workbench.compare.plan import Entry
from workbench.methods.deduced import encoded
from workbench.methods.established import established
from workbench.methods.method import Facts, Method
from workbench.methods.question import Question
from workbench.methods.scrambled import scrambled
from workbench.methods.script_method import ScriptMethod
from workbench.methods.smt import SmtMethod
from workbench.methods.solver_facts import command_of
from workbench.texts.outputs import file_stems, file_word, write_file

_PROPERTY = "The formula has a model.\n"
_README = """\
Fillomino puzzles as SMT-LIB, for BenchExec (https://github.com/sosy-lab/benchexec). In this folder:

{lines}

Measured here with {versions}. A task without an expected verdict is one that could not be established within
the limits. {unique}"""

_ANOTHER = """\
A puzzle has two tasks, as a run of ours asks twice: for a filling, and for another than the one that is known
(`*.another.yml`; `unsat` proves that it is the only one). Add up the times of both.
"""


def export(
    entries: Sequence[Entry],
    methods: Sequence[Method | ScriptMethod],
    question: Question,
    folder: Path,
    advance: Callable[[], None],
    runs: int = 1,
    orders: int = 1,
) -> list[str]:
    """Write the set.

    Args:
        entries: the puzzles.
        methods: of these, the pairs of a complete encoding and a solver that is a program of its own.
        question: its limits are those of the benchmark, and hold for establishing a verdict too.
        folder: where to write.
        advance: called after each task.
        runs: how many seeds, the first being the solver's own.
        orders: how many orders of each script, the first being the script as it is.

    Returns:
        What was left out and why, in sentences.

    Raises:
        InputError: if the folder can't be written, or the entries are scripts.
    """
    notes = []
    if any(entry.script for entry in entries):
        raise InputError("scripts are files that BenchExec takes as they are", code="option-conflict")
    pairs: list[tuple[SmtMethod, Facts]] = []
    for method in methods:
        facts = method.facts()
        if not isinstance(method, SmtMethod) or facts.logic is None:
            notes.append(f"{method.name} has no file to give to a solver, and is left out")
        elif method.encoding.lazy:
            notes.append(f"{method.name} is an incremental session, not a file, and is left out")
        elif _is_python(method.solver):
            notes.append(f"{method.name} is no program that BenchExec could run alone, and is left out")
        elif not (method.solver.version_arguments or _takes_file(method.solver)):
            notes.append(
                f"{method.name} is left out: BenchExec gives a file to a program, so write {FILE} among its "
                "arguments"
            )
        else:
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


def _tasks(
    entry: Entry, stem: Path, encoding: Encoding, logic: str, level: Level, question: Question, orders: int
) -> list[str]:
    """Write the scripts of a puzzle and their task definitions; gives what could not be written, and why."""
    original, _ = encoded(encoding, entry.puzzle, logic if encoding.logics else None, level)
    asked = (entry.puzzle, encoding, original.logic, level, question.own_seconds)
    filling, verdict, notes = None, None, []
    if question.unique:
        filling, verdict = established(*asked, another=True)
        if filling is None:
            notes = [
                f"{stem.name}: no filling was found within the limit, so none can be excluded for --unique"
            ]
    first = "sat" if filling else established(*asked)[1]
    for order in range(orders):
        script, new = scrambled(original, order)
        if order:
            note = f"Order and names are scrambled with seed {order}."
            script = replace(script, header=script.header._replace(notes=(*script.header.notes, note)))
        name = stem.name + _order_suffix(order)
        _task(stem.with_name(name), script, first)
        if filling is not None:
            blocked = Assertion("another", (), restored(block(original, filling), new))
            more = replace(script, assertions=(*script.assertions, blocked))
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
    """Write what to run: for each solver its benchmark and how it is run."""
    write_file(folder / "satisfiable.prp", _PROPERTY)
    by_label: dict[str, list[tuple[SmtMethod, Facts]]] = {}
    for method, facts in pairs:
        by_label.setdefault(method.label or method.solver.name, []).append((method, facts))
    lines = []
    for stem, (label, its) in zip(file_stems(by_label), by_label.items(), strict=True):
        module = f"fillomino_{stem.replace('-', '_').replace('.', '_')}"
        solver = its[0][0].solver
        write_file(folder / "toolinfo" / f"{module}.py", _tool_info(label, solver))
        seeds = runs if solver.seed_arguments else 1
        definitions = [_definition(label, solver, seed) for seed in range(seeds)]
        sets = [_task_set(method, facts, question, orders) for method, facts in its]
        write_file(folder / f"benchmark-{stem}.xml", _benchmark(module, label, definitions, sets, question))
        lines.append(f"    PYTHONPATH=. benchexec benchmark-{stem}.xml")
    versions = ", ".join(dict.fromkeys(facts.version for _, facts in pairs))
    unique = _ANOTHER if question.unique else ""
    readme = _README.format(lines="\n".join(lines), versions=versions, unique=unique)
    write_file(folder / "README.md", f"{readme.rstrip()}\n")


def _definition(label: str, solver: Solver, seed: int) -> str:
    """The run definition of a seed; 0 is the solver's own."""
    if not seed:
        return f"  <rundefinition name={quoteattr(label)}/>\n"
    options = _options([argument.format(seed=seed) for argument in solver.seed_arguments])
    name = quoteattr(f"{label} seed {seed}")
    return f"  <rundefinition name={name}>\n{options}  </rundefinition>\n"


def _task_set(method: SmtMethod, facts: Facts, question: Question, orders: int) -> str:
    """The tasks of an encoding, a logic and a level, with the arguments that a run has there."""
    name = _set_name(facts.encoding or "", facts.logic or "", method.level)
    include = "".join(
        f"    <include>tasks/*.{name}{_order_suffix(order)}{another}.yml</include>\n"
        for order in range(orders)
        for another in (("", ".another") if question.unique else ("",))
    )
    options = _options(facts.arguments[len(command_of(method.solver)) :])
    return f"  <tasks name={quoteattr(name)}>\n{include}{options}  </tasks>\n"


def _options(arguments: Sequence[str]) -> str:
    return "".join(f"    <option name={quoteattr(argument)}/>\n" for argument in arguments)


def _set_name(encoding: str, logic: str, level: Level) -> str:
    return ".".join((file_word(encoding), logic, *([] if level is Level.NONE else [level.name.lower()])))


def _order_suffix(order: int) -> str:
    return f".order-{order}" if order else ""


def _is_python(solver: Solver) -> bool:
    ours = solver.executable.startswith("/")  # our children are run by this very Python
    return ours and bool(solver.version_arguments)


def _takes_file(solver: Solver) -> bool:
    return bool(solver.stdin_arguments) or any(FILE in word for word in solver.arguments)


def _benchmark(
    module: str, label: str, definitions: Sequence[str], sets: Sequence[str], question: Question
) -> str:
    limits = ""
    if question.cpu_seconds is not None:
        wall = wall_behind(question.cpu_seconds)
        limits += f' timelimit="{question.cpu_seconds:g} s" walltimelimit="{wall:g} s"'
    if question.memory_mib is not None:
        limits += f' memlimit="{question.memory_mib} MiB"'
    return (
        '<?xml version="1.0"?>\n'
        '<!DOCTYPE benchmark PUBLIC "+//IDN sosy-lab.org//DTD BenchExec benchmark 2.3//EN"\n'
        '  "https://www.sosy-lab.org/benchexec/benchmark-2.3.dtd">\n'
        f'<benchmark tool="toolinfo.{module}" displayName={quoteattr(label)}{limits} cpuCores="1">\n'
        f"{''.join(definitions)}  <propertyfile>satisfiable.prp</propertyfile>\n{''.join(sets)}"
        "</benchmark>\n"
    )


def _tool_info(label: str, solver: Solver) -> str:
    """A module after BenchExec's `BaseTool2`, where a solver is given a file."""
    arguments = [each for each in solver.arguments if each not in solver.stdin_arguments]
    if not any(FILE in word for word in arguments):
        arguments.append(FILE)
    title = solver.title.replace("\\", "/").replace('"', "'")
    return f'''"""How BenchExec runs {title}; written by `fillomino compare --export-benchexec`."""

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    """{title} on an SMT-LIB file."""

    def executable(self, tool_locator):
        return tool_locator.find_executable({solver.executable!r})

    def name(self):
        return {label!r}

    def version(self, executable):
        return self._version_from_tool(executable, arg={" ".join(solver.version_arguments) or "--version"!r})

    def cmdline(self, executable, options, task, rlimits):
        words = [word.replace({FILE!r}, task.single_input_file) for word in {arguments!r}]
        return [executable, *words[:-1], *options, words[-1]]

    def determine_result(self, run):
        lines = [line.strip() for line in run.output]
        if any(line.startswith("(error") for line in lines):
            return result.RESULT_ERROR
        verdicts = [line for line in lines if line in ("sat", "unsat", "unknown")]
        answers = {{"sat": result.RESULT_TRUE_PROP, "unsat": result.RESULT_FALSE_PROP}}
        return answers.get(" ".join(verdicts), result.RESULT_UNKNOWN)
'''
