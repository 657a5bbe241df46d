"""``fillomino explain``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from drivers.answer import Failure, Sat, Unsat
from drivers.errors import SessionError
from drivers.limits import Limits
from drivers.solver import Solver
from drivers.solvers import SECOND
from drivers.solvers import find as find_solver
from encoder.annotations import is_clauses, puzzle_in
from encoder.encoding import Encoding
from encoder.puzzle_script import PuzzleScript, cells_of
from encoder.reader import read_script
from fillomino import laboratories
from fillomino.board import Board
from fillomino.errors import counted
from fillomino.instance import Filling, Instance, Violation
from fillomino.puzzle import Puzzle, as_fillomino
from fillomino.render.svg import svg as svg_of
from smtlib.render import driver
from smtlib.scopes import questions_of, shown_check
from smtlib.script import Assertion
from smtlib.sexpr import short
from smtlib.text import Text
from workbench import Exit
from workbench.audit.listed import first_fault
from workbench.cli import options
from workbench.cli.command import Command, print_row
from workbench.cli.layout import beside, by_family, indented
from workbench.cli.options import PUZZLE_HELP, argument, optional, path
from workbench.cli.output import coloured, warn, words
from workbench.explain.assertions import LIMITS, Broken, Core, broken_by, core_of_script
from workbench.explain.encoded import showing
from workbench.fillomino.clues import Contradiction, contradiction, two_solutions
from workbench.fillomino.contradicted import known_solution
from workbench.fillomino.deduction_steps import sentence
from workbench.foreign.spec import is_answering
from workbench.methods.answering import answering
from workbench.methods.by_script import by_script
from workbench.methods.encodings import best_logic, find_encoding, find_one_shot, name_for
from workbench.methods.method import Question, Result, Status
from workbench.methods.smt import in_words, smt
from workbench.scripts.departures import Departures, departures_of_text, lines_of, rows_of
from workbench.texts.inputs import filling_of, open_one, script_in, source_of
from workbench.texts.outputs import check_apart, write_file
from workbench.texts.script_file import holds_puzzle

if TYPE_CHECKING:
    from workbench.api.answers import Finding
    from workbench.explain.signs import Conflict

_CUTS = "cuts"


class Explain(Command):
    """Explain why a puzzle has no solution or several, or why a filling is wrong.

    Without a solution: a minimal conflict of clues, and the rules that show it; with --encoding, its
    assertions. With several: two of them, and where they differ. Of a FILLING: the rules and assertions
    that it breaks. Of a program (--encoding ans:PROGRAM): what it accepts wrongly or misses. Of any unsat
    script: a minimal core of its assertions, named or not. A script of a puzzle is first compared with its
    encoding, and then held against the rules.

    \b
    Examples:
      fillomino explain @none --svg none.svg
      fillomino explain @none --encoding forest-tight --solver z3
      fillomino explain @first first.answer
      fillomino explain benchmark.smt2 --solver z3 --json

    Exit code 0 if the puzzle has one filling, the FILLING is right, or the script has a model; 1 if not; 3
    if the solver does not answer in time; 4 if the rules, or another solver, contradict what it finds.
    """

    puzzle = argument("PUZZLE", f"{PUZZLE_HELP} Or an SMT-LIB file that holds one.")
    filling = optional("[FILLING]", "A filling that may be wrong: what does it break?")
    encoding = options.encoding(_CUTS)
    solver = options.solver()
    svg = path("FILE", "Write a picture, too.")
    timeout = options.timeout
    game = options.game
    as_json = options.as_json
    reading = options.reading
    bound = options.bound
    cells = options.cells

    def run(self) -> int:
        """Print the explanation of what is given: a puzzle, a filling, a program or a script."""
        self._solver = find_solver(self.solver)
        source, reading = source_of(self.puzzle), self.reading.bind(self.bound, self.cells)
        self._name = source.name
        text, script, differing = script_in(source), None, None
        if text is None or is_clauses(text):
            opened = open_one(source, reading)
            check_apart([self.svg], [opened.path, self.filling])
            self._puzzle: Instance = opened.puzzle
        elif reading.bound is None and not holds_puzzle(text):
            idle = ("filling", "svg", "encoding")
            self.refuse(idle, "this script holds no puzzle: leave out {}", source=source.name)
            return self._explain_core(text)
        else:
            check_apart([self.svg], [self.puzzle, self.filling])
            script = reading.noted(text)
            self._puzzle = reading.bound or puzzle_in(script)
            differing = departures_of_text(script, self._puzzle)
        if self.svg is not None:
            as_fillomino(self._puzzle, "--svg", source.name)
        if self.encoding is not None and is_answering(self.encoding):
            return self._explain_program(self.encoding)
        game = self._puzzle.game.name
        if self.filling is not None:
            numbers = filling_of(self.filling, self._puzzle.places)
            self._print_departures(differing, numbers)
            of_file = script is not None and self.encoding is None
            return self._explain_filling(numbers, self._judge(script), of_file=of_file)
        encoding = find_encoding(name_for(game, self.encoding, _CUTS), game)
        self._print_departures(differing)
        code = None if script is None and encoding.lazy else self._explain_script(script, encoding)
        if code is not None:
            return code
        return (
            self._explain_puzzle(encoding)
            if isinstance(self._puzzle, Puzzle)
            else self._explain_instance(encoding)
        )

    def _say(self, text: str, end: str = "\n") -> None:
        """Print text for a person."""
        if not self.as_json:
            print(text, end=end)

    def _tell(
        self,
        finding: Finding,
        fillings: Sequence[Filling] = (),
        by: str = "",
        *,
        conflict: Contradiction | None = None,
        signs: Conflict | None = None,
        broken: Broken | None = None,
        violations: Sequence[Violation] = (),
        assertions: Sequence[Assertion] = (),
    ) -> None:
        """Print what was found for machines, where that is asked for."""
        if not self.as_json:
            return
        from workbench.api.answers import Explanation

        explanation = Explanation(
            self._puzzle,
            tuple(fillings),
            finding,
            self._name,
            by,
            conflict=conflict,
            signs=signs,
            broken=broken,
            violations=tuple(violations),
            assertions=tuple(assertions),
        )
        print(explanation.to_json())

    def _print_departures(self, differing: Departures | None, filling: Filling | None = None) -> None:
        """Print how a script differs from its encoding, if that is known."""
        if differing and self.as_json:
            for row in rows_of(differing):
                print_row(row)
        elif differing:
            model = None if filling is None else cells_of(differing.script).complete(filling)
            for line in lines_of(differing, self._name, model):
                print(line)

    def _print_core(
        self, core: Core, name: str, solver: Solver, stated: str | None = None, failed: str = ""
    ) -> None:
        """Print the core of a script, or why there is none."""
        if self.as_json:
            from workbench.explain.machine import core_row

            print_row(core_row(core, name, solver.title, stated, failed or None))
        elif failed:
            print(f"failed: {failed}")
        else:
            print(_core_in_words(core, name, solver, stated))

    def _explain_core(self, text: Text) -> int:
        """Print a minimal core of a script without a puzzle; returns the exit code.

        Where no solver is named, another is asked if the usual one does not take the script.
        """
        chosen, limits = self._solver, Limits(seconds=self.timeout)
        with words() as progress:
            try:
                core = core_of_script(text, chosen, limits, progress)
                refused = core.answer.text if isinstance(core.answer, Failure) else ""
            except SessionError as error:  # the verdict, but no core
                core, refused = Core(Failure(error.message)), error.message
            if refused and not self.given("solver") and chosen != SECOND:
                warn(f"{refused}; {SECOND.title} is asked instead", code="another-solver")
                chosen, refused = SECOND, ""
                core = core_of_script(text, chosen, limits, progress)
        [stated] = questions_of(text).expected or [None]
        failed = refused or (in_words(core.answer) if isinstance(core.answer, Failure) else "")
        self._print_core(core, text.name, chosen, stated, failed)
        if failed:
            return Exit.SOLVER_FAILED
        if isinstance(core.answer, Unsat):
            return _exit_of_core(core)
        if isinstance(core.answer, Sat):
            return Exit.NO if stated == "unsat" else Exit.DONE
        return Exit.NO_ANSWER

    def _explain_program(self, argument: str) -> int:
        """Print what is wrong with the solutions that a program prints."""
        name = answering(argument).name
        fault = first_fault(argument, self._puzzle, self.timeout)
        if fault is None:
            self._say(f"{name} prints exactly the solutions.")
            self._tell("right", by=name)
            return Exit.DONE
        findings: dict[str, tuple[Finding, str]] = {
            "not-blocked": ("repeats", "gives this twice"),
            "accepted": ("accepts", "accepts this"),
            "refused": ("misses", "misses this solution"),
        }
        finding, does = findings[fault.kind]
        self._show(f"{name} {does}:", fault.filling or (), fault.violations)
        self._tell(finding, [fault.filling] if fault.filling else (), name, violations=fault.violations)
        return Exit.NO

    def _judge(self, file: Text | None) -> PuzzleScript:
        """The script by which a filling is judged: the file, or that of the encoding that is named."""
        if file is not None and self.encoding is None:
            return read_script(file, self._puzzle)
        game = self._puzzle.game.name
        encoding = find_one_shot(name_for(game, self.encoding, options.ENCODING), game=game)
        return self._written(encoding)

    def _written(self, encoding: Encoding) -> PuzzleScript:
        """The script of the puzzle in a logic that the solver takes."""
        return encoding.script(self._puzzle, best_logic(encoding, self._solver), seconds=self.timeout)

    def _explain_filling(self, numbers: Filling, script: PuzzleScript, *, of_file: bool) -> int:
        """Print the rules and assertions that a filling breaks, those of a file by their lines."""
        limits = Limits(seconds=self.timeout or LIMITS.seconds)
        try:
            faults = broken_by(script, numbers, self._solver, limits)
        except SessionError as error:
            if self.given("solver") or self._solver == SECOND:
                raise
            warn(f"{error.message}; {SECOND.title} is asked instead", code="another-solver")
            faults = broken_by(script, numbers, SECOND, limits)
        self._show("", numbers, faults.violations)
        name = script.encoding if script.source is None else script.source.name
        self._tell(faults.finding, [numbers], name, broken=faults, violations=faults.violations)
        if not faults.violations:
            self._say("The filling keeps every rule.")
        if faults.unsayable:
            self._say(f"{name} cannot represent one of its numbers (the clues exclude it).")
        elif faults.assertions:
            self._say(f"It is refused by {counted(len(faults.assertions), 'assertion')} of {name}:")
            if of_file:
                self._say(indented(_by_line(script, faults.assertions)), end="")
            else:
                self._say(
                    indented(by_family(self._puzzle.places, script.families, faults.assertions)), end=""
                )
        elif faults.violations:
            self._say(f"No assertion of {name} is false of it: the encoding is wrong.")
        else:
            self._say(f"It satisfies all {counted(len(script.assertions), 'assertion')} of {name}.")
        return Exit.DONE if faults.finding == "right" else Exit.NO

    def _explain_script(self, file: Text | None, encoding: Encoding) -> int | None:
        """Print what is wrong with a script of the puzzle: a file, or what an encoding writes.

        Returns:
            ``None`` if nothing is wrong, as far as is known.
        """
        if file is None:
            script = self._written(encoding)
            text = Text(driver(script), encoding.name)
        else:
            script, text = read_script(file, self._puzzle), file
        name = text.name
        if script.asks == "unique":
            return None
        method = by_script(script, self._solver)
        result = method.run(name, self._puzzle, Question(seconds=self.timeout))
        if result.verdict.status is not Status.WRONG:
            return None
        if result.why.broken is not None:
            self._show(
                f"{name} accepts this filling, which breaks the rules:",
                result.why.broken,
                result.why.violations,
            )
            self._tell("accepts", [result.why.broken], name, violations=result.why.violations)
            return result.exit_code()
        missed = known_solution(self._puzzle)
        if missed is None:
            return None
        self._show(f"{name} has no model; it misses this solution:", missed)
        self._tell("misses", [missed], name)
        with words() as progress:
            core = core_of_script(text, self._solver, Limits(seconds=self.timeout), progress)
        self._print_core(core, name, self._solver)
        return _exit_of_core(core)

    def _explain_puzzle(self, encoding: Encoding) -> int:
        """Print why the puzzle has no solution or several."""
        with words() as progress:
            progress("looking for a contradiction")
            puzzle = as_fillomino(self._puzzle, "explain")
            conflict = contradiction(puzzle, self._solver, Limits(seconds=self.timeout), progress)
        if conflict is not None:
            return self._none(conflict, encoding)
        return self._several(two_solutions(puzzle, self._solver, self.timeout))

    def _explain_instance(self, encoding: Encoding) -> int:
        """Print why a puzzle of another game has no solution or several."""
        from games.game import Rectangle
        from workbench.explain.signs import conflict_of, two_solutions

        method = smt(encoding, self._solver)
        result = two_solutions(method, self._puzzle, self.timeout)
        if result.verdict.status is not Status.UNSOLVABLE or not isinstance(self._puzzle, Rectangle):
            return self._several(result)
        with words() as progress:
            conflict = conflict_of(method, self._puzzle, self.timeout, progress)
        names, few = [*map(self._puzzle.name_of, conflict.cells)], conflict.without_others
        if len(names) > 1:
            self._say(f"There is no solution. These {len(names)} signs are a minimal conflict:")
        else:
            self._say(
                "There is no solution"
                + (", for this sign alone:" if names else ", whatever the numbers are:")
            )
        if names:
            signs = [self._puzzle.signs[cell] for cell in conflict.cells]
            self._say("  " + ", ".join(f"{name} = {sign}" for name, sign in zip(names, signs, strict=True)))
        self._say(indented(conflict.drawing), end="")
        script, assertions = showing(encoding, few, (), self._solver, Limits(seconds=self.timeout))
        if assertions:
            self._say(_because(assertions, encoding.name))
            self._say(indented(by_family(few.places, script.families, assertions, None)), end="")
        self._tell("unsolvable", (), encoding.name, signs=conflict, assertions=assertions)
        return Exit.NO

    def _none(self, conflict: Contradiction, encoding: Encoding) -> int:
        """Print why there is no solution."""
        puzzle = as_fillomino(self._puzzle, "explain")
        board, clues, few = puzzle.board, conflict.clues, conflict.alone(puzzle)
        if len(clues) > 1:
            self._say(f"There is no solution. These {len(clues)} clues are a minimal conflict:")
        else:
            alone = ", for this clue alone:" if not few.basic else ", whatever the other clues are:"
            self._say("There is no solution" + (alone if clues else ", even without clues:"))
        if clues:
            self._say("  " + ", ".join(f"{board.names[cell]} = {number}" for cell, number in clues.items()))
        self._say(indented(few.draw(colour=coloured())), end="")
        assertions: tuple[Assertion, ...] = ()
        if encoding.lazy:
            self._say("because of these rules, none of which can be left out:")
            self._say(indented(_rules(board, conflict)), end="")
        else:
            limits = Limits(seconds=self.timeout)
            script, assertions = showing(encoding, few, conflict.cells, self._solver, limits)
            if assertions:
                self._say(_because(assertions, encoding.name))
                self._say(indented(by_family(board, script.families, assertions, None)), end="")
            else:
                self._say(
                    f"The assertions of {encoding.name} do not show it: with these clues they have a model. "
                    "It is too weak; `fillomino audit` finds its smallest mistake."
                )
        self._say(_deduced(board, conflict), end="")
        by = "" if encoding.lazy else encoding.name
        self._tell("unsolvable", (), by, conflict=conflict, assertions=assertions)
        if conflict.deduced and not self.as_json and self._is_certified(few):
            self._say("The checker of certificates accepts a proof of that (fillomino solve --certificate).")
        self._draw(None, clues)
        return Exit.NO

    def _is_certified(self, puzzle: Puzzle) -> bool:
        """Whether it is certified that there is no solution: quickly, for no solver is asked."""
        if not laboratories.is_here("certificates"):
            return False
        return bool(laboratories.part("certificates", "produce:is_certified", "explain")(puzzle, ()))

    def _several(self, result: Result) -> int:
        """Print two solutions, or the only one."""
        from workbench.api.answers import finding_of

        self._tell(finding_of(result), result.answers.fillings[:2])
        if result.why.error is not None or not result.answers.fillings:
            warn(result.why.error or "the solver finds no solution any more", code="not-decided")
            return result.exit_code(unique_wanted=True)
        if len(result.answers.fillings) == 1:
            self._show("There is exactly one filling:", result.answers.fillings[0])
            return Exit.DONE
        one, other = result.answers.fillings[:2]
        names = self._puzzle.places.names
        differ = [cell for cell in range(len(names)) if one[cell] != other[cell]]
        fillings = [("one", one), ("another", other)]
        if isinstance(self._puzzle, Puzzle):  # in other games 0 is a number like any other
            fillings.append(("common", tuple(n if n == other[cell] else 0 for cell, n in enumerate(one))))
            self._say("There are several solutions. Two of them, and what they have in common:")
        else:
            self._say("There are several solutions. Two of them:")
        drawings = [(title, self._puzzle.draw(filling)) for title, filling in fillings]
        self._say(indented(beside(drawings)), end="")
        listed = ", ".join(f"{names[cell]} ({one[cell]} or {other[cell]})" for cell in differ)
        what = "cell" if self._puzzle.places.grid else "place"
        self._say(f"They differ in {counted(len(differ), what)}: {listed}")
        self._draw(one, differ)
        return Exit.NO

    def _show(self, heading: str, filling: Filling, broken_rules: Sequence[Violation] = ()) -> None:
        """Print a filling and the rules that it breaks; draw it, too, if a picture is wanted."""
        if heading:
            self._say(heading)
        self._say(indented(self._puzzle.draw(filling, colour=coloured())), end="")
        if broken_rules:
            self._say("Broken rules:")
        for violation in broken_rules:
            self._say(f"  {violation.text}")
        self._draw(filling, [cell for violation in broken_rules for cell in violation.cells])

    def _draw(self, filling: Filling | None, marked: Iterable[int]) -> None:
        """Write a picture, if one is wanted."""
        if self.svg is not None:
            puzzle = as_fillomino(self._puzzle, "--svg")
            write_file(self.svg, svg_of(puzzle, filling, marked=frozenset(marked)))


def _by_line(script: PuzzleScript, assertions: Sequence[Assertion]) -> str:
    """The assertions of a file, each with its place."""
    refusing = {id(assertion) for assertion in assertions}
    source = script.source
    placed = () if source is None else zip(shown_check(source).assertions, script.assertions, strict=True)
    return "".join(
        f"{source.name if source else ''}:{asserted.line}: {short(assertion.term, 100)}\n"
        for asserted, assertion in placed
        if id(assertion) in refusing
    )


def _core_in_words(core: Core, name: str, solver: Solver, stated: str | None) -> str:
    """What became of a script, a line each; what its ``:status`` contradicts comes first."""
    verdict = {Sat: "sat", Unsat: "unsat"}.get(type(core.answer))
    lines = []
    if stated and verdict and stated != verdict:
        lines.append(f"WRONG: {solver.title} answers {verdict}, but the script's :status is {stated}")
    if verdict == "sat":
        lines.append(f"sat: the script has a model ({solver.title}, {core.seconds:.3f} s)")
    elif verdict == "unsat":
        lines += _core_lines(core, name, solver)
    else:
        lines.append(f"not decided: {in_words(core.answer)} ({solver.title})")
    return "\n".join(lines)


def _core_lines(core: Core, name: str, solver: Solver) -> list[str]:
    """A core, the cost of it, and what another solver says to it."""
    number = len(core.claims)
    spared = "none can be left out" if not core.undecided else "perhaps some can be left out"
    verb = f"contradict each other; {spared}" if number > 1 else "is enough for that"
    whole = counted(core.of, "assertion")
    if core.assumptions:
        asserted, assumed = core.of - core.assumptions, core.assumptions
        whole = f"{counted(asserted, 'assertion')} and {counted(assumed, 'assumption')}"
    lines = [
        f"unsat: {number} of {whole} {verb}:" if number else f"unsat: none of {whole} is needed for that."
    ]
    for claim in core.claims:
        marks = ["assumed" if claim.assumed else "", claim.name, claim.family and f"family {claim.family}"]
        about = ", ".join(filter(None, marks))
        term = claim.term if len(claim.term) <= 100 else f"{claim.term[:100]} …"
        lines.append(f"  {name}:{claim.line}:{claim.column}: {term}" + (f"  [{about}]" if about else ""))
    if core.fixed:
        lines.append(f"Always asserted: {counted(core.fixed, 'assertion')} whose names are used elsewhere.")
    if core.undecided:
        lines.append(f"{counted(core.undecided, 'question')} without one of them had no answer.")
    costs = f"{core.seconds:.3f} s for the verdict, {core.core_seconds:.3f} s with a core (CPU time)"
    lines.append(f"{solver.title}: {costs}")
    if core.second is None or core.confirmed is None:
        return lines
    if isinstance(core.confirmed, Sat):
        return [*lines, f"CONTRADICTED: {core.second.title} finds a model of these assertions."]
    confirmed = isinstance(core.confirmed, Unsat)
    word = "confirms it" if confirmed else f"does not confirm it: {in_words(core.confirmed)}"
    return [*lines, f"{core.second.title} {word}."]


def _exit_of_core(core: Core) -> int:
    """The exit code of a core: another solver may find a model of it."""
    return Exit.SOLVER_FAILED if isinstance(core.confirmed, Sat) else Exit.NO


def _deduced(board: Board, conflict: Contradiction) -> str:
    """The steps of deduction to the contradiction; empty if it finds none."""
    if conflict.steps:
        clues = "all clues" if conflict.from_all else "these clues"
        lines = [f"Deduction finds that from {clues}, too, without a guess:\n"]
        lines += [f"  {number}. {sentence(step, board)}\n" for number, step in enumerate(conflict.steps, 1)]
        return "".join(lines)
    return "Deduction alone finds that, too, without a guess.\n" if conflict.deduced else ""


def _rules(board: Board, conflict: Contradiction) -> str:
    """The rules of a contradiction, those that every puzzle has in one line."""
    one_number = [
        board.names[cell] for rule in conflict.rules if rule.family == "one-value" for cell in rule.cells
    ]
    lines = [rule.text for rule in conflict.rules if rule.family != "one-value"]
    if one_number:
        lines.append(f"{', '.join(one_number)} hold{'' if len(one_number) > 1 else 's'} one number each")
    return "".join(f"{line}\n" for line in lines)


def _because(assertions: Sequence[Assertion], name: str) -> str:
    """The heading of the assertions of a minimal core."""
    if len(assertions) == 1:
        return f"because of this assertion of {name}:"
    return f"because of these assertions of {name}, none of which can be left out:"
