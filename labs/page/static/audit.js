// The audit: does the encoding, as it is chosen, accept exactly what the rules accept? On all small puzzles.

import { Board } from "./board.js";
import { button, byId, choice, el } from "./dom.js";
import { ask } from "./live.js";
import { emit, on, show, state } from "./state.js";

let auditing = null;
let auditor = "";

export function buildAudit(panel) {
  const solvers = state.about.solvers.map(({ name, title }) => [name, title]);
  auditor ||= state.about.solver;
  if (!solvers.some(([name]) => name === auditor)) auditor = solvers[0]?.[0];
  panel.append(
    el("p", { class: "note" }, "Small puzzles are tried, with all their clue sets: does the encoding accept exactly the fillings that the rules accept? Leave out a family of it (under Encoding) to see what goes wrong without it."),
    el("div", { class: "row" },
      choice("audit-solver", "Decided by", solvers, auditor, (name) => { auditor = name; }),
      button("Audit", () => audit(), { id: "audit", class: "primary" }),
      button("Stop", () => auditing?.abort(), { id: "audit-stop", class: "quiet", disabled: true })),
    el("p", { class: "note", id: "audit-with" }),
    el("div", { id: "audited", "aria-live": "polite" }),
  );
  for (const event of ["encoded", "drop"]) on(event, forgetAudit);
}

function forgetAudit() {
  auditing?.abort();
  byId("audited").replaceChildren();
  const dropped = [...state.drop];
  byId("audit-with").textContent = `The encoding ${state.encoding}${dropped.length ? ` without ${dropped.join(", ")}` : ""}, before deduction.`;
}

async function audit() {
  auditing?.abort();
  const mine = new AbortController();
  auditing = mine;
  const place = byId("audited");
  const status = el("p", { class: "note going" }, "Beginning …");
  place.replaceChildren(status);
  byId("audit-stop").disabled = false;
  try {
    const request = { encoding: state.encoding, solver: auditor, drop: [...state.drop] };
    const { audited } = await ask("audit", request, ({ progress }) => { if (progress) status.textContent = progress; }, mine.signal);
    place.replaceChildren(el("p", {}, audited.text), ...(audited.found ? counterexample(audited.found) : []));
  } catch (error) {
    if (auditing === mine) place.replaceChildren(el("p", error.name === "AbortError" ? { class: "note" } : { class: "bad" }, error.name === "AbortError" ? `Stopped at ${status.textContent}.` : error.message));
  } finally {
    if (auditing === mine) [auditing, byId("audit-stop").disabled] = [null, true];
  }
}

/** The puzzle and the filling side by side, the rules' verdict, and the assertions that it is about. */
function counterexample({ puzzle, model, unreadable, why, assertions, more, checked }) {
  const drawings = el("div", { class: "row small-boards" }, smallBoard("puzzle", puzzle, puzzle.clues, []));
  const wrong = model?.violations ?? [];
  if (model) drawings.append(smallBoard(wrong.length ? "accepted" : "refused", puzzle, model.numbers, wrong.flatMap(({ cells }) => cells)));
  const given = [puzzle.largest_region && `No region is larger than ${puzzle.largest_region}.`, puzzle.checkered && "The puzzle is checkered.", puzzle.basic && "Every region must hold a clue."].filter(Boolean);
  const list = assertions.map(({ family, cells, term }) => el("li", {}, el("strong", {}, family), ` ${cells.join(" ")}`, el("br"), el("span", { class: "mono" }, term)));
  return [
    drawings,
    given.length ? el("p", {}, given.join(" ")) : null,
    unreadable ? el("p", {}, `Its model gives no filling: ${unreadable}`) : null,
    wrong.length ? el("ul", { class: "bad", id: "audit-rules" }, ...wrong.map(({ text }) => el("li", {}, text))) : null,
    el("h3", {}, why),
    list.length ? el("ul", { class: "assertions", id: "audit-assertions", tabindex: "0", "aria-label": why }, ...list, more ? el("li", { class: "note" }, `and ${more} more`) : null) : null,
    el("p", { class: "note" }, `Checked by ${checked}.`),
    button("Open this puzzle", () => openCounterexample(puzzle, model, wrong), { id: "audit-open" }),
  ].filter(Boolean);
}

function smallBoard(title, puzzle, numbers, bad) {
  const content = numbers.map((number, cell) => `${puzzle.board.names[cell]} ${number || "empty"}`).join(", ");
  const host = el("div", { class: "small-board", role: "img", "aria-label": `${title}: ${content}` });
  const board = new Board(host, { hover: () => {}, pick: () => {}, key: () => {} });
  const box = el("figure", {}, host, el("figcaption", {}, title));
  board.lay(puzzle);
  board.scale(1);
  board.draw({ numbers, bad: [...new Set(bad)] }, { arrows: false, sizes: false });
  return box;
}

/** Take it to the large board, where it can be played, solved and looked at. */
function openCounterexample(puzzle, model, wrong) {
  emit("open", puzzle);
  if (model) show({ id: "counterexample", label: "Counterexample", numbers: model.numbers, bad: [...new Set(wrong.flatMap(({ cells }) => cells))], broken: wrong });
}
