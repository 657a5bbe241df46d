// Running solvers: verdicts, times side by side, the lazy method's rounds, and the session.

import { button, byId, choice, el, secondsInWords } from "./dom.js";
import { ask, puzzleNow } from "./live.js";
import { emit, on, show, state } from "./state.js";

let runs = []; // {id, encoding, solver, elapsed, rounds, models, result, dialogue, error, stop}
let chosenRun = -1;
let nextRun = 1;
let solver = "";
let limit = "20";
let unique = false;
let way = "solve"; // as `fillomino solve` does it; or "shown", in the encoding that is shown; or a paradigm
let races = 0;
let explaining = null;

export function buildSolve(panel, recorded, most) {
  if (state.live) {
    const solvers = state.about.solvers.map(({ name, title }) => [name, title]);
    solver ||= state.about.solver;
    if (!solvers.some(([name]) => name === solver)) solver = solvers[0]?.[0];
    panel.append(
      el("div", { class: "row" },
        choice("way", "Way", ways(), way, (name) => { way = name; showChoice(); }),
        choice("solver", "Solver", solvers, solver, (name) => { solver = name; showChoice(); }),
        choice("limit", "At most", [["5", "5 s"], ["20", "20 s"], ["60", "60 s"]], limit, (seconds) => { limit = seconds; showChoice(); }),
        el("label", {}, el("input", { id: "unique", type: "checkbox", checked: unique, onchange: (event) => { unique = event.target.checked; showChoice(); } }), " prove unique")),
      el("div", { class: "row" },
        button("Solve", () => start([paradigm() ? way : solver]), { id: "solve", class: "primary" }),
        button(raceLabel(), () => start(rivals()), { id: "race" }),
        button("Stop", () => stopAll(), { id: "stop", class: "quiet", disabled: true }),
        button("Explain", () => explain(), { id: "explain", title: "Why there is no solution, or which cells are open" })),
      el("p", { class: "note", id: "with" }),
      el("p", { class: "note mono", id: "with-command" }),
    );
  } else {
    panel.append(el("p", { class: "note" }, `These runs were recorded when the file was written${most ? `, at most ${Number(most.toPrecision(2))} s each` : ""}; \`fillomino serve\` runs solvers.`));
  }
  panel.append(
    el("div", { id: "explained", "aria-live": "polite" }),
    el("ol", { id: "runs", "aria-label": "Runs" }),
    el("div", { id: "run" }),
  );
  on("puzzle", () => {
    leaveAll();
    runs = [];
    for (const run of state.live ? [] : recorded) {
      const made = begin(run.encoding, run.solver);
      for (const event of run.events) takeEvent(made, event);
      finish(made);
    }
    chosenRun = -1;
    listRuns();
    byId("run").replaceChildren();
    byId("explained").replaceChildren();
    chooseRecorded();
  });
  if (!state.live) on("encoded", chooseRecorded);
  on("clues", () => { leaveAll(); runs = []; listRuns(); byId("run").replaceChildren(); byId("explained").replaceChildren(); });
  on("encoded", showChoice);
  on("drop", () => {
    if (byId("way") && state.drop.size) { byId("way").value = way = "shown"; }
    showChoice();
  });
}

/** The ways to solve; a paradigm that is not installed can't be chosen. */
function ways() {
  const others = state.about.paradigms.map(({ name, missing }) => [name, missing ? `${name} needs ${missing}` : `${name}, without SMT-LIB`, Boolean(missing)]);
  return [["solve", `as \`fillomino solve\`: deduction, then ${state.about.fast.encoding}`], ["shown", "the encoding that is shown"], ...others];
}

/** The paradigm that is the way, if it is one. */
function paradigm() {
  return state.about.paradigms.find(({ name }) => name === way);
}

/** The contenders of a race: a paradigm and the chosen solver, or two solvers. */
function rivals() {
  return paradigm() ? [way, solver] : state.about.race.map(({ name }) => name);
}

function raceLabel() {
  return `Race ${rivals().map(titleOf).join(" and ")}`;
}

function titleOf(name) {
  return [...state.about.solvers, ...state.about.race].find((one) => one.name === name)?.title ?? name;
}

function showChoice() {
  const place = byId("with");
  if (!place) return;
  const { encoding, level, drop } = wanted();
  byId("race").textContent = raceLabel();
  const title = titleOf(solver);
  const deduced = { none: "Nothing is deduced", light: "Light deduction", full: "Deduction by all rules", ahead: "Deduction by all rules and looking ahead", thesis: "Deduction by the strategies of the thesis" }[level];
  const given = (to) => (level === "none" ? `${to} is given the whole puzzle` : `what it leaves open is given to ${to}`);
  const inEncoding = `in the encoding ${encoding}${drop.length ? ` without ${drop.join(", ")}` : ""}`;
  const by = paradigm();
  place.textContent = by
    ? `${deduced}; ${given(way)}: ${by.title}. In a race, ${title} is given the same, ${inEncoding}.`
    : `${deduced}; ${given(title)}, ${inEncoding}.`;
  const chosen = by ? ` --by ${way}` : ` --encoding ${encoding} --solver ${solver}`;
  const named = way === "solve" && solver === state.about.solver ? "" : `${chosen}${level === "none" ? "" : ` --deduce ${level}`}`;
  const dropped = by ? "" : drop.map((family) => ` --drop ${family}`).join("");
  byId("with-command").textContent = `fillomino solve PUZZLE${named}${dropped}${unique ? " --unique" : ""} --timeout ${limit}`;
}

/** What a run is asked for: the way of `fillomino solve`, or what is shown as it is shown. */
function wanted() {
  return way === "solve" ? { ...state.about.fast, drop: [] } : { encoding: state.encoding, level: state.level, drop: [...state.drop] };
}

/** In a file: begin with what was recorded of the encoding that is shown. */
function chooseRecorded() {
  const run = runs.find(({ encoding, models }) => encoding === state.encoding && models.length) ?? runs.find(({ models }) => models.length);
  if (run && !state.live) choose(run.id);
}

function begin(encoding, name) {
  const run = { id: nextRun++, race: 0, encoding, solver: name, elapsed: 0, rounds: [], models: [], result: null, dialogue: [], error: null, stop: null };
  runs.push(run);
  return run;
}

function start(names) {
  stopAll();
  const race = names.length > 1 ? ++races : 0;
  const { encoding, level, drop } = wanted();
  for (const name of names) {
    const by = paradigm() && name === way;
    const text = by ? "" : `${encoding}${drop.length ? " (less)" : ""}`;
    const run = begin(`${text}${level === "none" ? "" : " after deduction"}`.trim(), name);
    run.race = race;
    const control = new AbortController();
    run.stop = control;
    const method = by ? { by: name } : { encoding, solver: name, drop };
    const request = { puzzle: puzzleNow(), ...method, level, unique, seconds: Number(limit) };
    ask("solve", request, (event) => { takeEvent(run, event); listRuns(); }, control.signal)
      .catch((error) => { run.error = error.name === "AbortError" ? "stopped" : error.message; })
      .finally(() => { run.stop = null; finish(run); listRuns(); if (run.id === chosenRun || chosenRun < 0 || names.length === 1) choose(run.id); if (winner(race)) choose(winner(race).id); });
  }
  chosenRun = -1;
  listRuns();
}

function takeEvent(run, event) {
  if (event.elapsed) run.elapsed = event.elapsed;
  if (event.round) run.rounds.push(event.round);
  if (event.model) run.models.push(event.model);
  if (event.result) [run.result, run.dialogue] = [event.result, event.dialogue ?? []];
}

function finish(run) {
  if (!run.result) return;
  const { seconds } = run.result;
  run.elapsed = unasked(run) ? seconds.deduce : seconds.solve;
}

/** Stop everything about a puzzle that is no longer there. */
function leaveAll() {
  const gone = explaining;
  explaining = null;
  gone?.abort();
  stopAll();
}

function stopAll() {
  explaining?.abort();
  for (const run of runs) run.stop?.abort();
}

/** The run of a race that took least of those whose solver decided, once all have ended. */
function winner(race) {
  const all = runs.filter((run) => run.race === race);
  const done = all.filter(({ result }) => result?.decided_by === "solver" && ["solved", "unsolvable"].includes(result.status));
  if (!race || all.some(({ stop }) => stop) || new Set(done.map(({ result }) => result.status)).size !== 1) return null;
  return done.reduce((best, run) => (run.elapsed < best.elapsed ? run : best));
}

/** Return whether deduction alone decided. */
function unasked({ result }) {
  return result?.decided_by === "deduction";
}

function verdict(run) {
  if (run.error) return run.error;
  if (!run.result) return run.rounds.length ? `round ${run.rounds.length} …` : "running …";
  const { status, unique: only, error } = run.result;
  const how = unasked(run) ? "; not asked, deduction decided" : "";
  if (status === "solved") return `solved${only === true ? ", the only solution" : only === false ? ", but there is another" : ""}${how}`;
  if (status === "unsolvable") return `no solution${how}`;
  return error ?? status;
}

function listRuns() {
  if (byId("stop")) byId("stop").disabled = !explaining && !runs.some((run) => run.stop);
  const most = Math.max(0.001, ...runs.map((run) => run.elapsed));
  byId("runs").replaceChildren(...runs.map((run) => {
    const bar = el("span", { class: "bar", "aria-hidden": "true" });
    bar.style.width = `${Math.max(1, (run.elapsed / most) * 100)}%`;
    const outcome = el("span", { class: run.stop ? "going" : "" }, verdict(run));
    const text = [el("strong", {}, run.solver), run.encoding ? ` ${run.encoding} ` : " ", el("span", { class: "time" }, run.elapsed ? secondsInWords(run.elapsed) : ""), " ", outcome, winner(run.race) === run ? el("span", { class: "winner" }, "winner") : "", run.id === chosenRun ? el("span", { class: "shown" }, "shown") : ""];
    return el("li", {}, el("button", { type: "button", class: winner(run.race) === run ? "run won" : "run", "aria-pressed": String(run.id === chosenRun), onclick: () => choose(run.id) }, ...text, bar));
  }));
}

/** Show a run: its model on the board, its rounds, its session. */
function choose(id) {
  chosenRun = id;
  listRuns();
  const run = runs.find((one) => one.id === id);
  const place = byId("run");
  place.replaceChildren();
  if (!run) return;
  run.models.forEach((model, index) => showModel(run, model, index));
  if (run.rounds.length) place.append(roundsOf(run));
  for (const [index, { line, sent, back }] of run.dialogue.entries()) {
    place.append(el("details", {},
      el("summary", {}, unasked(run) ? "A script that checks it" : `The session with ${run.solver}${run.dialogue.length > 1 ? `, question ${index + 1}` : ""}`),
      el("p", { class: "note mono" }, line),
      unasked(run) ? "" : el("h4", {}, "Sent"), el("pre", { tabindex: "0", "aria-label": unasked(run) ? "Script" : "Sent" }, sent),
      back ? el("h4", {}, "Back") : "", back ? el("pre", { tabindex: "0", "aria-label": "Back" }, back) : ""));
  }
}

function showModel(run, model, index) {
  const wrong = model.violations;
  show({
    id: `model${index}`,
    label: index ? "Another filling" : wrong.length ? "Model" : "Answer",
    numbers: model.numbers,
    forest: model.forest,
    bad: [...new Set(wrong.flatMap(({ cells }) => cells))],
    broken: wrong,
  }, index === 0);
}

/** The lazy method, round by round: the wrong answer, the cuts it caused, the next answer. */
function roundsOf(run) {
  const box = el("div", { id: "rounds" });
  const slider = el("input", { type: "range", min: "1", max: String(run.rounds.length), value: "1", "aria-label": "Round", oninput: () => go(Number(slider.value)) });
  const round = el("div", { "aria-live": "polite" });
  const go = (number) => {
    const at = Math.max(1, Math.min(run.rounds.length, number));
    slider.value = String(at);
    const { numbers, cuts, more, seconds } = run.rounds[at - 1];
    const before = at > 1 ? run.rounds[at - 2].numbers : null;
    const changed = before ? numbers.flatMap((value, cell) => (value !== before[cell] ? [cell] : [])) : [];
    const bad = [...new Set(cuts.flatMap(({ cells }) => cells))];
    show({ id: "round", label: `Round ${at}`, capped: true, numbers, bad: [], look: bad, fresh: new Set(changed), means: { look: "in the cuts", fresh: "changed" } });
    const list = cuts.map(({ term, cells }) => el("li", {}, button(term, () => emit("about", cells, true), { class: "link mono", onpointerenter: () => emit("about", cells), onpointerleave: () => emit("about", []) })));
    const sum = cuts.length + more;
    round.replaceChildren(
      el("p", {}, sum ? `Round ${at} of ${run.rounds.length}: this answer is wrong; ${sum} ${sum === 1 ? "cut" : "cuts"} against it.` : `Round ${at} of ${run.rounds.length}: a filling.`,
        el("span", { class: "note" }, ` ${before ? `${changed.length} cells changed. ` : ""}${secondsInWords(seconds)}.`)),
      el("ul", { class: "assertions", tabindex: "0", "aria-label": "Cuts" }, ...list, more ? el("li", { class: "note" }, `and ${more} more`) : null),
    );
  };
  box.append(
    el("h3", {}, "The lazy method, round by round"),
    el("div", { class: "row" }, button("‹", () => go(Number(slider.value) - 1), { "aria-label": "Previous round", id: "round-back" }), slider, button("›", () => go(Number(slider.value) + 1), { "aria-label": "Next round", id: "round-on" })),
    round,
  );
  slider.addEventListener("focus", () => go(Number(slider.value)), { once: true });
  round.append(el("p", { class: "note" }, `${run.rounds.length} rounds. Step through them: each wrong answer, the cuts it caused, the next answer.`));
  return box;
}

async function explain() {
  const place = byId("explained");
  const status = el("p", { class: "note going" }, "Looking");
  place.replaceChildren(status);
  stopAll();
  const mine = new AbortController();
  explaining = mine;
  listRuns();
  try {
    const { explained } = await ask("explain", { puzzle: puzzleNow(), solver }, ({ progress }) => { if (progress) status.textContent = progress; }, mine.signal);
    const lines = (reasons) => reasons.map(({ text, cells }) => el("li", {}, button(text, () => emit("about", cells, true), { class: "link" })));
    const steps = explained.steps?.length ? [el("p", {}, "Deduction finds it, too, without a guess:"), el("ol", { id: "explained-steps" }, ...lines(explained.steps))] : [];
    place.replaceChildren(el("p", {}, explained.text), el("ul", {}, ...lines(explained.reasons)), ...steps);
    if (explained.cells.length) emit("about", explained.cells, true);
  } catch (error) {
    if (explaining === mine) place.replaceChildren(error.name === "AbortError" ? el("p", { class: "note" }, "Stopped.") : el("p", { class: "bad" }, error.message));
  } finally {
    if (explaining === mine) { explaining = null; listRuns(); }
  }
}
