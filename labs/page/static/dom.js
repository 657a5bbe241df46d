// Small helpers: elements from code, never from strings, so that no text can become markup.

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes, listeners (onclick: …) and children (elements or texts). */
export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The same in SVG. */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

export function byId(id) {
  return document.getElementById(id);
}

/** A select with [value, text] options. */
export function choice(id, label, options, chosen, onchange) {
  const select = el("select", { id, onchange: (event) => onchange(event.target.value) });
  for (const [value, text, disabled] of options) select.append(el("option", { value, disabled }, text));
  select.value = chosen;
  return el("label", { class: "field", for: id }, el("span", {}, label), select);
}

export function button(text, onclick, attributes = {}) {
  return el("button", { type: "button", onclick, ...attributes }, text);
}

/** Put a text on the clipboard, also where the clipboard may not be asked for. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = el("textarea", { readonly: true });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  toast("Copied.");
}

export function download(name, text) {
  const link = el("a", { download: name, href: URL.createObjectURL(new Blob([text], { type: "text/plain" })) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

let toastTimer = 0;

/** Show a sentence for a moment. */
export function toast(text, bad = false) {
  const place = byId("toast");
  place.textContent = text;
  place.className = bad ? "bad shown" : "shown";
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { place.className = ""; }, bad ? 8000 : 2500);
}

/** Call at most once per frame, with the last arguments. */
export function eachFrame(call) {
  let waiting = null;
  return (...args) => {
    if (waiting === null) requestAnimationFrame(() => { const last = waiting; waiting = null; call(...last); });
    waiting = args;
  };
}

export function secondsInWords(seconds) {
  if (seconds >= 10) return `${seconds.toFixed(1)} s`;
  if (seconds >= 1) return `${seconds.toFixed(2)} s`;
  return `${Math.max(1, Math.round(seconds * 1000))} ms`;
}
