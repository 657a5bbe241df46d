// Asking the server: one line of JSON after the other comes back; to leave is to cancel.

import { toast } from "./dom.js";
import { state } from "./state.js";

/** Ask for a job; `report` gets every finding. Resolves at the end; rejects with a readable error. */
export async function ask(job, request, report = () => {}, signal = undefined) {
  const reply = await fetch(`/job/${job}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(request),
    signal,
  });
  if (!reply.ok) throw new Error((await reply.json()).error ?? reply.statusText);
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let failed = null;
  const found = {};
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const event = JSON.parse(line);
      if (event.error) failed = event.error;
      Object.assign(found, event);
      report(event);
    }
  }
  if (failed) throw new Error(failed);
  if (!found.done) throw new Error("the server ended before it was done");
  return found;
}

/** The puzzle as it is now, for a request. */
export function puzzleNow() {
  return { base: state.puzzle.base, clues: state.puzzle.clues };
}

/** Ask, and show the error if it fails; then the result is null. */
export async function tryAsk(job, request, report, signal) {
  try {
    return await ask(job, request, report, signal);
  } catch (error) {
    if (error.name !== "AbortError") toast(error.message, true);
    return null;
  }
}
