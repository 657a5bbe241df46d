// The plots, by Plotly where that is bundled. A plot is drawn when it comes into view, and anew when its data change.
const COLOURS = ["#0077bb", "#ee7733", "#009988", "#cc3377", "#8866cc", "#cc3311", "#998822", "#5599cc"];
const SYMBOLS = ["circle", "square", "triangle-up", "diamond", "triangle-down", "cross", "x", "star"];
const colour = (i) => COLOURS[i % COLOURS.length];
const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const DRAWN = { scatter, cactus, against };
const waiting = new Set(), visible = new Set();

function stale() {
  within();
  pointsTable();
  Object.keys(DRAWN).forEach((id) => waiting.add(id));
  refresh();
}

function refresh() {
  if (!window.Plotly) return;
  for (const id of visible) if (waiting.delete(id)) DRAWN[id]($(id));
}

function show(div, traces, { x, y, ...more }) {
  const axis = { gridcolor: css("--line"), linecolor: css("--faint"), zeroline: false, automargin: true };
  const layout = {
    ...more, xaxis: { ...axis, ...x }, yaxis: { ...axis, ...y }, margin: { l: 50, r: coarse ? 12 : 40, t: 40, b: 52 },
    modebar: { orientation: "v", bgcolor: "rgba(0,0,0,0)", color: css("--faint"), activecolor: css("--text") },
    paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", font: { color: css("--text"), size: 13 },
    hovermode: "closest", legend: { orientation: "h", x: 0, y: 1.02, yanchor: "bottom", maxheight: 0.3 }, hoverlabel: { align: "left" },
    dragmode: coarse ? false : "zoom",
  };
  const config = { responsive: true, displaylogo: false, displayModeBar: !coarse, toImageButtonOptions: { format: "svg", filename: div.id },
    // by name, as among all there is one that would send the data away
    modeBarButtons: [["toImage", "zoom2d", "pan2d", "zoomIn2d", "zoomOut2d", "resetScale2d"]] };
  Plotly.react(div, traces, layout, config);
}

const coarse = matchMedia("(pointer: coarse)").matches; // there a finger scrolls the page
const LOG = { type: "log", dtick: 1, exponentformat: "none" };
const escape = (text) => String(text).replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]);
const time = (run) => run.seconds === null ? run.status : `${figure(Math.max(run.seconds, 0))} s`;

function marks(...runs) {
  const all = runs.reduce((sum, run) => sum | run.marks, 0);
  return [...(all & DISTURBED ? ["disturbed"] : []), ...(all & QUICK ? ["too quick"] : [])];
}

function about(run) {
  const lines = [run.about.name, run.about.board];
  if (run.seed) lines.push(`seed ${run.seed}`);
  if (run.order) lines.push(`order ${run.order}`);
  return lines.join(", ");
}

function described(...runs) {
  const parts = [about(runs[0]), ...runs.map((run) => `${DATA.methods[run.method]}: ${time(run)}`), ...marks(...runs)];
  return parts.map(escape).join("<br>");
}

// The two methods of the scatter, and their pairs of runs among the chosen puzzles.
function scattered() {
  const [across, up] = [$("across"), $("up")].map((select) => Number(select.value));
  const of = (method) => chosen.by[chosen.methods.indexOf(method)] ?? [];
  return { across, up, pairs: across === up ? [] : pairsOf(of(across), of(up)) };
}

// The pairs far from the median ratio, farthest first: as in Python, by three scaled median absolute deviations.
function outlying(pairs) {
  const known = pairs.filter((both) => logRatio(both) !== null && !both.some((run) => run.marks & QUICK));
  if (known.length < 5) return [];
  const middle = median(known.map(logRatio));
  const far = (both) => Math.abs(logRatio(both) - middle);
  const least = Math.max(3 * 1.4826 * median(known.map(far)), Math.LN2);
  return known.filter((both) => far(both) > least).sort((a, b) => far(b) - far(a)).slice(0, 5);
}

function scatter(div) {
  const { across, up, pairs } = scattered();
  const times = pairs.flat().flatMap((run) => run.seconds === null ? [] : [Math.max(run.seconds, FLOOR)]);
  const beyond = 2 * Math.max(...times, ...DATA.limits, FLOOR);
  const low = 0.7 * Math.min(...times, beyond / 10), high = beyond * 1.4;
  const at = (run) => run.seconds === null ? beyond : Math.max(run.seconds, FLOOR);
  const kinds = [
    ["both answered", "circle", css("--point"), (a, b) => !marks(a, b).length && a.seconds !== null && b.seconds !== null],
    ["one or none answered", "x", css("--bad"), (a, b) => !marks(a, b).length && (a.seconds === null || b.seconds === null)],
    ["disturbed", "diamond-open", css("--mark"), (a, b) => (a.marks | b.marks) & DISTURBED],
    ["too quick", "circle-open", css("--faint"), (a, b) => marks(a, b)[0] === "too quick"],
  ];
  const traces = kinds.map(([name, symbol, color, belongs]) => {
    const its = pairs.filter(([a, b]) => belongs(a, b));
    return { name: `${name} (${its.length})`, mode: "markers", x: its.map(([a]) => at(a)), y: its.map(([, b]) => at(b)),
      customdata: its, text: its.map((both) => described(...both)), hoverinfo: "text", marker: { symbol, color, size: 7, opacity: 0.9 } };
  }).filter((trace) => trace.x.length);
  const lines = [1, 10, 0.1].map((factor) => ({ type: "line", x0: low, x1: high, y0: low * factor, y1: high * factor,
    line: { color: css("--faint"), width: 1, dash: factor === 1 ? "solid" : "dot" }, layer: "below" }));
  for (const which of ["x", "y"]) for (const value of [...DATA.limits, beyond]) lines.push(limitLine(which, value));
  for (const [which, method] of [["x", across], ["y", up]]) {
    if (DATA.least[method] > low) lines.push(limitLine(which, DATA.least[method], css("--faint")));
  }
  const names = outlying(pairs).map(([a, b]) => ({ x: Math.log10(at(a)), y: Math.log10(at(b)), text: escape(a.about.name),
    showarrow: true, arrowhead: 0, ax: at(b) > at(a) ? 24 : -24, ay: at(b) > at(a) ? -18 : 18,
    xanchor: at(a) > Math.sqrt(low * high) ? "right" : "left", font: { size: 11 }, arrowcolor: css("--faint") }));
  const range = [Math.log10(low), Math.log10(high)];
  const axis = (method) => ({ ...LOG, range, title: { text: `${escape(DATA.methods[method])}, seconds` } });
  show(div, traces, { x: axis(across), y: axis(up), shapes: lines, annotations: names, height: 520, showlegend: true });
  div.removeAllListeners?.("plotly_click");
  div.on("plotly_click", (event) => keep(event.points[0].customdata));
  const ratioHere = ratio(pairs.map(([a]) => a), pairs.map(([, b]) => b));
  $("scatter-caption").textContent = !pairs.length ? "Choose two methods that ran the same puzzles."
    : `${pairs.length} runs that both did. Above the diagonal, ${DATA.methods[up]} was slower. Dashed lines are limits; `
    + `runs without an answer lie beyond them; grey ones are five times what a solver needs to start.` + (ratioHere === null ? "" : ` ${DATA.methods[up]} took ${figure(ratioHere)} times as long (geometric mean).`);
}

function limitLine(which, value, color = css("--bad")) {
  const other = which === "x" ? "y" : "x";
  return { type: "line", [`${which}0`]: value, [`${which}1`]: value, [`${other}0`]: 0, [`${other}1`]: 1, [`${other}ref`]: "paper",
    line: { color, width: 1, dash: "dash" }, layer: "below" };
}

// The description of a clicked point stays below the plot, with links to scripts where some were kept.
function keep(runs) {
  const parts = [`${about(runs[0])}: `];
  for (const run of runs) parts.push(`${DATA.methods[run.method]} ${time(run)} (`, run.status, ...linked(run), "); ");
  $("point").replaceChildren(...parts, marks(...runs).join(", "));
}

function linked(run) {
  if (!run.script) return [];
  const link = Object.assign(document.createElement("a"), { href: run.script, textContent: "script" });
  return [", ", link];
}

function pointsTable() {
  if (!$("points").open) return;
  const { across, up, pairs } = scattered();
  const far = (both) => Math.abs(logRatio(both) ?? 0);
  const rows = pairs.sort((a, b) => far(b) - far(a)).slice(0, 500).map((both) => {
    const log = logRatio(both), cell = document.createElement("span");
    cell.append(about(both[0]), ...both.flatMap(linked));
    return [cell, ...both.map((run) => run.seconds ?? run.status), log === null ? "" : Math.exp(log), marks(...both).join(", ")];
  });
  fill($("points").querySelector("table"), ["puzzle", DATA.methods[across], DATA.methods[up], "ratio", "marks"], rows);
}

function cactus(div) {
  const best = new Map();
  for (const run of chosen.runs) {
    if (run.seconds !== null) best.set(run.instance, Math.min(run.seconds, best.get(run.instance) ?? Infinity));
  }
  const line = (name, times, more) => {
    const sorted = times.map((value) => Math.max(value, FLOOR)).sort((a, b) => a - b);
    return { name: `${escape(name)} (${sorted.length})`, x: sorted.map((_, i) => i + 1), y: sorted, mode: "lines+markers",
      hovertemplate: "%{x} answered within %{y:.3f} s each", ...more };
  };
  const traces = chosen.by.map((runs, i) => line(DATA.methods[chosen.methods[i]],
    runs.flatMap((run) => run.seconds ?? []), { line: { color: colour(chosen.methods[i]), width: 1.5 },
      marker: { symbol: SYMBOLS[chosen.methods[i] % SYMBOLS.length], size: 6, maxdisplayed: 20 } }));
  if (traces.length > 1) traces.push(line("virtual best", [...best.values()], { mode: "lines", line: { color: css("--faint"), dash: "dash" } }));
  show(div, traces, { x: { title: { text: "runs answered" }, rangemode: "tozero" }, y: { ...LOG, title: { text: "seconds for each" } },
    shapes: limits().map((limit) => limitLine("y", limit)), height: 460 });
}

function limits() {
  const numbers = $("limits").value.split(/[\s,;]+/).map(Number).filter((limit) => limit > 0 && Number.isFinite(limit));
  return [...new Set(numbers)].sort((a, b) => a - b);
}

function within() {
  const rows = chosen.by.map((runs, i) => [DATA.methods[chosen.methods[i]],
    ...limits().map((limit) => runs.filter((run) => run.seconds !== null && run.seconds <= limit).length)]);
  fill($("within"), ["answered within", ...limits().map((limit) => `${limit} s`)], rows);
}

function against(div) {
  const along = $("along");
  const highest = Math.max(...DATA.limits, ...chosen.runs.map((run) => run.seconds ?? 0));
  const traces = chosen.by.map((runs, i) => {
    const method = chosen.methods[i], its = runs.filter((run) => run.about[along.value] !== null);
    const lane = highest * 1.15 ** (method + 1); // each method has a line of its own above the limit
    return { name: escape(DATA.methods[method]), mode: "markers", x: its.map((run) => run.about[along.value]),
      y: its.map((run) => run.seconds === null ? lane : Math.max(run.seconds, FLOOR)), text: its.map((run) => described(run)),
      hoverinfo: "text", marker: { color: colour(method), size: 6, opacity: 0.9,
        symbol: its.map((run) => SYMBOLS[method % SYMBOLS.length] + (run.seconds === null ? "-open" : "")) } };
  });
  show(div, traces, { x: { title: { text: along.selectedOptions[0].text } }, y: { ...LOG, title: { text: "seconds" } },
    shapes: DATA.limits.map((limit) => limitLine("y", limit)), height: 460 });
}

const seen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) isIntersecting ? visible.add(target.id) : visible.delete(target.id);
  refresh();
}, { rootMargin: "200px" });

function redraw() {
  Object.keys(DRAWN).forEach((id) => waiting.add(id));
  refresh();
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
start();
Object.keys(DRAWN).forEach((id) => seen.observe($(id)));
document.addEventListener("DOMContentLoaded", refresh); // Plotly's script comes last, so that the page opens before
