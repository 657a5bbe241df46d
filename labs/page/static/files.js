// Puzzles in and out: every format, empty boards of every shape.

import { button, byId, choice, copy, download, el } from "./dom.js";
import { puzzleNow, tryAsk } from "./live.js";
import { emit, on, state } from "./state.js";

let exported = "plain";
let generating = null;

export function buildFiles(panel) {
  if (state.live) {
    panel.append(
      el("h3", {}, "Open"),
      el("label", { class: "field", for: "import" }, el("span", {}, "A puzzle as text, URL or id; its format is recognised"), el("textarea", { id: "import", rows: "5", spellcheck: "false" })),
      el("div", { class: "row" },
        choice("import-format", "Format", [["", "recognised"], ...state.about.formats.map(({ name, title }) => [name, title])], "", () => {}),
        button("Open", () => openText(byId("import").value, byId("import-format").value), { id: "open", class: "primary" }),
        el("label", { class: "file" }, "File … ", el("input", { type: "file", id: "file", onchange: (event) => openFile(event.target.files[0]) }))),
      el("h3", {}, "Begin with an empty board"),
      el("form", { class: "row", onsubmit: (event) => { event.preventDefault(); openBoard(byId("spec").value); } },
        el("label", { class: "field", for: "spec" }, el("span", {}, "8x8, torus:8x8, hexagon:4, …"), el("input", { id: "spec", value: "6x6", spellcheck: "false" })),
        el("button", { id: "new" }, "Make")),
    );
    if (state.about.generates) {
      panel.append(
        el("h3", {}, "Generate"),
        el("div", { class: "row" },
          el("label", { class: "field", for: "generate-spec" }, el("span", {}, "Board"), el("input", { id: "generate-spec", value: "6x6", spellcheck: "false", size: "12" })),
          choice("generate-level", "Hardest rule", state.about.levels, "5", () => {}),
          button("Generate", () => generate(), { id: "generate" })),
        el("p", { id: "generating", class: "note", "aria-live": "polite" }),
      );
    }
  }
  panel.append(
    el("h3", {}, "Save"),
    el("div", { class: "row", id: "export-row" }),
    el("textarea", { id: "export", rows: "8", readonly: true, "aria-label": "The puzzle in this format" }),
  );
  let waiting = 0;
  on("puzzle", showExport);
  on("open", address);
  on("clues", () => {
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      const found = await tryAsk("export", { puzzle: puzzleNow() });
      if (found) { state.puzzle.formats = found.formats; showExport(); address(); }
    }, 400);
  });
}

/** Let the address name the puzzle, where a short id or URL holds all of it. */
function address() {
  if (!state.live) return;
  const short = state.puzzle.formats.filter(({ name, text }) => ["filling", "url"].includes(name) && text?.length < 2000);
  const held = short.sort((one, other) => one.text.length - other.text.length)[0];
  const query = held ? `?puzzle=${encodeURIComponent(held.text.trim()).replace(/%3A|%2F/g, decodeURIComponent)}` : "";
  history.replaceState(null, "", `${location.pathname}${query}`);
}

function showExport() {
  const options = state.puzzle.formats.map(({ name, title, error }) => [name, error ? `${title} (can't hold it)` : title, Boolean(error)]);
  if (options.find(([name]) => name === exported)?.[2] !== false) exported = options.find(([, , cannot]) => !cannot)[0];
  const format = state.puzzle.formats.find(({ name }) => name === exported);
  byId("export").value = format.text;
  byId("export-row").replaceChildren(
    choice("export-format", "Format", options, exported, (name) => { exported = name; showExport(); }),
    button("Copy", () => copy(format.text), { id: "copy-export" }),
    button("Save", () => download(`puzzle${format.suffixes[0] ?? ".txt"}`, format.text), { class: "quiet" }),
  );
}

async function openText(text, format) {
  const found = await tryAsk("open", { text, ...(format ? { format } : {}) });
  if (found) emit("open", found.puzzle);
}

async function openFile(file) {
  if (file) {
    const found = await tryAsk("open", { text: await file.text(), name: file.name });
    if (found) emit("open", found.puzzle);
  }
}

async function openBoard(spec) {
  const found = await tryAsk("open", { spec });
  if (found) emit("open", found.puzzle);
}

async function generate() {
  const place = byId("generating");
  const trigger = byId("generate");
  if (generating) {
    generating.abort();
    return;
  }
  generating = new AbortController();
  trigger.textContent = "Stop";
  const wish = { spec: byId("generate-spec").value, level: Number(byId("generate-level").value), seed: String(Math.floor(Math.random() * 1e9)) };
  const found = await tryAsk("generate", wish, (event) => { if (event.attempts) place.textContent = `${event.attempts} attempts …`; }, generating.signal);
  generating = null;
  trigger.textContent = "Generate";
  place.textContent = "";
  if (found) emit("open", found.puzzle);
}
