// Looking at an encoding: its families, its text, and the assertions about a cell.

import { Code } from "./code.js";
import { button, byId, choice, copy, download, eachFrame, el } from "./dom.js";
import { ask, puzzleNow } from "./live.js";
import { emit, on, state } from "./state.js";

const MOST = 80; // assertions listed about one cell
let code = null;
let lineCells = new Map(); // line -> its cells
let linesOf = []; // cell -> its lines
let familyOf = []; // [first line, last line, family]
let waiting = null;
let coming = null; // the request on its way
let shownAs = null; // {encoding, level, puzzle} of the text that is shown
const NOTHING = { text: "", families: [], cells: [], candidates: [] };

export function buildLook(panel, encodedAtHand, leftOut) {
  panel.append(
    el("div", { class: "row", id: "look-choices" }),
    el("p", { id: "idea", class: "note" }),
    leftOut?.length ? el("p", { class: "note" }, `Not in this file, for the text is long: ${leftOut.join(", ")}.`) : "",
    el("div", { class: "row", id: "coming", hidden: true },
      el("p", { id: "coming-text", "aria-live": "polite" }),
      button("Stop", () => coming?.abort(), { id: "encode-stop", class: "quiet" })),
    el("ul", { id: "families", "aria-label": "Families of constraints" }),
    el("div", { id: "about", "aria-live": "polite" }),
    el("div", { class: "row" },
      el("h3", { class: "grow" }, "SMT-LIB"),
      button("Copy .smt2", () => copy(smtText()), { id: "copy-smt2" }),
      button("Save", () => download(`${state.encoded?.encoding ?? "puzzle"}.smt2`, smtText()), { id: "save-smt2", class: "quiet" })),
    el("div", { id: "code", tabindex: "0", role: "region", "aria-label": "The puzzle as SMT-LIB; arrow keys go from line to line" }),
  );
  code = new Code(byId("code"), {
    point: eachFrame((line) => emit("about", lineCells.get(line) ?? [])),
    pick: (line) => pickLine(line),
  });
  code.dropped = (line) => state.drop.has(familyAt(line)?.name);
  on("cell", (cell, selected) => aboutCell(cell, selected));
  on("puzzle", () => {
    shownAs = state.encoded = null; // what is shown is of another puzzle
    take(NOTHING);
    encode(encodedAtHand);
  });
  on("clues", () => { if (state.live) { clearTimeout(waiting); waiting = setTimeout(() => encode(encodedAtHand), 500); } });
}

function choices(encodedAtHand) {
  const encodings = state.about.encodings
    .filter(({ name }) => state.live || encodedAtHand[name])
    .map(({ name, title }) => [name, `${name}: ${title}`]);
  const again = () => { state.drop.clear(); encode(encodedAtHand); };
  const parts = [choice("encoding", "Encoding", encodings, state.encoding, (name) => { state.encoding = name; again(); })];
  if (state.live) {
    const levels = [["none", "nothing"], ["light", "light"], ["full", "by all rules"], ["ahead", "and look ahead"], ["thesis", "by the thesis"]];
    parts.push(choice("level", "Deduce first", levels, state.level, (name) => { state.level = name; again(); }));
  }
  byId("look-choices").replaceChildren(...parts);
  const chosen = state.about.encodings.find(({ name }) => name === state.encoding);
  byId("idea").textContent = chosen ? `${chosen.idea} (${chosen.source})` : "";
}

/** Encode the puzzle as chosen, and show it; meanwhile what was shown is marked as another's. */
async function encode(encodedAtHand) {
  coming?.abort();
  coming = null;
  choices(encodedAtHand);
  if (!state.live) return settle(encodedAtHand[state.encoding] ?? null);
  const mine = new AbortController();
  coming = mine;
  const chosen = { encoding: state.encoding, level: state.level, puzzle: JSON.stringify(puzzleNow()) };
  const since = performance.now();
  announce(chosen, 0);
  const beat = setInterval(() => (coming === mine ? announce(chosen, (performance.now() - since) / 1000) : clearInterval(beat)), 250);
  try {
    const request = { puzzle: puzzleNow(), encoding: chosen.encoding, level: chosen.level };
    const { encoded } = await ask("encode", request, undefined, mine.signal);
    if (coming === mine) settle(encoded, chosen);
  } catch (error) {
    if (coming !== mine) return; // another was chosen meanwhile
    const stopped = error.name === "AbortError";
    if (shownAs?.puzzle === chosen.puzzle) { // what is shown is of this puzzle, so it can stay
      [state.encoding, state.level] = [shownAs.encoding, shownAs.level];
      choices(encodedAtHand);
      settle(state.encoded, shownAs, stopped ? `Stopped; below is ${shownAs.encoding} as before.` : `${error.message[0].toUpperCase()}${error.message.slice(1)}. Below is ${shownAs.encoding} as before.`, !stopped);
    } else settle(null, null, stopped ? "Stopped; choose an encoding, or change a clue, to begin again." : error.message, !stopped);
  }
  return undefined;
}

/** Show what is on its way, since when, and what is shown until then. */
function announce({ encoding, level, puzzle }, elapsed) {
  state.stale = true;
  for (const id of ["families", "about", "code"]) byId(id).classList.toggle("stale", state.encoded !== null);
  byId("code").setAttribute("aria-busy", "true");
  for (const id of ["copy-smt2", "save-smt2"]) byId(id).disabled = true;
  const old = shownAs && (shownAs.puzzle !== puzzle ? "that of the clues before" : `${shownAs.encoding}${shownAs.encoding === encoding ? " as deduced before" : ""}`);
  byId("coming").hidden = elapsed < 0.2;
  byId("encode-stop").hidden = false;
  byId("coming-text").className = "going";
  byId("coming-text").textContent = `Encoding in ${encoding}${level === "none" ? "" : " after deduction"}: ${elapsed.toFixed(0)} s.${old ? ` Below is still ${old}.` : ""}`;
}

/** Show an encoding (`null` for none), and a sentence where it is not the one that was chosen. */
function settle(encoded, chosen = null, sentence = "", bad = false) {
  coming = null;
  state.stale = false;
  [state.encoded, shownAs] = [encoded, chosen];
  for (const id of ["families", "about", "code"]) byId(id).classList.remove("stale");
  byId("code").removeAttribute("aria-busy");
  for (const id of ["copy-smt2", "save-smt2"]) byId(id).disabled = !encoded;
  byId("coming").hidden = !sentence;
  byId("encode-stop").hidden = true;
  byId("coming-text").className = bad ? "bad" : "";
  byId("coming-text").textContent = sentence;
  take(encoded ?? NOTHING);
  emit("encoded");
}

function take(encoded) {
  lineCells = new Map();
  linesOf = state.puzzle.board.names.map(() => []);
  familyOf = [];
  let at = 0;
  for (const family of encoded.families) {
    familyOf.push([family.line, family.line + family.count - 1, family]);
    for (let i = 0; i < family.count; i++, at++) {
      lineCells.set(family.line + i, encoded.cells[at]);
      for (const cell of new Set(encoded.cells[at])) linesOf[cell].push(family.line + i);
    }
  }
  code.marked = new Set();
  code.set(encoded.text);
  listFamilies();
  aboutCell(state.cell, state.cell >= 0);
}

function listFamilies() {
  const speaking = familyOf.filter(([, , family]) => family.count);
  const rows = speaking.map(([, , family]) => {
    const asserted = el("input", {
      type: "checkbox", "aria-label": `Assert the family ${family.name}`, checked: !state.drop.has(family.name),
      onchange: (event) => {
        if (event.target.checked) state.drop.delete(family.name);
        else state.drop.add(family.name);
        code.draw();
        emit("drop");
      },
    });
    const name = button(family.name, () => pickFamily(family), { class: "link", title: family.formula });
    return el("li", {}, asserted, name, el("span", { class: "grow" }, family.title), el("span", { class: "count" }, String(family.count)));
  });
  const silent = familyOf.filter(([, , family]) => !family.count).map(([, , family]) => family.name);
  if (silent.length) rows.push(el("li", { class: "note" }, `Without assertions here: ${silent.join(", ")}.`));
  byId("families").replaceChildren(...rows);
}

function familyAt(line) {
  return familyOf.find(([first, last, family]) => family.count && line >= first && line <= last)?.[2];
}

/** Show all assertions of a family, and where. */
function pickFamily(family) {
  const cells = new Set();
  const lines = new Set();
  for (let line = family.line; line < family.line + family.count; line++) {
    lines.add(line);
    for (const cell of lineCells.get(line) ?? []) cells.add(cell);
  }
  emit("about", [...cells], true);
  code.marked = lines;
  if (family.count) code.go(family.line);
  else code.draw();
  byId("about").replaceChildren(
    el("p", {}, el("strong", {}, family.name), ` · ${family.formula}`),
    el("p", { class: "note" }, `${family.source}; ${family.count} assertions about ${cells.size} cells.`),
  );
}

function pickLine(line) {
  if (line < 0) return;
  code.go(line);
  const cells = lineCells.get(line);
  emit("about", cells ?? [], true);
  if (!cells) return;
  const family = familyAt(line);
  byId("about").replaceChildren(
    el("p", {}, el("strong", {}, family.name), ` · ${family.title}: `, namesOf(cells)),
    el("p", { class: "note" }, family.formula),
  );
}

function namesOf(cells) {
  const names = [...new Set(cells)].map((cell) => state.puzzle.board.names[cell]);
  return names.length > 12 ? `${names.slice(0, 11).join(", ")} and ${names.length - 11} more` : names.join(", ");
}

/** Mark the lines about a cell; for a selected one list them, too. */
function aboutCell(cell, selected) {
  const lines = cell >= 0 ? linesOf[cell] ?? [] : [];
  code.marked = new Set(lines);
  code.draw();
  const place = byId("about");
  if (cell < 0) {
    place.replaceChildren(el("p", { class: "note" }, "Point at a cell to see the assertions about it; click to select it. Click a family or a line to see its cells."));
    return;
  }
  const name = state.puzzle.board.names[cell];
  const counts = new Map();
  for (const line of lines) counts.set(familyAt(line)?.name, (counts.get(familyAt(line)?.name) ?? 0) + 1);
  const inWords = [...counts].map(([family, count]) => `${count} ${family}`).join(", ");
  const head = el("p", {}, el("strong", {}, name), ` · ${lines.length} assertions`, inWords ? `: ${inWords}` : "");
  if (!selected) {
    place.replaceChildren(head);
    return;
  }
  const listed = lines.slice(0, MOST).map((line) =>
    el("li", {}, button(code.lines[line].replace(/ {2};.*$/, ""), () => pickLine(line), { class: "link mono" })));
  const rest = lines.length > MOST ? [el("li", { class: "note" }, `and ${lines.length - MOST} more, marked below`)] : [];
  place.replaceChildren(head, el("ul", { class: "assertions", tabindex: "0", "aria-label": `Assertions about ${name}` }, ...listed, ...rest));
  if (lines.length) code.go(lines[0]);
}

/** The text without the families that are dropped. */
export function smtText() {
  if (!state.encoded) return "";
  return code.lines.filter((_, line) => !state.drop.has(familyAt(line)?.name)).join("\n");
}
