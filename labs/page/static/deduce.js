// Deduction, step by step: what is known, the step as a sentence, and where to look to see it.

import { button, byId, el } from "./dom.js";
import { ask, puzzleNow } from "./live.js";
import { emit, on, show, state } from "./state.js";

let steps = [];
let stepAt = 0;
let deduced = "";
let deducing = null;

export function buildDeduce(panel, recordedSteps, recordedEnd) {
  panel.append(
    el("p", { class: "note" }, "The rules of deduction, the easiest that finds something first."),
    el("div", { class: "row" },
      state.live ? button("Deduce", () => deduce(), { id: "deduce", class: "primary" }) : "",
      state.live ? button("Stop", () => deducing?.abort(), { id: "deduce-stop", class: "quiet", disabled: true }) : "",
      button("«", () => goStep(1), { "aria-label": "First step" }),
      button("‹", () => goStep(stepAt - 1), { "aria-label": "Previous step", id: "step-back" }),
      button("›", () => goStep(stepAt + 1), { "aria-label": "Next step", id: "step-on" }),
      button("Next number", () => nextNumber(), { id: "step-number" }),
      button("»", () => goStep(steps.length), { "aria-label": "Last step" })),
    el("div", { class: "row" }, el("input", { type: "range", id: "step-slider", min: "1", max: "1", value: "1", "aria-label": "Step", oninput: (event) => goStep(Number(event.target.value)) })),
    el("p", { id: "step-text", "aria-live": "polite" }),
    el("p", { id: "deduced", class: "note" }),
  );
  on("puzzle", () => {
    forgetSteps();
    if (!state.live) { [steps, deduced] = [recordedSteps ?? [], recordedEnd ?? ""]; listSteps(); }
  });
  on("clues", forgetSteps);
}

function forgetSteps() {
  deducing?.abort();
  deducing = null;
  if (byId("deduce-stop")) byId("deduce-stop").disabled = true;
  steps = [];
  stepAt = 0;
  deduced = "";
  byId("step-text").textContent = "";
  listSteps();
}

function listSteps() {
  byId("step-slider").max = String(Math.max(1, steps.length));
  byId("step-slider").disabled = !steps.length;
  const found = steps.filter(({ kind }) => kind === "fix").length;
  byId("deduced").textContent = steps.length || deduced ? `${steps.length} steps, ${found} of them find a number. ${deduced}` : "";
}

async function deduce() {
  forgetSteps();
  const mine = new AbortController();
  deducing = mine;
  byId("deduce-stop").disabled = false;
  try {
    await ask("steps", { puzzle: puzzleNow() }, (event) => {
      if (event.step) {
        steps.push(event.step);
        if (steps.length === 1) goStep(1);
      }
      if (event.deduced) deduced = event.deduced;
      if (event.deduced || steps.length % 20 === 0) listSteps();
    }, mine.signal);
  } catch (error) {
    if (deducing === mine) deduced = error.name === "AbortError" ? "Stopped." : error.message;
  }
  if (deducing !== mine) return;
  byId("deduce-stop").disabled = true;
  listSteps();
}

/** Show what was known before a step, and the step. */
function goStep(number) {
  if (!steps.length) return;
  stepAt = Math.max(1, Math.min(steps.length, number));
  byId("step-slider").value = String(stepAt);
  const numbers = [...state.puzzle.clues];
  for (const { kind, cells, number: fixed } of steps.slice(0, stepAt - 1)) if (kind === "fix") for (const cell of cells) numbers[cell] = fixed;
  const step = steps[stepAt - 1];
  const fix = step.kind === "fix";
  const fresh = new Set(fix ? step.cells : []);
  if (fix) for (const cell of step.cells) numbers[cell] = step.number;
  const look = step.because.filter((cell) => !step.cells.includes(cell));
  show({ id: "step", label: `Step ${stepAt}`, numbers, look, good: fix ? step.cells : [], bad: fix ? [] : step.cells, fresh, means: { look: "look here", bad: "ruled out" } });
  emit("about", [], true);
  byId("step-text").textContent = `${stepAt}. ${step.text}`;
}

function nextNumber() {
  const next = steps.findIndex(({ kind }, index) => index >= stepAt && kind !== "strike");
  goStep(next < 0 ? steps.length : next + 1);
}
