// The page: reads its data, lays out its parts, and carries events between them.

import { buildAudit } from "./audit.js";
import { Board } from "./board.js";
import { buildDeduce } from "./deduce.js";
import { button, byId, eachFrame, el } from "./dom.js";
import { buildFiles } from "./files.js";
import { legend } from "./legend.js";
import { tryAsk } from "./live.js";
import { buildLook } from "./look.js";
import { buildPlay, cursorFrom, mineView, redo, type, undo, write } from "./play.js";
import { buildSolve } from "./solve.js";
import { emit, on, show, state, viewed } from "./state.js";

const data = JSON.parse(byId("data").textContent);
state.live = data.live;
state.about = data.about;
state.encoding = data.encoding ?? "forest";
const FORESTS = data.about.encodings.filter(({ forest }) => forest).map(({ name }) => name);

const board = new Board(byId("board"), {
  hover: eachFrame((cell) => hovered(cell)),
  pick: (cell) => select(cell),
  key: (event) => pressed(event),
});
cursorFrom(() => board.cursor);

/* ---- tabs ---- */

const TABS = [
  ["files", "Puzzle", (panel) => buildFiles(panel)],
  ["look", "Encoding", (panel) => buildLook(panel, data.encoded ?? null, data.left_out)],
  ["play", "Play", (panel) => buildPlay(panel, data.steps ?? null, provedIn(data.runs ?? []))],
  ["solve", "Solve", (panel) => buildSolve(panel, data.runs ?? [], data.limit)],
  ["deduce", "Deduce", (panel) => buildDeduce(panel, data.steps, data.deduced)],
  ...(state.live ? [["audit", "Audit", (panel) => buildAudit(panel)]] : []),
];

/** The filling that a recorded run proved to be the only solution. */
function provedIn(runs) {
  return runs.flatMap(({ events }) => events).find(({ result }) => result?.unique)?.result.filling;
}

function buildTabs() {
  for (const [id, label, build] of TABS) {
    const panel = el("div", { id: `panel-${id}`, role: "tabpanel", "aria-labelledby": `tab-${id}`, class: "panel" });
    byId("panels").append(panel);
    byId("tabs").append(el("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, onclick: () => tab(id) }, label));
    build(panel);
  }
  byId("tabs").addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const ids = TABS.map(([id]) => id);
    const now = ids.findIndex((id) => byId(`tab-${id}`).getAttribute("aria-selected") === "true");
    const next = ids[(now + step + ids.length) % ids.length];
    tab(next);
    byId(`tab-${next}`).focus();
  });
  tab("look");
}

function tab(chosen) {
  for (const [id] of TABS) {
    byId(`tab-${id}`).setAttribute("aria-selected", String(id === chosen));
    byId(`tab-${id}`).tabIndex = id === chosen ? 0 : -1;
    byId(`panel-${id}`).hidden = id !== chosen;
  }
  if (chosen === "play" && state.puzzle) show(mineView());
}

/* ---- the board ---- */

function redraw() {
  const view = viewed();
  if (!view) return;
  const drawn = { arrows: Boolean(view.forest) && byId("arrows").checked, sizes: hasSizes(view) && byId("sizes").checked };
  board.draw(view, drawn);
  for (const [id, there] of [["arrows", Boolean(view.forest)], ["sizes", hasSizes(view)]]) byId(id).disabled = !there;
  byId("no-forest").textContent = view.forest ? (hasSizes(view) ? "" : "No sizes here: this encoding has none.") : `Trees are drawn in answers of ${listed(FORESTS)}: solve with one of them.`;
  byId("legend").replaceChildren(...legend(state.puzzle, view, drawn));
  describe(described);
  const wrong = view.broken ?? [];
  byId("broken").replaceChildren(...wrong.slice(0, 6).map(({ text }) => el("li", {}, text)), ...(wrong.length > 6 ? [el("li", {}, `and ${wrong.length - 6} more`)] : []));
  const buttons = state.views.map((one) =>
    button(one.label, () => { state.view = one.id; redraw(); }, { class: "view", "aria-pressed": String(one.id === view.id) }));
  byId("views").replaceChildren(...buttons);
}

/** The names with commas, and the last with "and". */
function listed(names) {
  return names.join(", ").replace(/, ([^,]*)$/, " and $1");
}

/** Return whether a view's forest comes with the sizes of its subtrees. */
function hasSizes(view) {
  return Boolean(view.forest?.sizes.some(Boolean));
}

let described = -1;

function hovered(cell) {
  if (state.cell < 0) emit("cell", cell, false);
  describe(cell < 0 ? state.cell : cell);
}

let pinned = []; // the cells of what was clicked, shown whenever nothing else is pointed at

function select(cell) {
  pinned = [];
  state.cell = cell;
  board.mark("selected", cell < 0 ? [] : [cell]);
  board.mark("about", []);
  emit("cell", cell, cell >= 0);
  describe(cell);
}

/** A line about a cell of the puzzle and the view that are shown; -1 for none. */
function describe(cell) {
  const place = byId("status");
  described = cell;
  if (cell < 0) {
    place.textContent = "";
    return;
  }
  const number = viewed().numbers[cell];
  const parts = [state.puzzle.board.names[cell], number < 0 && viewed().capped ? "holds a number beyond the cap" : number ? `holds ${number}` : "is empty"];
  if (state.puzzle.clues[cell]) parts.push("(a clue)");
  const size = viewed().forest?.sizes[cell];
  if (size) parts.push(`· subtree of ${size}`);
  const left = (!state.stale && state.encoded?.candidates[cell]) || [];
  if (left.length > 1) parts.push(`· deduction leaves ${left.join(", ")}`);
  else if (left.length === 1 && number !== left[0]) parts.push(`· deduction gives ${left[0]}`);
  place.textContent = parts.join(" ");
}

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

function pressed(event) {
  const act = (call) => { event.preventDefault(); call(); };
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") return act(event.shiftKey ? redo : undo);
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "y") return act(redo);
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (ARROWS[event.key]) {
    return act(() => {
      const to = board.towards(...ARROWS[event.key]);
      if (to >= 0) board.move(to);
      if (state.cell < 0) emit("cell", board.cursor, false);
      describe(board.cursor);
    });
  }
  if (/^[0-9]$/.test(event.key)) return act(() => { type(board.cursor, Number(event.key)); describe(board.cursor); });
  if (event.key === "Backspace" || event.key === "Delete") return act(() => write(board.cursor, 0));
  if (event.key === "Enter") return act(() => select(board.cursor));
  if (event.key === "Escape") return act(() => select(-1));
  return undefined;
}

/* ---- a puzzle ---- */

function open(puzzle) {
  state.puzzle = puzzle;
  state.mine = puzzle.clues.map(() => 0);
  state.past = [];
  state.future = [];
  state.views = [];
  state.cell = described = -1;
  pinned = [];
  state.drop.clear();
  state.level = "none";
  const clues = puzzle.clues.filter(Boolean).length;
  byId("title").textContent = puzzle.info.title || "Fillomino";
  document.title = puzzle.info.title || puzzle.name || "Fillomino";
  const rules = [puzzle.largest_region && `regions up to ${puzzle.largest_region}`, puzzle.checkered && "checkered", puzzle.basic && "a clue in every region", puzzle.walls.length && `${puzzle.walls.length} walls`];
  byId("facts").textContent = [puzzle.info.author && `by ${puzzle.info.author}`, puzzle.board.spec, `${puzzle.clues.length} cells`, `${clues} clues`, ...rules].filter(Boolean).join(" · ");
  byId("board").setAttribute("aria-label", `Board of ${puzzle.clues.length} cells`);
  board.lay(puzzle);
  show(mineView());
  if (puzzle.answer) show({ id: "file", label: "Answer in the file", numbers: puzzle.answer }, false);
  emit("puzzle");
  emit("cell", -1, false);
  redraw();
}

/** The puzzle that the address names: `?puzzle=` and a URL or an id; null for none. */
async function named() {
  const text = state.live ? new URLSearchParams(location.search).get("puzzle") : null;
  return text === null ? null : (await tryAsk("open", { text }))?.puzzle;
}

/* ---- themes ---- */

function theme(name) {
  document.documentElement.dataset.theme = name;
  byId("theme").textContent = name === "dark" ? "Light" : "Dark";
  byId("theme").setAttribute("aria-label", `Switch to ${name === "dark" ? "light" : "dark"} colours`);
}

on("views", redraw);
on("open", open);
on("about", (cells, clicked) => {
  if (clicked) {
    pinned = [...new Set(cells)];
    state.cell = -1;
    board.mark("selected", []);
    describe(-1);
  }
  board.mark("about", cells.length ? [...new Set(cells)] : pinned);
});
for (const id of ["arrows", "sizes"]) byId(id).addEventListener("change", redraw);
byId("smaller").addEventListener("click", () => board.scale(board.zoom / 1.25));
byId("larger").addEventListener("click", () => board.scale(board.zoom * 1.25));
byId("fit").addEventListener("click", () => board.fit());
board.watch();
byId("theme").addEventListener("click", () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
theme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
byId("comparison").hidden = !data.comparison;
buildTabs();
open((await named()) ?? data.puzzle);
