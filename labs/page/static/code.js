// The SMT-LIB text: only the lines in sight are in the page, so that a million characters scroll smoothly.

import { el } from "./dom.js";

const LINE = 20; // pixels; as in page.css
const TALLEST = 8_000_000; // browsers draw nothing beyond some height; longer texts scroll in coarser steps
const TOKEN = /(;.*$)|("(?:[^"]|"")*")|([()])|([^\s()";]+)/g;
const WORDS = new Set(["assert", "declare-fun", "define-fun", "set-logic", "set-option", "set-info", "check-sat", "get-value", "exit"]);
const SIGNS = new Set(["and", "or", "not", "=>", "ite", "=", "<=", "<", "+", "xor", "distinct", "bvadd", "bvule", "bvult"]);

export class Code {
  /** Calls: point(line), pick(line). */
  constructor(host, calls) {
    this.host = host;
    this.calls = calls;
    this.lines = [];
    this.marked = new Set();
    this.dropped = () => false;
    this.current = -1;
    this.space = el("div", { class: "space" });
    host.append(this.space);
    host.addEventListener("scroll", () => this.draw());
    host.addEventListener("pointermove", (event) => calls.point(this.lineOf(event)));
    host.addEventListener("pointerleave", () => calls.point(-1));
    host.addEventListener("click", (event) => calls.pick(this.lineOf(event)));
    host.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }[event.key];
      if (!step || !this.lines.length) return;
      event.preventDefault();
      this.calls.pick(Math.max(0, Math.min(this.lines.length - 1, this.current + step)));
    });
    new ResizeObserver(() => this.draw()).observe(host);
  }

  set(text) {
    this.lines = text ? text.split("\n") : [];
    this.current = -1;
    const height = this.lines.length * LINE;
    this.tall = Math.min(height, TALLEST);
    this.space.style.height = `${this.tall}px`;
    this.space.style.width = `${Math.min(400, this.lines.reduce((most, line) => Math.max(most, line.length), 0)) + 8}ch`;
    this.host.scrollTop = 0;
    this.draw();
  }

  /** Bring a line into sight and make it the current one. */
  go(line) {
    this.current = line;
    const shown = Math.floor(this.host.clientHeight / LINE);
    const first = this.first();
    if (line < first + 1 || line > first + shown - 3) {
      const top = Math.max(0, line - Math.floor(shown / 3));
      this.host.scrollTop = this.tall < this.lines.length * LINE ? (top / Math.max(1, this.lines.length - shown)) * (this.tall - this.host.clientHeight) : top * LINE;
    }
    this.draw();
  }

  first() {
    const shown = Math.floor(this.host.clientHeight / LINE);
    if (this.tall === this.lines.length * LINE) return Math.floor(this.host.scrollTop / LINE);
    return Math.round((this.host.scrollTop / Math.max(1, this.tall - this.host.clientHeight)) * Math.max(0, this.lines.length - shown));
  }

  draw() {
    const first = this.first();
    const whole = this.tall === this.lines.length * LINE;
    const count = Math.ceil(this.host.clientHeight / LINE) + 2;
    const rows = [];
    for (let line = first; line < Math.min(this.lines.length, first + count); line++) {
      const kinds = ["line", this.marked.has(line) && "marked", line === this.current && "current", this.dropped(line) && "dropped"];
      const row = el("div", { class: kinds.filter(Boolean).join(" "), "data-line": line }, ...coloured(this.lines[line]));
      row.style.top = `${whole ? line * LINE : this.host.scrollTop + (line - first) * LINE}px`;
      rows.push(row);
    }
    this.space.replaceChildren(...rows);
  }

  lineOf(event) {
    const row = event.target.closest?.(".line");
    return row ? Number(row.dataset.line) : -1;
  }
}

/** A line of SMT-LIB in pieces; long lines are cut, as nobody reads them to the end. */
function coloured(line) {
  const text = line.length > 400 ? `${line.slice(0, 398)} …` : line;
  const pieces = [];
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > at) pieces.push(text.slice(at, match.index));
    const [whole, comment, string, bracket, atom] = match;
    const kind = comment ? "comment" : string ? "string" : bracket ? "bracket" : WORDS.has(atom) ? "word" : SIGNS.has(atom) ? "sign" : /^[0-9#]/.test(atom) ? "number" : "";
    pieces.push(kind ? el("span", { class: kind }, whole) : whole);
    at = match.index + whole.length;
  }
  pieces.push(text.slice(at));
  return pieces;
}
