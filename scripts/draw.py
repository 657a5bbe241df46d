"""Draw the pictures of README.md and docs/ anew, all or some: `python scripts/draw.py rules encodings`.

The wrong filling of the readme is what Z3 5.4.1 gave for
`fillomino solve examples/first.txt --encoding forest --drop same-root`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TypeAlias

from fillomino import formats, solve
from fillomino.deduction.reason import Reasoner
from fillomino.deduction.rules import registry
from fillomino.deduction.rules.rule import Rule
from fillomino.deduction.state import State
from fillomino.render.step import step_svg
from fillomino.render.svg import svg
from fillomino.rules import violations
from scripts.encoding_figures import FIGURES, forest
from scripts.figure import LOWEST, PUZZLE, SOLUTION, Make, texts
from scripts.harness import EXAMPLES, ROOT, new_parser
from workbench.fillomino.deduction_steps import ExplainedStep, explained_steps

MODEL = (1, 3, 4, 4, 4, 1, 3, 2, 2, 4, 1, 3, 5, 5, 4, 3, 5, 5, 4, 4, 3, 3, 5, 1, 4)
DROPPED = "same-root"


Panel: TypeAlias = tuple[str, str]
"""A picture and its caption."""


def side_by_side(title: str, panels: Sequence[Panel], height: int, style: str) -> str:
    """Return panels, three in a row, on one sheet of so many pixels; `style` is that of the captions."""
    body = "".join(
        f'<g transform="translate({232 * (place % 3) + 6} {252 * (place // 3) + 6})">{picture}'
        f'<text x="106" y="234" {style}>{caption}</text></g>\n'
        for place, (picture, caption) in enumerate(panels)
    )
    size = f'class="fillomino-board" viewBox="0 0 688 {height}" width="688" height="{height}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size}>\n<title>{title}</title>\n'
        f'<rect width="688" height="{height}" rx="8" fill="#fff"/>\n{body}</svg>\n'
    )


def wrong_filling() -> str:
    """Return the model with the cells of broken rules marked."""
    marked = {cell for violation in violations(PUZZLE, MODEL) for cell in violation.cells}
    return svg(PUZZLE, MODEL, marked=marked)


def mistake() -> str:
    """The puzzle, its solution, and the model with the cells of broken rules marked, side by side."""
    title = f"A puzzle, its solution, and a wrong filling that forest accepts without {DROPPED}"
    panels = (
        (svg(PUZZLE), "the puzzle"),
        (svg(PUZZLE, SOLUTION), "accepted by forest"),
        (wrong_filling(), f"accepted without {DROPPED}"),
    )
    return side_by_side(title, panels, 252, 'font-size="15"')


def six() -> str:
    """The forest in six pictures: puzzle, solution, trees, sizes, roots, and a mistake that they catch."""
    figure = forest()
    panels = (
        (svg(PUZZLE), "1. the puzzle"),
        (svg(PUZZLE, SOLUTION), "2. its solution"),
        (replace(figure, labels={}).svg(), "3. a tree in each region"),
        (figure.svg(), "4. sizes of subtrees"),
        (replace(figure, labels=texts(LOWEST), arrows=()).svg(), "5. each cell names its root"),
        (wrong_filling(), "6. wrong: two roots in one region"),
    )
    title = "A puzzle, its solution, trees, sizes, roots, and a filling in which roots differ"
    return side_by_side(title, panels, 504, 'font-size="13" text-anchor="middle"')


def example(rule: Rule) -> tuple[str, ExplainedStep]:
    """Return the picture of a rule, and the step it shows; an easier rule that preempts it is left out."""
    puzzle = formats.read(rule.example).puzzle
    rules = registry.up_to(registry.hardest(), puzzle)
    for omitted in (None, *rules):
        reasoning = Reasoner(State(puzzle), [easier for easier in rules if easier is not omitted])
        for explained in explained_steps(reasoning):
            if explained.step.rule == rule.name:
                return step_svg(puzzle, explained.known, explained.step, explained.sentence), explained
    raise SystemExit(f"{rule.name} is never used in its example, since easier rules solve it: give another")


def generated(name: str) -> str:
    """The solution of an example that docs/boards.md says was generated."""
    puzzle = formats.read((EXAMPLES / f"{name}.json").read_text(encoding="utf-8")).puzzle
    return svg(puzzle, solve(puzzle).solution)


def laboratories() -> list[str]:
    """The laboratories with figures of encodings: docs/labs/NAME/figures.py."""
    return [path.parent.name for path in sorted(ROOT.glob("docs/labs/*/figures.py"))]


def figures_of(laboratory: str) -> Mapping[str, Make]:
    """The figures of the encodings of a laboratory."""
    found: Mapping[str, Make] = import_module(f"docs.labs.{laboratory}.figures").FIGURES
    return found


def drawn(laboratory: str) -> Callable[[], Mapping[str, str]]:
    """What draws the figures of a laboratory."""
    return lambda: {name: figure().svg() for name, figure in figures_of(laboratory).items()}


PICTURES: Mapping[str, Callable[[], Mapping[str, str]]] = {
    "debugging": lambda: {"mistake": mistake()},
    "introduction": lambda: {
        "puzzle": svg(PUZZLE),
        "solution": svg(PUZZLE, SOLUTION),
        "forest": forest().svg(),
        "six": six(),
    },
    "rules": lambda: {rule.name: example(rule)[0] for rule in registry.levels()},
    "encodings": lambda: {name: figure().svg() for name, figure in FIGURES.items()},
    "boards": lambda: {name: generated(name) for name in ("honeycomb", "moebius", "torus")},
    **{f"labs/{name}": drawn(name) for name in laboratories()},
}
"""For each folder of docs/ its pictures by name."""


def main() -> None:
    """Draw them."""
    parser = new_parser(__doc__)
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help=f"of {', '.join(PICTURES)}  [all]")
    parser.add_argument("--output", type=Path, default=ROOT / "docs", metavar="DIR", help="[docs]")
    given = parser.parse_args()
    if unknown := set(given.folders) - PICTURES.keys():
        parser.error(f"no pictures for {', '.join(sorted(unknown))}")
    for folder in given.folders or PICTURES:
        (given.output / folder).mkdir(parents=True, exist_ok=True)
        for name, picture in PICTURES[folder]().items():
            (given.output / folder / f"{name}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
