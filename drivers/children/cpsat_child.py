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
from drivers.dimacs import Clauses
from drivers.engine import answer
from drivers.errors import DriverError
from smtlib.literals import numeral, write_literal
from smtlib.sexpr import Sexpr, symbol_name, write

COMPARISONS = ("<=", "<", ">=", ">", "=", "distinct")
EVERYTHING = (cp_model.INT_MIN, cp_model.INT_MAX)
LARGEST = 2**24
"""Larger numbers are refused, so that no sum comes near to what CP-SAT can hold."""


class CpSatEngine(Clauses):
    """The model of a script: clauses over Boolean variables of CP-SAT, and linear constraints."""

    logics: tuple[str, ...] = ("QF_LIA", "QF_UFLIA", "QF_UF", "QF_FD")

    def __init__(self) -> None:
        super().__init__()
        self._model = cp_model.CpModel()
        self._solver = cp_model.CpSolver()
        self._solver.parameters.num_workers = 1  # one core, as the others have
        self._solved = False
        self._booleans: list[cp_model.IntVar] = []
        self._integers: dict[str, cp_model.IntVar | None] = {}  # the variables are made when bounds are known

    def declare(self, command: tuple[Sexpr, ...]) -> None:
        """Take a Boolean or integer constant.

        Raises:
            DriverError: for anything else.
        """
        match command:
            case ("declare-fun", name, (), "Int") | ("declare-const", name, "Int") if symbol_name(name):
                self._integers[symbol_name(name) or ""] = None
            case _ if command[-1] == "Bool" and command[0] != "define-fun":
                super().declare(command)
            case _:
                raise DriverError(
                    f"only constants of sort Bool and Int are known here, not {write(command)[:80]}"
                )

    def check(self, terms: Sequence[Sexpr]) -> str:
        """CP-SAT's verdict.

        Raises:
            DriverError: for an integer without bounds, or a term that can't be translated.
        """
        if "false" in terms:  # nothing else may be asserted then, bounds neither
            return "unsat"
        for name, (low, high) in bounds(terms, self._integers).items():
            if low is None or high is None:
                raise DriverError(f"{name} has no bounds; CP-SAT needs them for every integer")
            if max(abs(low), abs(high)) > LARGEST:
                raise DriverError(f"the bounds of {name} are too large for this translation")
            if low > high:
                return "unsat"
            self._integers[name] = self._model.new_int_var(low, high, name)
        for term in terms:
            self.add(term)
        for clause in self.clauses:
            self._model.add_bool_or([self._boolean(literal) for literal in clause])
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
        name = symbol_name(term) or ""
        if name in self.variables:
            return write_literal(self._solver.boolean_value(self._boolean(self.variables[name])))
        if self._integers.get(name) is None:
            raise DriverError(f"there is no value for {write(term)[:80]}; ask for symbols")
        return write_literal(self._solver.value(self._integers[name]))

    def statistics(self) -> Mapping[str, float]:
        """CP-SAT's counters; nothing where bounds alone decided."""
        if not self._solved:
            return {}
        return {"conflicts": self._solver.num_conflicts, "decisions": self._solver.num_branches}

    def add(self, term: Sexpr) -> None:
        """Assert a term, which may be a comparison, perhaps under a premise."""
        match term:
            case ("!", inner, *_):
                self.add(inner)
            case ("=>", premise, ("and", *parts)):
                for part in parts:
                    self.add(("=>", premise, part))
            case ("=>", premise, conclusion) if self._compares(conclusion):
                self._compare(conclusion, self._boolean(self.literal(premise)))
            case _ if self._compares(term):
                self._compare(term)
            case _:
                super().add(term)

    def _define(self, out: int, term: Sexpr) -> None:
        if not self._compares(term):
            super()._define(out, term)
            return
        self._compare(term, self._boolean(out))
        self._compare(term, self._boolean(-out), holds=False)

    def _boolean(self, literal: int) -> cp_model.LiteralT:
        """The variable of CP-SAT for a literal, or its negation."""
        while len(self._booleans) < self.count:
            self._booleans.append(self._model.new_bool_var(""))
        variable = self._booleans[abs(literal) - 1]
        return variable if literal > 0 else ~variable

    def _compares(self, term: Sexpr) -> TypeGuard[tuple[Sexpr, ...]]:
        """Return whether a term compares two integers."""
        return isinstance(term, tuple) and len(term) == 3 and term[0] in COMPARISONS and self._is_int(term[1])

    def _is_int(self, term: Sexpr) -> bool:
        if isinstance(term, str):
            return (symbol_name(term) or "") in self._integers or numeral(term) is not None
        return bool(term) and (term[0] in ("+", "-", "*") or (term[0] == "ite" and self._is_int(term[2])))

    def _compare(
        self, term: tuple[Sexpr, ...], premise: cp_model.LiteralT | None = None, *, holds: bool = True
    ) -> None:
        """Under the premise a comparison holds, or does not."""
        _, left, right = term
        difference = self._linear(left) - self._linear(right)
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
        if premise is not None:
            constraint.only_enforce_if(premise)

    def _linear(self, term: Sexpr) -> cp_model.LinearExprT:
        number = constant(term)
        if number is not None and abs(number) <= LARGEST:
            return number
        match term:
            case str(symbol) if (variable := self._integers.get(symbol_name(symbol) or "")) is not None:
                return variable
            case ("+", *parts):
                return sum(self._linear(part) for part in parts)
            case ("-", negated):
                return -self._linear(negated)
            case ("-", first, *rest):
                return self._linear(first) - sum(self._linear(part) for part in rest)
            case ("*", left, right) if constant(left) is not None or constant(right) is not None:
                return self._linear(left) * self._linear(right)
            case ("ite", condition, then, otherwise):
                chooser = self._boolean(self.literal(condition))
                return self._chosen(chooser, self._linear(then), self._linear(otherwise))
        raise DriverError(f"not a linear integer term: {write(term)[:80]}")

    def _chosen(
        self, condition: cp_model.LiteralT, then: cp_model.LinearExprT, otherwise: cp_model.LinearExprT
    ) -> cp_model.LinearExprT:
        if isinstance(then, int) and isinstance(otherwise, int):
            return otherwise + (then - otherwise) * condition
        chosen = self._model.new_int_var(-(2**40), 2**40, "")
        self._model.add(chosen == then).only_enforce_if(condition)
        self._model.add(chosen == otherwise).only_enforce_if(~condition)
        return chosen


def main(arguments: list[str]) -> int:
    """Run a script from standard input; returns the exit code."""
    if "--version" in arguments:
        sys.stdout.write(f"CP-SAT of OR-Tools {version('ortools')}\n")
        return 0
    return answer(CpSatEngine())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
