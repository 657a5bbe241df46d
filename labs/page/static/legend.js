// The legend: what the marks of the board mean, as far as the view has them.

import { el, svg } from "./dom.js";

const CELL = "M0 0H40V40H0z";

/** Entries for a view of a puzzle, drawn with arrows or not, with sizes or not. */
export function legend(puzzle, view, { arrows, sizes }) {
  const { clues, unknown, board } = puzzle;
  const full = !view.numbers.includes(0);
  const found = view.numbers.some((number, cell) => number && !clues[cell]);
  const means = { look: "look here", good: "found", bad: "breaks a rule", fresh: "found", ...view.means };
  const entries = [
    [clues.some(Boolean), "a clue", ground("cell"), number("7", "clue")],
    [unknown.length, "a clue without its number", ground("cell"), number("?", "clue")],
    [found || full, "a region", ground("c1"), number("7")],
    [view.fresh?.size && !view.good?.length, means.fresh, ground("cell"), number("7", "fresh")],
    [view.capped && view.numbers.includes(-1), "a number beyond the cap", ground("cell"), number("∗")],
    [arrows, "from parent to child", ground("c1"), path("edges", "M4 20H28"), path("heads", "M36 20L26 14V26z")],
    [arrows, "a root", ground("c1"), path("roots", "M7 20a13 13 0 1 0 26 0a13 13 0 1 0 -26 0z")],
    [sizes, "cells of the subtree", ground("c1"), svg("g", { class: "sizes" }, svg("text", { x: 36, y: 36 }, "7"))],
    [view.look?.length, means.look, over("look")],
    [view.good?.length, means.good, over("good")],
    [view.bad?.length, means.bad, over("bad")],
    [board.images.length, "a cell drawn once more", ground("cell"), number("7", "image")],
    [board.sides.some(([, , seam]) => seam), "a seam, across which cells meet", ground("cell"), path("seam", "M20 0V40")],
    [puzzle.walls.length, "a wall or the border of a region", ground("cell"), path("border", "M20 0V40")],
    [true, "what an assertion is about", over("about")],
    [true, "the selected cell", over("selected")],
  ];
  return entries.filter(([there]) => there).map(([, text, ...parts]) =>
    el("li", {}, svg("svg", { viewBox: "-3 -3 46 46", "aria-hidden": "true" }, ...parts), text));
}

function path(kind, d) {
  return svg("path", { class: kind, d });
}

function ground(kind) {
  return svg("g", {}, path(kind, CELL), path("thin", CELL));
}

function over(kind) {
  return svg("g", {}, ground("cell"), svg("g", { class: "over" }, path(kind, CELL)));
}

function number(text, kind = "") {
  return svg("g", { class: "numbers" }, svg("text", { x: 20, y: 20, dy: ".35em", class: kind }, text));
}
