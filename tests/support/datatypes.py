"""Random scripts about datatypes and functions that are defined together."""

from __future__ import annotations

import random

_NAMES = (
    "A",
    "leaf",
    "node",
    "c0",
    "mk-x",
    "|a b|",
    "x1",
    "y2",
    "left",
    "f!",
    "none",
    "val",
    "T",
    "q?",
    "|let|",
)


def random_script(seed: int) -> str:
    """A script that declares a datatype, or two that are about each other, and recursive functions.

    Constructors, selectors and both kinds of testers are used; half of the datatypes have a parameter.
    """
    chance = random.Random(seed)
    names = [f"{name[:-1]} {at}|" if name[0] == "|" else f"{name}{at}" for at, name in enumerate(_NAMES)]
    chance.shuffle(names)
    take = iter(names).__next__
    sort, empty, full, first, rest = (take() for _ in range(5))
    value, function, other = (take() for _ in range(3))
    generic = chance.random() < 0.5
    whole = f"({sort} Int)" if generic else sort
    of, same = ("X", f"({sort} X)") if generic else ("Int", sort)
    inside = f"(({empty}) ({full} ({first} {of}) ({rest} {same})))"
    if generic:
        inside = f"(par (X) {inside})"
    together = chance.random() < 0.5
    lines = [
        f"(declare-datatypes (({sort} {int(generic)})) ({inside}))"
        if generic or together
        else f"(declare-datatype {sort} {inside})",
        f"(declare-const {value} {whole})",
    ]
    nothing = f"(as {empty} {whole})"
    body = f"(ite ((_ is {empty}) l) 0 (+ 1 ({{}} ({rest} l))))"
    if together:
        heads = f"({function} ((l {whole})) Int) ({other} ((l {whole})) Int)"
        lines.append(f"(define-funs-rec ({heads}) ({body.format(other)} {body.format(function)}))")
    else:
        lines.append(f"(define-fun-rec {function} ((l {whole})) Int {body.format(function)})")
    plain = empty.strip("|")
    tester = f"|is-{plain}|" if empty[0] == "|" else f"is-{plain}"
    asserted = [
        f"(assert ((_ is {full}) {value}))",
        f"(assert (not ({tester} {value})))",
        f"(assert (= ({first} {value}) {chance.randrange(9)}))",
        f"(assert (= (match {value} (({empty} 0) (({full} h t) (+ h 1)))) {chance.randrange(3, 7)}))",
        f"(assert (= ({rest} {value}) {nothing}))",
        f"(assert (= ({function} {value}) {chance.randrange(1, 3)}))",
        f"(assert (distinct {value} ({full} 3 {nothing})))",
    ]
    lines += chance.sample(asserted, chance.randrange(2, len(asserted) + 1))
    return "\n".join([*lines, "(check-sat)", ""])
