"""The command line: five subcommands, each a function from its arguments to an exit code."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from drivers import Failure, Limits, Sat, Timeout, Unknown, Unsat, find
from drivers.dimacs import NotBooleanError, from_script, read_answer
from drivers.errors import UnknownSolverError
from drivers.transcript import read_transcript
from encoder.errors import DecodeError, EncodingError
from encoder.parts.flood import METHODS
from fillomino.errors import FillominoError, InputError
from fillomino.puzzle import Puzzle
from nurikabe.encoding import STREAMS, decode, encode
from nurikabe.formats import read, read_shading, write, write_shading
from nurikabe.rules import Shading, violations
from nurikabe.solving import Solved, solve
from smtlib.errors import SmtLibError
from smtlib.render import FLAVOURS, driver, render

DONE, NO, BAD_INPUT, NO_ANSWER, SOLVER_FAILED, INTERRUPTED = 0, 1, 2, 3, 4, 130
EXIT_CODES = "exit codes: 0 done; 1 the answer is no; 2 bad input or usage; 3 no answer; 4 a solver failed"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit code."""
    given = _parser().parse_args(arguments)
    try:
        code: int = given.run(given)
    except (FillominoError, UnknownSolverError) as error:
        return _complain(str(error), BAD_INPUT)
    except SmtLibError as error:
        return _complain(str(error), SOLVER_FAILED)
    except KeyboardInterrupt:
        return _complain("interrupted", INTERRUPTED)
    return code


def _complain(message: str, code: int) -> int:
    print(f"nurikabe: {message}", file=sys.stderr)
    return code


def _text(argument: str) -> tuple[str, str]:
    """Return the text of a file, of standard input (``-``), or of a URL itself, and its name."""
    if "://" in argument or "?nurikabe/" in argument:
        return argument, argument
    name = "<stdin>" if argument == "-" else argument
    try:
        return sys.stdin.read() if argument == "-" else Path(argument).read_text(encoding="utf-8"), name
    except (OSError, UnicodeError) as error:
        raise InputError(
            f"can't be read: {getattr(error, 'strerror', None) or error}", source=name
        ) from error


def _solve(given: argparse.Namespace) -> int:
    solver, codes = find(given.solver), [DONE]
    for argument in given.puzzles:
        try:
            puzzle = read(*_text(argument))
        except FillominoError as error:
            codes.append(_complain(str(error), BAD_INPUT))
            if given.json:
                print(json.dumps({"puzzle": argument, "status": "failed", "error": str(error)}))
            continue
        started = perf_counter()
        limit = max(given.limit, 2 if given.unique else 1)
        result = solve(
            puzzle, solver, method=given.method, stream=given.stream, limit=limit, limits=given.timeout
        )
        seconds = perf_counter() - started
        codes.append(_exit_code(result, given.unique))
        if given.json:
            print(json.dumps(_row(argument, puzzle, result, given.limit, seconds)))
            continue
        for shading in result.shadings[: given.limit]:
            print(write_shading(puzzle, shading), end="")
        how = f"{given.method}, {solver.name}, {seconds:.3f} s"
        print(f"{argument}: {_outcome(result, given.limit)} ({how})", file=sys.stderr)
    return next(code for code in (BAD_INPUT, SOLVER_FAILED, NO_ANSWER, NO, DONE) if code in codes)


def _exit_code(result: Solved, unique_wanted: bool) -> int:
    match result.end:
        case Failure():
            return SOLVER_FAILED
        case Timeout() | Unknown():
            return NO if unique_wanted and result.unique is False else NO_ANSWER
        case Sat() | Unsat():
            return NO if not result.shadings or (unique_wanted and result.unique is False) else DONE


def _outcome(result: Solved, limit: int) -> str:
    found = f"{len(result.shadings)} solutions" if limit > 1 else "there is another solution"
    more = {True: ", the only solution", False: f", {found}", None: ""}[result.unique]
    all_there_are = ", all there are" if result.unique is False and isinstance(result.end, Unsat) else ""
    return result.status + more + all_there_are + (f"; {result.error}" if result.error else "")


def _row(name: str, puzzle: Puzzle, result: Solved, limit: int, seconds: float) -> dict[str, object]:
    return {
        "puzzle": name,
        "status": result.status,
        "shadings": [write_shading(puzzle, shading).splitlines() for shading in result.shadings[:limit]],
        "unique": result.unique,
        "complete": isinstance(result.end, Unsat) and len(result.shadings) <= limit,
        "seconds": round(seconds, 4),
        "error": result.error,
    }


def _encode(given: argparse.Namespace) -> int:
    script = encode(read(*_text(given.puzzle)), method=given.method, stream=given.stream).script
    try:
        text = from_script(driver(script)) if given.flavour == "dimacs" else render(script, given.flavour)
    except NotBooleanError as error:
        message = f"the method {given.method} is not of Booleans alone, as dimacs must be; layers is"
        raise EncodingError(message) from error
    print(text, end="")
    return DONE


def _decode(given: argparse.Namespace) -> int:
    puzzle = read(*_text(given.puzzle))
    printed, name = _text(given.answer)
    answer = read_transcript(printed) if given.cnf is None else read_answer(printed, _text(given.cnf)[0])
    match answer:
        case Sat(values=values):
            try:
                shading = decode(encode(puzzle), values)
            except DecodeError as error:
                raise InputError(str(error), source=name) from error
        case Unsat():
            return _complain(f"{name}: unsat: the puzzle has no solution", NO)
        case Failure(text=text):
            raise InputError(f"this is no solver's answer: {text}", source=name)
        case Unknown() | Timeout():
            return _complain(f"{name}: the solver gave no answer", NO_ANSWER)
    print(write_shading(puzzle, shading), end="")
    return _judge(puzzle, shading, name)


def _check(given: argparse.Namespace) -> int:
    puzzle = read(*_text(given.puzzle))
    text, name = _text(given.shading)
    return _judge(puzzle, read_shading(puzzle.board, text), name)


def _judge(puzzle: Puzzle, shading: Shading, name: str) -> int:
    broken = violations(puzzle, shading)
    for violation in broken:
        _complain(f"{name}: {violation.text}", NO)
    if not broken:
        print(f"{name}: a solution", file=sys.stderr)
    return NO if broken else DONE


def _convert(given: argparse.Namespace) -> int:
    print(write(read(*_text(given.puzzle)), given.to), end="")
    return DONE


def _limits(seconds: str) -> Limits:
    return Limits(seconds=float(seconds))  # a ValueError of either is one of usage


def _positive(text: str) -> int:
    if int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not at least 1")
    return int(text)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="nurikabe", description="Solve Nurikabe with SMT solvers.", epilog=EXIT_CODES
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    one = argparse.ArgumentParser(add_help=False)
    one.add_argument("puzzle", metavar="PUZZLE", help="a file, a puzz.link URL, or - for standard input")
    how = argparse.ArgumentParser(add_help=False)
    how.add_argument("--method", choices=METHODS, default="rank", help="the encoding of connectedness")
    how.add_argument(
        "--stream",
        choices=STREAMS,
        default="unbounded",
        help="exact: encode its size, too; seeded: let it flow from a cell that is in it for sure",
    )

    solver = commands.add_parser("solve", parents=[how], help="solve puzzles; every solution is checked")
    solver.add_argument("puzzles", metavar="PUZZLE", nargs="+", help="a file, a puzz.link URL, or -")
    solver.add_argument("--solver", default="yices", help="the solver; see `fillomino solvers`")
    solver.add_argument("--timeout", type=_limits, metavar="SEC", help="seconds for each puzzle")
    solver.add_argument("--unique", action="store_true", help="decide whether the solution is unique")
    solver.add_argument("--limit", type=_positive, default=1, metavar="N", help="find up to N solutions")
    solver.add_argument("--json", action="store_true", help="one JSON object a line")
    solver.set_defaults(run=_solve)

    encoder = commands.add_parser("encode", parents=[one, how], help="write a puzzle as SMT-LIB or DIMACS")
    flavours = [*(flavour.name for flavour in FLAVOURS), "dimacs"]
    encoder.add_argument("--flavour", "-f", choices=flavours, default="driver")
    encoder.set_defaults(run=_encode)

    decoder = commands.add_parser("decode", parents=[one], help="read a solver's answer, and check it")
    decoder.add_argument("answer", metavar="ANSWER", help="a file with the solver's output, or -")
    decoder.add_argument("--cnf", metavar="FILE", help="the DIMACS file that a SAT solver answered")
    decoder.set_defaults(run=_decode)

    checker = commands.add_parser("check", parents=[one], help="check a shading by the rules")
    checker.add_argument("shading", metavar="SHADING", help="a file of # . and clues, or -")
    checker.set_defaults(run=_check)

    converter = commands.add_parser("convert", parents=[one], help="write a puzzle in another format")
    converter.add_argument("--to", choices=("plain", "url", "json", "adjacency"), default="url")
    converter.set_defaults(run=_convert)
    return parser
