// Playing: numbers are typed, broken rules shown at once, and everything can be taken back.

import { button, byId, el, toast } from "./dom.js";
import { puzzleNow, tryAsk } from "./live.js";
import { brokenRules } from "./rules.js";
import { emit, forget, on, show, state, viewed, withClues } from "./state.js";

const PAUSE = 1100; // ms within which a second digit goes on with the first
let lastKey = { cell: -1, time: 0 };
let stepsAtHand = null;
let solutionAtHand = null;

/** In a file with the steps that were recorded, and the filling that was proved to be the only solution. */
export function buildPlay(panel, steps, solution) {
  [stepsAtHand, solutionAtHand] = [steps, solution];
  const typing = (value, text) =>
    el("label", {}, el("input", { type: "radio", name: "typing", value, checked: state.typing === value, onchange: () => { state.typing = value; } }), ` ${text}`);
  panel.append(
    el("p", { class: "note" }, "Write a number into every cell, so that each connected region of equal numbers has as many cells as its number."),
    state.live ? el("div", { class: "row", role: "group", "aria-label": "What is typed" }, el("span", {}, "Digits write"), typing("numbers", "my numbers"), typing("clues", "clues")) : "",
    el("div", { id: "pad", role: "group", "aria-label": "Digits" },
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((digit) => button(String(digit), () => type(boardCursor(), digit))),
      button("⌫", () => write(boardCursor(), 0), { "aria-label": "Clear the cell" })),
    el("div", { class: "row" },
      button("Undo", () => undo(), { id: "undo" }),
      button("Redo", () => redo(), { id: "redo" }),
      button("Clear my numbers", () => clearMine(), { class: "quiet" }),
      ...(state.about?.hints === false ? [] : [button("Next hint", () => hint(), { id: "hint", class: "primary" })])),
    el("p", { id: "hint-text", "aria-live": "polite" }),
    el("p", { id: "progress", "aria-live": "polite" }),
  );
  on("mine", () => progress());
  on("puzzle", () => {
    hinting?.abort();
    hinting = null;
    byId("hint-text").textContent = "";
    progress();
  });
}

let boardCursor = () => -1;

/** Let playing know where the cursor is. */
export function cursorFrom(call) {
  boardCursor = call;
}

/** The view of the numbers typed so far, with what is wrong with them. */
export function mineView() {
  const numbers = withClues(state.mine);
  const broken = brokenRules(state.puzzle, numbers);
  return { id: "mine", label: "My numbers", numbers, bad: [...new Set(broken.flatMap(({ cells }) => cells))], broken };
}

/** A digit: the number of the cell, or one more digit of it. */
export function type(cell, digit) {
  if (cell < 0) return;
  const clues = state.typing === "clues";
  const before = clues ? state.puzzle.clues[cell] : state.mine[cell];
  const goesOn = lastKey.cell === cell && performance.now() - lastKey.time < PAUSE;
  let number = goesOn ? before * 10 + digit : digit;
  if (number > state.mine.length) number = digit;
  lastKey = { cell, time: performance.now() };
  if (number <= state.mine.length) write(cell, number);
}

/** Write a number into a cell; 0 clears it. */
export function write(cell, number) {
  if (cell < 0) return;
  const what = state.typing;
  if (what === "numbers" && state.puzzle.clues[cell]) {
    toast("This is a clue. To change clues, let the digits write clues.");
    return;
  }
  const before = what === "clues" ? state.puzzle.clues[cell] : state.mine[cell];
  if (before === number) return;
  state.past.push([what, cell, before, number]);
  state.future = [];
  put(what, cell, number);
}

export function undo() {
  const last = state.past.pop();
  if (!last) return;
  const [what, cell, before] = last;
  state.future.push(last);
  put(what, cell, before);
}

export function redo() {
  const next = state.future.pop();
  if (!next) return;
  const [what, cell, , after] = next;
  state.past.push(next);
  put(what, cell, after);
}

function put(what, cell, number) {
  if (what === "clues") {
    state.puzzle.clues[cell] = number;
    state.mine[cell] = 0;
    forget((id) => id === "mine"); // answers were about another puzzle
    emit("clues");
  } else state.mine[cell] = number;
  hinting?.abort();
  hinting = null;
  byId("hint-text").textContent = "";
  show(mineView());
  emit("mine");
}

function clearMine() {
  for (let cell = 0; cell < state.mine.length; cell++) {
    if (!state.mine[cell]) continue;
    state.past.push(["numbers", cell, state.mine[cell], 0]);
    state.mine[cell] = 0;
  }
  state.future = [];
  show(mineView());
  emit("mine");
}

function progress() {
  const { numbers, broken } = mineView();
  const open = numbers.filter((number) => !number).length;
  byId("undo").disabled = !state.past.length;
  byId("redo").disabled = !state.future.length;
  byId("progress").textContent = open ? `${open} of ${numbers.length} cells are empty.` : broken.length ? "" : "Solved: every region has its size.";
}

let hinting = null;

/** The next number to be found, in words, with the cells to look at; first of all, if a number is wrong. */
async function hint() {
  const place = byId("hint-text");
  hinting?.abort();
  const mine = new AbortController();
  hinting = mine;
  let found = null;
  if (state.live) {
    place.replaceChildren(el("span", { class: "note going" }, "Looking"), " ", button("Stop", () => mine.abort(), { class: "quiet" }));
    found = await tryAsk("hint", { puzzle: puzzleNow(), numbers: withClues(state.mine) }, undefined, mine.signal);
    if (hinting !== mine) return;
    place.replaceChildren();
    if (!found) return;
  } else found = recordedHint();
  const { wrong, each, hint: steps } = found;
  if (wrong?.length) {
    const numbers = withClues(state.mine);
    place.replaceChildren("A number of yours is wrong. ", button("Which?", () => {
      place.textContent = `${each ? "Wrong" : "These can't all be right"}: ${wrong.map((cell) => `${state.puzzle.board.names[cell]} = ${numbers[cell]}`).join(", ")}.`;
      show({ ...mineView(), bad: wrong, means: { bad: each ? "wrong" : "not all right" } });
    }, { id: "which" }));
    return;
  }
  const unsure = wrong === null ? [el("span", { class: "step note" }, "This builds on the clues alone: it was not decided if your numbers are right.")] : [];
  if (!steps.length) {
    place.replaceChildren(...unsure, viewed().numbers.includes(0) ? "The rules of deduction find no more here; a solver may." : "Nothing is left to find.");
    return;
  }
  place.replaceChildren(...unsure, ...steps.map(({ text }) => el("span", { class: "step" }, text)));
  const last = steps.at(-1);
  show({ ...mineView(), good: last.kind === "fix" ? last.cells : [], bad: last.kind === "fix" ? [] : last.cells, look: last.because, means: { bad: "ruled out" } });
}

/** In a file: of the recorded steps, which build on the clues alone, the next number that is not written. */
function recordedHint() {
  const numbers = withClues(state.mine);
  const known = [...(solutionAtHand ?? state.puzzle.clues)];
  const fixes = (stepsAtHand ?? []).filter(({ kind }) => kind === "fix");
  for (const { cells, number } of fixes) for (const cell of cells) known[cell] = number;
  const among = (test) => numbers.flatMap((number, cell) => (number && test(number, cell) ? [cell] : []));
  const differing = among((number, cell) => known[cell] && number !== known[cell]);
  if (differing.length) return { wrong: differing, each: true, hint: [] };
  const broken = (mineView().broken[0]?.cells ?? []).filter((cell) => state.mine[cell]);
  if (broken.length) return { wrong: broken, each: broken.length === 1, hint: [] };
  const next = fixes.find(({ cells }) => cells.some((cell) => !numbers[cell]));
  return { wrong: among((number, cell) => !known[cell]).length ? null : [], hint: next ? [next] : [] };
}
