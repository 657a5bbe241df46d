// The state of the page, and listeners to its changes.

export const state = {
  live: false,
  about: null,
  puzzle: null, // as labs/page/plain_data.py gives it
  mine: [], // the numbers typed
  past: [], // for undo: [what, cell, before, after]
  future: [],
  typing: "numbers", // or "clues"
  encoded: null, // as workbench/page/solving.py gives it
  stale: false, // whether another encoding, or that of other clues, is on its way
  encoding: "forest",
  level: "none",
  drop: new Set(),
  views: [], // what the board can show: {id, label, numbers, forest, bad, good, look, means (of these three)}
  view: "mine",
  cell: -1, // the selected one, -1 for none
};

const listeners = new Map();

export function on(event, call) {
  listeners.set(event, [...(listeners.get(event) ?? []), call]);
}

export function emit(event, ...args) {
  for (const call of listeners.get(event) ?? []) call(...args);
}

/** The view that the board shows. */
export function viewed() {
  return state.views.find((view) => view.id === state.view) ?? state.views[0];
}

/** Put a view on the list, or in the place of the one with its id, and show it. */
export function show(view, look = true) {
  const at = state.views.findIndex((other) => other.id === view.id);
  if (at < 0) state.views.push(view);
  else state.views[at] = view;
  if (look) state.view = view.id;
  emit("views");
}

export function forget(keep) {
  state.views = state.views.filter((view) => keep(view.id));
  if (!state.views.some((view) => view.id === state.view)) state.view = "mine";
  emit("views");
}

/** Numbers with the clues among them. */
export function withClues(numbers) {
  return numbers.map((number, cell) => state.puzzle.clues[cell] || number);
}
