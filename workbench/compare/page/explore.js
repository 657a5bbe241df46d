// The choice of methods and puzzles, and what is summed over it. Data come from the script element #data.
const DATA = JSON.parse(document.getElementById("data").textContent);
const FLOOR = 0.001;
const DISTURBED = 1, QUICK = 2;
const $ = (id) => document.getElementById(id);
const RUNS = DATA.runs.method.map((_, i) => {
  const run = Object.fromEntries(Object.entries(DATA.runs).map(([name, column]) => [name, column[i]]));
  return { ...run, about: DATA.puzzles[run.puzzle], instance: `${run.puzzle}/${run.seed}/${run.order}` };
});
let chosen = { methods: [], runs: [] };

function options(select, names, labels) {
  select.replaceChildren(...names.map((name, i) => new Option(labels ? labels[i] : name, name)));
}

function distinct(key) {
  const cells = new Map(DATA.puzzles.map((puzzle) => [puzzle[key], puzzle.cells]));
  const names = [...cells.keys()].sort((a, b) =>
    (key === "board" ? cells.get(a) - cells.get(b) : 0) || a.localeCompare(b, "en", { numeric: true }));
  return [["", ...names], ["all", ...names.map((name) => name || "none")]];
}

// The choice as it stands in the form.
function choose() {
  const methods = [...$("boxes").querySelectorAll("input:checked")].map((box) => Number(box.value));
  const text = $("text").value.trim().toLowerCase();
  const fits = DATA.puzzles.map((puzzle) => puzzle.name.toLowerCase().includes(text)
    && ($("family").selectedIndex < 1 || puzzle.family === $("family").value)
    && ($("board").selectedIndex < 1 || puzzle.board === $("board").value));
  const marked = new Set($("clean").checked ? RUNS.filter((run) => run.marks).map((run) => run.instance) : []);
  const runs = RUNS.filter((run) => fits[run.puzzle] && methods.includes(run.method) && !marked.has(run.instance));
  const puzzles = new Set(runs.map((run) => run.puzzle));
  chosen = { methods, runs, by: methods.map((method) => runs.filter((run) => run.method === method)) };
  $("chosen").textContent = `${runs.length} of ${RUNS.length} runs on ${puzzles.size} of ${DATA.puzzles.length} puzzles.`
    + (marked.size ? ` Of ${marked.size} puzzles (or seeds or orders of one) all runs are left out, as one is marked.` : "");
  const name = (numbers) => new Set([...numbers].map((number) => DATA.methods[number]));
  hideRows({ known: new Set(DATA.methods), shown: name(methods) },
    { known: new Set(DATA.puzzles.map((puzzle) => puzzle.name)), shown: new Set([...puzzles].map((p) => DATA.puzzles[p].name)) });
  sums();
  stale();
}

const mean = (values) => values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null;

function median(values) {
  const sorted = [...values].sort((a, b) => a - b), half = sorted.length / 2;
  return sorted.length ? (sorted[Math.ceil(half) - 1] + sorted[Math.floor(half)]) / 2 : null;
}

// Runs of two methods on the same puzzle, seed and order: [first's, second's] each.
function pairsOf(first, second) {
  const others = new Map(second.map((run) => [run.instance, run]));
  return first.filter((run) => others.has(run.instance)).map((run) => [run, others.get(run.instance)]);
}

// The logarithm of how many times as long b took as a; null where that can't be known. As in Python, a pair whose
// slower run is too quick gives no ratio, and the quicker run counts as no less than what can be measured.
function logRatio([a, b]) {
  if ((a.seconds === null && b.seconds === null) || a.par2 === null || b.par2 === null) return null;
  const [quick, slow] = a.par2 < b.par2 ? [a, b] : [b, a];
  if (slow.par2 < DATA.least[slow.method]) return null;
  const least = Math.min(Math.max(quick.par2, DATA.least[quick.method]), slow.par2);
  const log = Math.log(Math.max(slow.par2, FLOOR) / Math.max(least, FLOOR));
  return quick === a ? log : -log;
}

// As in Python, a puzzle has one voice, however many orders and seeds it was run with, and an order of it likewise.
function ratio(first, second) {
  const puzzles = new Map();
  for (const both of pairsOf(first, second)) {
    const log = logRatio(both), { puzzle, order } = both[0];
    if (log === null) continue;
    if (!puzzles.has(puzzle)) puzzles.set(puzzle, new Map());
    puzzles.get(puzzle).set(order, [...(puzzles.get(puzzle).get(order) ?? []), log]);
  }
  const means = [...puzzles.values()].map((orders) => mean([...orders.values()].map(mean)));
  return means.length ? Math.exp(mean(means)) : null;
}

function sums() {
  const rows = chosen.by.map((runs, i) => {
    const par2 = runs.map((run) => run.par2);
    const known = !par2.includes(null);
    return [DATA.methods[chosen.methods[i]], runs.length, runs.filter((run) => run.seconds !== null).length,
      known ? mean(par2) : null, known ? median(par2) : null, i ? ratio(chosen.by[0], runs) : 1,
      runs.filter((run) => run.marks & DISTURBED).length, runs.filter((run) => run.marks & QUICK).length];
  });
  fill($("sums"), ["method", "runs", "answered", "PAR-2", "median", "times the first", "disturbed", "too quick"], rows);
}

function start() {
  document.querySelectorAll("table.whole").forEach(sortable);
  $("boxes").append(...DATA.methods.map((name, i) => {
    const label = document.createElement("label"), box = document.createElement("input"), dot = document.createElement("i");
    label.className = "check";
    Object.assign(box, { type: "checkbox", value: i, defaultChecked: true });
    dot.style.background = colour(i);
    label.append(box, dot, ` ${name}`);
    return label;
  }));
  options($("family"), ...distinct("family"));
  options($("board"), ...distinct("board"));
  options($("across"), [...DATA.methods.keys()], DATA.methods);
  options($("up"), [...DATA.methods.keys()], DATA.methods);
  $("up").selectedIndex = Math.min(1, DATA.methods.length - 1);
  if (!DATA.puzzles.every((puzzle) => puzzle.number !== null)) $("along").options[2].remove();
  $("limits").value = DATA.limits.flatMap((limit) => [limit / 100, limit / 10, limit]).join(", ") || "1, 10, 60";
  $("filters").addEventListener("input", choose);
  $("filters").addEventListener("submit", (event) => event.preventDefault());
  $("filters").addEventListener("reset", () => setTimeout(choose));
  for (const id of ["across", "up", "limits", "along"]) $(id).addEventListener("input", stale);
  $("points").addEventListener("toggle", stale);
  choose();
}
