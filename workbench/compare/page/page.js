"use strict";
// The page's choice of methods and puzzles, and what follows it: sums, tables, points. Data are in the element #data.
const DATA = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const RUNS = DATA.runs.method.map((_, i) => {
  const run = Object.fromEntries(Object.entries(DATA.runs).map(([name, column]) => [name, column[i]]));
  return { ...run, about: DATA.puzzles[run.puzzle], instance: `${run.puzzle}/${run.seed}/${run.order}` };
});
let chosen = { methods: [], runs: [], by: [] };

function element(name, more, ...children) {
  const made = Object.assign(document.createElement(name), more);
  made.append(...children);
  return made;
}

const mean = (values) => values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null;

function median(values) {
  const sorted = [...values].sort((a, b) => a - b), half = sorted.length / 2;
  return sorted.length ? (sorted[Math.ceil(half) - 1] + sorted[Math.floor(half)]) / 2 : null;
}

// The logarithm of how many times as long b took as a; null where both are too short, or neither answered (as in Python).
function logRatio([a, b]) {
  if ((a.seconds === null && b.seconds === null) || a.par2 === null || b.par2 === null) return null;
  const [quick, slow] = a.par2 < b.par2 ? [a, b] : [b, a];
  const longer = a.cpu > b.cpu ? a : b;
  if (longer.cpu < DATA.least[longer.method]) return null;
  const least = Math.min(Math.max(quick.par2, DATA.least[quick.method]), slow.par2);
  const log = Math.log(Math.max(slow.par2, DATA.floor) / Math.max(least, DATA.floor));
  return quick === a ? log : -log;
}

// As in Python, a puzzle has one voice, however many orders and seeds it was run with, and an order of it likewise.
function ratio(first, second) {
  const puzzles = new Map(), others = new Map(second.map((run) => [run.instance, run]));
  for (const run of first.filter((one) => others.has(one.instance))) {
    const log = logRatio([run, others.get(run.instance)]);
    if (log === null) continue;
    if (!puzzles.has(run.puzzle)) puzzles.set(run.puzzle, new Map());
    const orders = puzzles.get(run.puzzle);
    orders.set(run.order, [...(orders.get(run.order) ?? []), log]);
  }
  const means = [...puzzles.values()].map((orders) => mean([...orders.values()].map(mean)));
  return means.length ? Math.exp(mean(means)) : null;
}

// The choice as it stands in the form, and all that follows it.
function choose() {
  const methods = [...$("boxes").querySelectorAll("input:checked")].map((box) => Number(box.value));
  const text = $("text").value.trim().toLowerCase();
  const fits = DATA.puzzles.map((puzzle) => puzzle.name.toLowerCase().includes(text)
    && ($("family").selectedIndex < 1 || puzzle.family === $("family").value)
    && ($("board").selectedIndex < 1 || puzzle.board === $("board").value));
  const marked = new Set($("clean").checked ? RUNS.filter((run) => run.disturbed || run.short).map((run) => run.instance) : []);
  const runs = RUNS.filter((run) => fits[run.puzzle] && methods.includes(run.method) && !marked.has(run.instance));
  const puzzles = new Set(runs.map((run) => run.puzzle));
  chosen = { methods, runs: new Set(runs), by: methods.map((method) => runs.filter((run) => run.method === method)) };
  $("chosen").textContent = `${runs.length} of ${RUNS.length} runs on ${puzzles.size} of ${DATA.puzzles.length} puzzles.`
    + (marked.size ? ` Of ${marked.size} puzzles (or seeds or orders of one) all runs are left out, as one is marked.` : "");
  const name = (numbers) => new Set([...numbers].map((number) => DATA.methods[number]));
  hideRows({ known: new Set(DATA.methods), shown: name(methods) },
    { known: new Set(DATA.puzzles.map((puzzle) => puzzle.name)), shown: new Set([...puzzles].map((p) => DATA.puzzles[p].name)) });
  sums();
  within();
  drawCactus();
  for (const id of Object.keys(DATA.points)) {
    if (!id.startsWith("cactus.")) pointsOf(id).forEach(([use, its]) => use.classList.toggle("off", !its.every((run) => chosen.runs.has(run))));
  }
  pointsTable();
}

// The points of a group, each with its runs.
function pointsOf(id) {
  const uses = $(id)?.querySelectorAll("use") ?? [];
  return [...uses].map((use, i) => [use, (DATA.points[id][i] ?? []).map((number) => RUNS[number])]);
}

function sums() {
  const rows = chosen.by.map((runs, i) => {
    const par2 = runs.map((run) => run.par2), known = !par2.includes(null);
    return [DATA.methods[chosen.methods[i]], runs.length, runs.filter((run) => run.seconds !== null).length,
      known ? mean(par2) : null, known ? median(par2) : null, i ? ratio(chosen.by[0], runs) : 1,
      runs.filter((run) => run.disturbed).length, runs.filter((run) => run.short).length];
  });
  fill($("sums"), ["method", "runs", "answered", "PAR-2", "median", "times the first", "disturbed", "too short"], rows);
}

function within() {
  const numbers = $("limits").value.split(/[\s,;]+/).map(Number).filter((limit) => limit > 0 && Number.isFinite(limit));
  const limits = [...new Set(numbers)].sort((a, b) => a - b);
  const rows = chosen.by.map((runs, i) => [DATA.methods[chosen.methods[i]],
    ...limits.map((limit) => runs.filter((run) => run.seconds !== null && run.seconds <= limit).length)]);
  fill($("within"), ["answered within", ...limits.map((limit) => `${limit} s`)], rows);
}

// The lines of sorted times, of the chosen runs: their points are moved, and every so many keep a marker.
function drawCactus() {
  if (!DATA.scale) return;
  const [left, width, bottom, height] = DATA.scale, best = new Map();
  for (const run of chosen.runs) {
    if (run.seconds !== null) best.set(run.instance, Math.min(run.seconds, best.get(run.instance) ?? Infinity));
  }
  const times = DATA.methods.map((_, i) => (chosen.by[chosen.methods.indexOf(i)] ?? []).flatMap((run) => run.seconds ?? []));
  [...times, [...best.values()]].forEach((its, i) => {
    const group = $(`cactus.${i}`);
    if (!group) return;
    const places = its.sort((a, b) => a - b).map((seconds, k) =>
      [left + width * (k + 1), bottom - height * Math.log10(Math.max(seconds, DATA.floor))]);
    group.querySelector("path").setAttribute("d", places.map((place, k) => `${k ? "L" : "M"}${place}`).join(" "));
    const uses = [...group.querySelectorAll("use")], step = Math.max(1, Math.ceil(places.length / uses.length));
    uses.forEach((use, k) => {
      const [x, y] = places[k * step] ?? [-100, -100];
      use.setAttribute("x", x);
      use.setAttribute("y", y);
    });
  });
}

const time = (run) => run.seconds === null ? run.status : `${figure(run.seconds)} s (${run.status})`;
const about = (run) => [run.about.name, run.about.board, ...(run.seed ? [`seed ${run.seed}`] : []), ...(run.order ? [`order ${run.order}`] : [])].join(", ");
const linked = (run) => run.script ? [" ", element("a", { href: run.script, textContent: "script" })] : [];

function pointsTable() {
  if (!$("points")?.open) return;
  const ids = Object.keys(DATA.points).filter((id) => $(id)?.closest("figure") === $($("picture").value));
  const points = ids.flatMap((id) => pointsOf(id).filter(([use, its]) => its.length && !use.classList.contains("off")).map(([, its]) => its));
  const far = (its) => its.length < 2 ? -(its[0].seconds ?? Infinity) : -Math.abs(logRatio(its) ?? 0);
  const two = points.some((its) => its.length > 1);
  const rows = points.sort((a, b) => far(a) - far(b)).slice(0, 500).map((its) => two
    ? [element("span", {}, about(its[0]), ...its.flatMap(linked)), ...its.map((run) => run.seconds ?? run.status), Math.exp(logRatio(its) ?? NaN)]
    : [element("span", {}, about(its[0]), ...linked(its[0])), DATA.methods[its[0].method], its[0].seconds ?? its[0].status]);
  fill($("points").querySelector("table"), two ? ["puzzle", ...points[0].map((run) => DATA.methods[run.method]), "ratio"] : ["puzzle", "method", "seconds"], rows);
}

// What a point stands for, below the plot: while the mouse is there, or until the next one after a click.
let kept = false;
function tell(event) {
  const use = event.target.closest?.("use"), group = use?.closest("g[id]");
  if (!DATA.points[group?.id] || (kept && event.type !== "click")) return;
  kept = event.type === "click";
  const its = pointsOf(group.id).find(([one]) => one === use)?.[1] ?? [];
  if (its.length) $("point").replaceChildren(`${about(its[0])}: `, ...its.flatMap((run, i) => [i ? "; " : "", `${DATA.methods[run.method]} ${time(run)}`, ...linked(run)]));
}

// A click on a heading sorts by that column, a second one the other way round. Texts come after numbers.
function sort(event) {
  const heading = event.target.closest("table.whole th");
  if (!heading) return;
  const table = heading.closest("table"), column = heading.cellIndex;
  const down = heading.getAttribute("aria-sort") === "ascending";
  for (const other of table.querySelectorAll("th")) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", down ? "descending" : "ascending");
  const key = (row) => [row.cells[column].dataset.value, row.cells[column].textContent];
  const compare = ([x, a], [y, b]) => x !== undefined && y !== undefined ? x - y
    : x !== undefined || y !== undefined ? (x === undefined) - (y === undefined) : a.localeCompare(b, "en", { numeric: true });
  const rows = [...table.tBodies[0].rows].sort((a, b) => compare(key(a), key(b)));
  table.tBodies[0].append(...(down ? rows.reverse() : rows));
}

// Of the tables on the whole file, rows of methods and puzzles that are not chosen are hidden.
function hideRows(methods, puzzles) {
  const kinds = { method: methods, first: methods, second: methods, puzzle: puzzles };
  for (const table of document.querySelectorAll("table.whole")) {
    const names = [...table.tHead.rows[0].cells].map((cell) => kinds[cell.textContent]);
    if (!names.some(Boolean)) continue;
    for (const row of table.tBodies[0].rows) {
      row.hidden = names.some((its, i) => its && its.known.has(row.cells[i].textContent) && !its.shown.has(row.cells[i].textContent));
    }
  }
}

// A table of cells: numbers to the right, a node as it is.
function fill(table, columns, rows) {
  const numeric = columns.map((_, i) => rows.some((row) => typeof row[i] === "number"));
  const line = (cells, name, more) => element("tr", {}, ...cells.map((cell, i) =>
    element(name, { className: numeric[i] ? "number" : "", ...more }, typeof cell === "number" ? figure(cell) : cell ?? "")));
  table.replaceChildren(element("thead", {}, line(columns, "th", { scope: "col" })), element("tbody", {}, ...rows.map((row) => line(row, "td"))));
}

function figure(value) {
  if (Number.isNaN(value)) return "";
  return Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 100 ? 3 : 1);
}

// Ends with the page as it opens.
function start() {
  $("boxes").append(...DATA.methods.map((name, i) => {
    const dot = element("i", {});
    dot.style.background = DATA.colours[i % DATA.colours.length];
    return element("label", { className: "check" }, element("input", { type: "checkbox", value: i, defaultChecked: true }), dot, ` ${name}`);
  }));
  for (const key of ["family", "board"]) {
    const cells = new Map(DATA.puzzles.map((puzzle) => [puzzle[key], puzzle.cells]));
    const names = [...cells.keys()].sort((a, b) => (key === "board" ? cells.get(a) - cells.get(b) : 0) || a.localeCompare(b, "en", { numeric: true }));
    $(key).append(new Option("all", ""), ...names.map((name) => new Option(name || "none", name)));
  }
  $("limits").value = DATA.limits.flatMap((limit) => [limit / 100, limit / 10, limit]).join(", ") || "1, 10, 60";
  $("filters").addEventListener("input", choose);
  $("filters").addEventListener("submit", (event) => event.preventDefault());
  $("filters").addEventListener("reset", () => setTimeout(choose));
  $("limits").addEventListener("input", within);
  $("picture")?.addEventListener("input", () => {
    for (const option of $("picture").options) $(option.value).hidden = !option.selected;
    pointsTable();
  });
  $("points")?.addEventListener("toggle", pointsTable);
  document.addEventListener("click", sort);
  for (const kind of ["click", "mouseover"]) document.addEventListener(kind, tell);
  choose();
}

start();
