"""OR-Tools' CP-SAT as a solver of SMT-LIB: ``python cpsat_child.py [--version] < script.smt2``.

It takes Booleans and linear integers (QF_LIA), and needs bounds for each integer. They are read off the
assertions, where an encoding states them; a constant without any is an error and never a guess.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TypeGuard

sys.path.append(str(Path(__file__).parents[2]))

from drivers.bounds import bounds, constant
from drivers.children.light_cp_model import cp_model
from drivers.engine import answer
from drivers.errors import DriverError
from smtlib.literals import numeral, write_literal
from smtlib.sexpr import Sexpr, symbol_name, write

COMPARISONS = ("<=", "<", ">=", ">", "=", "distinct")
EVERYTHING = (cp_model.INT_MIN, cp_model.INT_MAX)
LARGEST = 2**24
"""Larger numbers are refused, so that no sum comes near to what CP-SAT can hold."""


class CpSatEngine:
    """The model of a script. A literal is a Boolean variable of CP-SAT or its negation."""

    logics: tuple[str, ...] = ("QF_LIA", "QF_UFLIA", "QF_UF", "QF_FD")

    def __init__(self) -> None:
        self._model = cp_model.CpModel()
        self._solver = cp_model.CpSolver()
        self._solver.parameters.num_workers = 1  # one core, as the others have
        self._solved = False
        self._sorts: dict[str, str] = {}
        self._variables: dict[str, cp_model.IntVar] = {}
        self._known: dict[Sexpr, cp_model.LiteralT] = {}

    def declare(self, command: tuple[Sexpr, ...]) -> None:
        """Take a Boolean or integer constant.

        Raises:
            DriverError: for anything else.
        """
        name = symbol_name(command[1]) if len(command) > 1 else None
        sort = command[-1]
        if name is None or sort not in ("Bool", "Int") or command[2:-1] not in ((), ((),)):
            raise DriverError(
                f"only constants of sort Bool and Int are known here, not {write(command)[:80]}"
            )
        self._sorts[name] = str(sort)

    def check(self, terms: Sequence[Sexpr]) -> str:
        """CP-SAT's verdict.

        Raises:
            DriverError: for an integer without bounds, or a term that can't be translated.
        """
        if "false" in terms:  # nothing else may be asserted then, bounds neither
            return "unsat"
        known = bounds(terms, [name for name, sort in self._sorts.items() if sort == "Int"])
        for name, sort in self._sorts.items():
            if sort == "Bool":
                self._variables[name] = self._model.new_bool_var(name)
                continue
            low, high = known[name]
            if low is None or high is None:
                raise DriverError(f"{name} has no bounds, and CP-SAT needs them")
            if max(abs(low), abs(high)) > LARGEST:
                raise DriverError(f"the bounds of {name} are too large for this translation")
            if low > high:
                return "unsat"
            self._variables[name] = self._model.new_int_var(low, high, name)
        for term in terms:
            self._assert(term)
        status, self._solved = self._solver.solve(self._model), True
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return "sat"
        if status == cp_model.MODEL_INVALID:
            raise DriverError(f"CP-SAT refuses the model: {self._model.validate()}")
        return "unsat" if status == cp_model.INFEASIBLE else "unknown"

    def value(self, term: Sexpr) -> str:
        """The value of a symbol.

        Raises:
            DriverError: for another term.
        """
        name = symbol_name(term)
        if name not in self._variables:
            raise DriverError(f"there is no value of {write(term)[:80]}; ask for symbols")
        value = self._solver.value(self._variables[name])
        return write_literal(bool(value) if self._sorts[name] == "Bool" else value)

    def statistics(self) -> Mapping[str, float]:
        """CP-SAT's counters; nothing where bounds alone decided."""
        if not self._solved:
            return {}
        return {"conflicts": self._solver.num_conflicts, "decisions": self._solver.num_branches}

    def _assert(self, term: Sexpr) -> None:
        match term:
            case ("!", inner, *_):
                self._assert(inner)
            case ("and", *parts):
                for part in parts:
                    self._assert(part)
            case ("or", *parts):
                self._model.add_bool_or([self._literal(part) for part in parts])
            case ("=>", premise, ("and", *parts)):
                for part in parts:
                    self._assert(("=>", premise, part))
            case ("=>", premise, conclusion) if self._compares(conclusion):
                self._compare(conclusion, [self._literal(premise)], True)
            case _ if self._compares(term):
                self._compare(term, [], True)
            case other:
                self._model.add_bool_or([self._literal(other)])

    def _compares(self, term: Sexpr) -> TypeGuard[tuple[Sexpr, ...]]:
        """Return whether a term compares two integers."""
        return isinstance(term, tuple) and len(term) == 3 and term[0] in COMPARISONS and self._is_int(term[1])

    def _is_int(self, term: Sexpr) -> bool:
        if isinstance(term, str):
            return self._sorts.get(symbol_name(term) or "") == "Int" or numeral(term) is not None
        return bool(term) and (term[0] in ("+", "-", "*") or (term[0] == "ite" and self._is_int(term[2])))

    def _compare(self, term: tuple[Sexpr, ...], premises: list[cp_model.LiteralT], holds: bool) -> None:
        """Under the premises a comparison holds, or does not."""
        _, one, other = term
        difference = self._linear(one) - self._linear(other)
        low, high = EVERYTHING
        ranges = {
            "<=": [(low, 0)],
            "<": [(low, -1)],
            ">=": [(0, high)],
            ">": [(1, high)],
            "=": [(0, 0)],
            "distinct": [(low, -1), (1, high)],
        }[str(term[0])]
        domain = cp_model.Domain.from_intervals(ranges)
        if not holds:
            domain = domain.complement()
        constraint = self._model.add_linear_expression_in_domain(difference, domain)
        if premises:
            constraint.only_enforce_if(premises)

    def _literal(self, term: Sexpr) -> cp_model.LiteralT:
        match term:
            case "true" | "false":
                return self._model.new_constant(term == "true")
            case str(symbol):
                name = symbol_name(symbol) or ""
                if self._sorts.get(name) != "Bool":
                    raise DriverError(f"the Boolean {symbol} is not declared")
                return self._variables[name]
            case ("!", inner, *_):
                return self._literal(inner)
            case ("not", inner):
                return ~self._literal(inner)
        if term not in self._known:
            self._known[term] = self._defined(term)
        return self._known[term]

    def _defined(self, term: Sexpr) -> cp_model.LiteralT:
        """A new literal that equals a term."""
        model, out = self._model, self._model.new_bool_var("")
        if self._compares(term):
            self._compare(term, [out], True)
            self._compare(term, [~out], False)
            return out
        match term:
            case ("and" | "or" as operator, *parts):
                literals = [self._literal(part) for part in parts]
                if operator == "or":
                    literals = [~literal for literal in literals]
                every = ~out if operator == "or" else out
                for literal in literals:
                    model.add_implication(every, literal)
                model.add_bool_or([every, *(~literal for literal in literals)])
            case ("=>", premise, conclusion):
                model.add_implication(out, self._literal(("or", ("not", premise), conclusion)))
                model.add_implication(self._literal(("or", ("not", premise), conclusion)), out)
            case ("=" | "distinct" | "xor" as operator, one, other):
                a, b = self._literal(one), self._literal(other)
                same = out if operator == "=" else ~out
                model.add_bool_or([~same, ~a, b])
                model.add_bool_or([~same, a, ~b])
                model.add_bool_or([same, a, b])
                model.add_bool_or([same, ~a, ~b])
            case ("ite", condition, one, other):
                c, a, b = self._literal(condition), self._literal(one), self._literal(other)
                for chosen, value in ((c, a), (~c, b)):
                    model.add_bool_or([~chosen, ~value, out])
                    model.add_bool_or([~chosen, value, ~out])
            case _:
                raise DriverError(f"this can't be translated to CP-SAT: {write(term)[:80]}")
        return out

    def _linear(self, term: Sexpr) -> cp_model.LinearExprT:
        number = constant(term)
        if number is not None and abs(number) <= LARGEST:
            return number
        match term:
            case str(symbol) if self._sorts.get(symbol_name(symbol) or "") == "Int":
                return self._variables[symbol_name(symbol) or ""]
            case ("+", *parts):
                return sum(self._linear(part) for part in parts)
            case ("-", one):
                return -self._linear(one)
            case ("-", first, *rest):
                return self._linear(first) - sum(self._linear(part) for part in rest)
            case ("*", one, other) if constant(one) is not None or constant(other) is not None:
                return self._linear(one) * self._linear(other)
            case ("ite", condition, one, other):
                return self._chosen(self._literal(condition), self._linear(one), self._linear(other))
        raise DriverError(f"this is no linear integer term: {write(term)[:80]}")

    def _chosen(
        self, condition: cp_model.LiteralT, one: cp_model.LinearExprT, other: cp_model.LinearExprT
    ) -> cp_model.LinearExprT:
        if isinstance(one, int) and isinstance(other, int):
            return other + (one - other) * condition
        chosen = self._model.new_int_var(-(2**40), 2**40, "")
        self._model.add(chosen == one).only_enforce_if(condition)
        self._model.add(chosen == other).only_enforce_if(~condition)
        return chosen


def main(arguments: list[str]) -> int:
    """Run a script from standard input; returns the exit code."""
    if "--version" in arguments:
        sys.stdout.write(f"CP-SAT of OR-Tools {version('ortools')}\n")
        return 0
    return answer(CpSatEngine())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
