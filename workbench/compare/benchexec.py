"""Our benchmark set for BenchExec, so that others can repeat a comparison with that tool.

::

    DIR/tasks/first.forest.smt2   a puzzle in an encoding, flavour `benchmark`
    DIR/tasks/first.forest.yml    the task: its file, and the verdict where that is established
    DIR/benchmark-z3.xml          what to run, within which limits
    DIR/toolinfo/fillomino_z3.py  how to run Z3, and to read its answer
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from xml.sax.saxutils import quoteattr

from drivers.limits import wall_behind
from drivers.solver import Solver
from encoder.encoding import Encoding
from fillomino.deduction.engine import Level, deduce
from smtlib.render import benchmark
from workbench.compare.plan import Entry
from workbench.established import status
from workbench.methods.method import Method
from workbench.methods.question import Question
from workbench.methods.smt import SmtMethod
from workbench.outputs import file_stems, write_file

_PROPERTY = "The formula has a model.\n"
_README = """\
Fillomino puzzles as SMT-LIB, for BenchExec (https://github.com/sosy-lab/benchexec). In this folder:

{lines}

A task without an expected verdict is one that could not be established within the limits.
"""


def export(
    entries: Sequence[Entry],
    methods: Sequence[Method],
    question: Question,
    folder: Path,
    advance: Callable[[], None],
) -> list[str]:
    """Write the set.

    Args:
        entries: the puzzles.
        methods: of these, the pairs of a complete encoding and a solver that is a program of its own.
        question: its limits are those of the benchmark, and hold for establishing a verdict too.
        folder: where to write.
        advance: called after each task.

    Returns:
        What was left out and why, in sentences.

    Raises:
        InputError: if the folder can't be written.
    """
    notes = []
    pairs: list[tuple[SmtMethod, str]] = []
    for method in methods:
        facts = method.facts()
        if not isinstance(method, SmtMethod) or facts.logic is None:
            notes.append(f"{method.name} has no file to give to a solver, and is left out")
        elif method.encoding.lazy:
            notes.append(f"{method.name} is a conversation, not a file, and is left out")
        elif _is_python(method.solver):
            notes.append(f"{method.name} is no program that BenchExec could run alone, and is left out")
        else:
            pairs.append((method, _standard_logic(method) or facts.logic))
    stems = file_stems(entry.name for entry in entries)
    sets = {(method.encoding.name, logic, method.level): method.encoding for method, logic in pairs}
    for (name, logic, level), encoding in sets.items():
        for entry, stem in zip(entries, stems, strict=True):
            _task(
                entry,
                folder / "tasks" / f"{stem}.{_set_name(name, logic)}",
                encoding,
                logic,
                level,
                question,
            )
            advance()
    if pairs:
        _solvers(pairs, folder, question)
    return notes


def _task(entry: Entry, stem: Path, encoding: Encoding, logic: str, level: Level, question: Question) -> None:
    """Write a script and its task definition."""
    candidates = deduce(entry.puzzle, level if encoding.deduces else Level.NONE)
    verdict = status(entry.puzzle, encoding, logic, level, question.own_seconds)
    script = encoding.script(entry.puzzle, logic, candidates)
    smt2 = stem.with_name(f"{stem.name}.smt2")
    write_file(smt2, benchmark(script, verdict))
    expected = f"    expected_verdict: {'true' if verdict == 'sat' else 'false'}\n" if verdict else ""
    task = (
        f"format_version: '2.0'\ninput_files: '{smt2.name}'\n"
        f"properties:\n  - property_file: ../satisfiable.prp\n{expected}"
    )
    write_file(stem.with_name(f"{stem.name}.yml"), task)


def _solvers(pairs: Sequence[tuple[SmtMethod, str]], folder: Path, question: Question) -> None:
    """Write what to run: for each solver its benchmark and how it is run."""
    write_file(folder / "satisfiable.prp", _PROPERTY)
    by_label: dict[str, list[tuple[SmtMethod, str]]] = {}
    for method, logic in pairs:
        by_label.setdefault(method.label or method.solver.name, []).append((method, logic))
    lines = []
    for stem, (label, its) in zip(file_stems(by_label), by_label.items(), strict=True):
        module = f"fillomino_{stem.replace('-', '_').replace('.', '_')}"
        solver = its[0][0].solver
        write_file(folder / "toolinfo" / f"{module}.py", _tool_info(label, solver, its[0][0].arguments))
        sets = [_set_name(method.encoding.name, logic) for method, logic in its]
        write_file(folder / f"benchmark-{stem}.xml", _benchmark(module, label, sets, question))
        lines.append(f"    PYTHONPATH=. benchexec benchmark-{stem}.xml")
    write_file(folder / "README.md", _README.format(lines="\n".join(lines)))


def _set_name(encoding: str, logic: str) -> str:
    return f"{encoding}.{logic}"


def _standard_logic(method: SmtMethod) -> str | None:
    """The logic asked for or the encoding's own, if the solver takes it: so all solvers get the same file."""
    own = method.logic or method.encoding.logics[0]
    return own if method.solver.logics is None or own in method.solver.logics else None


def _is_python(solver: Solver) -> bool:
    return solver.executable.startswith("/")  # our children are run by this very Python


def _benchmark(module: str, label: str, sets: Sequence[str], question: Question) -> str:
    limits = ""
    if question.cpu_seconds is not None:
        wall = wall_behind(question.cpu_seconds)
        limits += f' timelimit="{question.cpu_seconds:g} s" walltimelimit="{wall:g} s"'
    if question.memory_mib is not None:
        limits += f' memlimit="{question.memory_mib} MiB"'
    tasks = "".join(
        f"  <tasks name={quoteattr(name)}>\n    <include>tasks/*.{name}.yml</include>\n  </tasks>\n"
        for name in sets
    )
    return (
        '<?xml version="1.0"?>\n'
        '<!DOCTYPE benchmark PUBLIC "+//IDN sosy-lab.org//DTD BenchExec benchmark 2.3//EN"\n'
        '  "https://www.sosy-lab.org/benchexec/benchmark-2.3.dtd">\n'
        f'<benchmark tool="toolinfo.{module}" displayName={quoteattr(label)}{limits} cpuCores="1">\n'
        f"  <rundefinition name={quoteattr(label)}/>\n  <propertyfile>satisfiable.prp</propertyfile>\n{tasks}"
        "</benchmark>\n"
    )


def _tool_info(label: str, solver: Solver, more: Sequence[str]) -> str:
    """A module after BenchExec's `BaseTool2`, where a solver is given a file."""
    arguments = [each for each in (*solver.arguments, *more) if each not in solver.stdin_arguments]
    return f'''"""How BenchExec runs {solver.title}; written by `fillomino compare --export-benchexec`."""

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    """{solver.title} on an SMT-LIB file."""

    def executable(self, tool_locator):
        return tool_locator.find_executable({solver.executable!r})

    def name(self):
        return {label!r}

    def version(self, executable):
        return self._version_from_tool(executable, arg={" ".join(solver.version_arguments)!r})

    def cmdline(self, executable, options, task, rlimits):
        return [executable, *{arguments!r}, *options, task.single_input_file]

    def determine_result(self, run):
        lines = [line.strip() for line in run.output]
        if any(line.startswith("(error") for line in lines):
            return result.RESULT_ERROR
        verdicts = [line for line in lines if line in ("sat", "unsat", "unknown")]
        answers = {{"sat": result.RESULT_TRUE_PROP, "unsat": result.RESULT_FALSE_PROP}}
        return answers.get(" ".join(verdicts), result.RESULT_UNKNOWN)
'''
