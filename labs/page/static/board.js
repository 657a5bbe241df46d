// The board: few nodes whatever its size, hit by geometry, with what changes under the pointer in a layer of its own.

import { svg } from "./dom.js";
import { knownColours } from "./rules.js";

const UNIT = 40; // side of a cell in the scene

export class Board {
  /** Calls: hover(cell), pick(cell), key(event); a cell is -1 where there is none. */
  constructor(host, calls) {
    this.host = host;
    this.calls = calls;
    this.cursor = 0;
    this.zoom = 1;
    this.fitted = true;
    host.addEventListener("pointermove", (event) => this.point(this.at(event)));
    host.addEventListener("pointerleave", () => this.point(-1));
    host.addEventListener("click", (event) => {
      const cell = this.at(event);
      if (cell >= 0) this.move(cell);
      calls.pick(cell);
    });
    host.addEventListener("keydown", (event) => calls.key(event));
    this.pointed = -1;
  }

  /** Fit whenever the room changes, as it does after the first layout, until somebody zooms. */
  watch() {
    let width = this.host.parentElement.clientWidth;
    new ResizeObserver(([{ contentRect }]) => {
      if (this.fitted && Math.abs(contentRect.width - width) > 1) this.fit();
      width = contentRect.width;
    }).observe(this.host.parentElement);
  }

  /** Begin with a puzzle. */
  lay(puzzle) {
    const { board } = puzzle;
    this.puzzle = puzzle;
    this.board = board;
    this.neighbours = board.neighbours.map((around) => new Set(around));
    this.walls = new Set(puzzle.walls.map(([x, y]) => pairKey(x, y)));
    const [left, top, width, height] = board.box;
    this.size = [width + 12, height + 12];
    const box = `${left - 6} ${top - 6} ${width + 12} ${height + 12}`;
    this.base = svg("svg", { viewBox: box, "aria-hidden": "true", class: `base ${board.shape}` });
    this.over = svg("svg", { viewBox: box, "aria-hidden": "true", class: "over" });
    this.paths = {};
    const path = (where, name) => {
      this.paths[name] = svg("path", { class: name.replace(/\d+$/, (digits) => ` c${digits}`) });
      where.append(this.paths[name]);
    };
    path(this.base, "links");
    path(this.base, "cell");
    for (let colour = 0; colour < board.palette; colour++) path(this.base, `r${colour}`);
    for (let colour = 0; colour < board.palette; colour++) path(this.base, `image${colour}`);
    for (const name of ["thin", "seam", "border", "layer", "edges", "heads", "roots"]) path(this.base, name);
    for (const name of ["look", "good", "bad", "about", "selected", "hover", "cursor"]) path(this.over, name);
    this.texts = board.centres.map(([x, y]) => svg("text", { x, y, dy: ".35em" }));
    this.imageTexts = board.images.map(([, x, y]) => svg("text", { x, y, dy: ".35em", class: "image" }));
    this.sizeTexts = [];
    this.numbersGroup = svg("g", { class: "numbers" }, ...this.texts, ...this.imageTexts);
    this.sizesGroup = svg("g", { class: "sizes" });
    this.base.append(this.numbersGroup, this.sizesGroup);
    this.host.replaceChildren(this.base, this.over);
    this.buckets = new Map();
    const drop = (cell, x, y) => {
      const key = bucket(x, y);
      if (!this.buckets.has(key)) this.buckets.set(key, []);
      this.buckets.get(key).push([cell, x, y]);
    };
    board.centres.forEach(([x, y], cell) => drop(cell, x, y));
    for (const [cell, x, y] of board.images) drop(cell, x, y);
    this.cursor = Math.min(this.cursor, board.centres.length - 1);
    this.pointed = -1;
    this.shape = shapeOf(board);
    this.fit();
  }

  /** Scale so that the whole board is in sight, with cells that are not huge. */
  fit() {
    const room = this.host.parentElement.clientWidth - 4;
    const tall = Math.max(320, window.innerHeight * 0.74);
    this.scale(Math.min(2, room / this.size[0], tall / this.size[1]));
    this.fitted = true;
  }

  scale(zoom) {
    this.fitted = false;
    this.zoom = Math.max(0.05, Math.min(3, zoom));
    const [width, height] = this.size.map((length) => Math.floor(length * this.zoom));
    this.host.style.width = `${width}px`;
    this.host.style.height = `${height}px`;
  }

  /** Draw a view: numbers (-1 for a number beyond the cap), forest, marked cells. */
  draw(view, { arrows, sizes }) {
    const { board, puzzle, paths } = this;
    const { numbers } = view;
    const colours = knownColours(puzzle, numbers);
    const grounds = new Array(board.palette).fill("");
    const images = new Array(board.palette).fill("");
    let blank = "";
    colours.forEach((colour, cell) => {
      const drawn = this.shape(...board.centres[cell]);
      if (colour < 0) blank += drawn;
      else grounds[colour % board.palette] += drawn;
    });
    for (const [cell, x, y] of board.images) {
      if (colours[cell] >= 0) images[colours[cell] % board.palette] += this.shape(x, y);
    }
    paths.cell.setAttribute("d", blank);
    grounds.forEach((drawn, colour) => paths[`r${colour}`].setAttribute("d", drawn));
    images.forEach((drawn, colour) => paths[`image${colour}`].setAttribute("d", drawn));
    this.drawLines(numbers);
    this.texts.forEach((text, cell) => this.write(text, cell, numbers[cell], view));
    this.imageTexts.forEach((text, index) => this.write(text, board.images[index][0], numbers[board.images[index][0]], view));
    this.drawForest(arrows ? view.forest : null, sizes ? view.forest : null);
    for (const name of ["look", "good", "bad"]) this.mark(name, view[name] ?? []);
  }

  write(text, cell, number, view) {
    const shown = number < 0 && view.capped ? "∗" : number ? String(number) : this.puzzle.unknown.includes(cell) ? "?" : "";
    if (text.textContent !== shown) text.textContent = shown;
    const clue = this.puzzle.clues[cell] > 0 || shown === "?";
    const kind = (clue ? "clue" : view.fresh?.has(cell) ? "fresh" : "") + (shown.length > 2 ? " long" : "") + (text.classList.contains("image") ? " image" : "");
    if (text.getAttribute("class") !== kind) text.setAttribute("class", kind);
  }

  drawLines(numbers) {
    const { board, paths, walls } = this;
    const lines = { thin: [], seam: [], border: [] };
    for (const [one, other, seam, x1, y1, x2, y2] of board.sides) {
      const thick =
        other < 0 || !this.neighbours[one].has(other) || walls.has(pairKey(one, other)) ||
        (numbers[one] && numbers[other] && numbers[one] !== numbers[other]);
      lines[thick ? "border" : seam ? "seam" : "thin"].push(`M${x1} ${y1}L${x2} ${y2}`);
    }
    for (const [name, drawn] of Object.entries(lines)) paths[name].setAttribute("d", drawn.join(""));
    let links = "";
    let layers = "";
    for (const [x, y] of board.unseen) {
      const [a, b] = [board.centres[x], board.centres[y]];
      if (board.shape === "circles") {
        if (!walls.has(pairKey(x, y))) links += `M${a[0]} ${a[1]}L${b[0]} ${b[1]}`;
        else layers += barBetween(a, b);
      } else if (walls.has(pairKey(x, y))) {
        for (const [[px, py], way] of [[a, 1], [b, -1]]) layers += `M${px + 7} ${py + 15 * way}h9v1h-9z`;
      } else if (numbers[x] === numbers[y] && numbers[x] > 0) {
        for (const [[px, py], way] of [[a, 1], [b, -1]]) layers += `M${px + 16} ${py + 9 * way}h-8l4 ${6 * way}z`;
      }
    }
    paths.links.setAttribute("d", links);
    paths.layer.setAttribute("d", layers);
  }

  drawForest(arrows, sizes) {
    const { board, paths } = this;
    let edges = "";
    let heads = "";
    let roots = "";
    if (arrows) {
      const children = new Set(arrows.edges.map(([, child]) => child));
      const parents = new Set(arrows.edges.map(([parent]) => parent));
      for (const [parent, child] of arrows.edges) {
        const [shaft, head] = arrowBetween(...this.nearest(parent, child));
        edges += shaft;
        heads += head;
      }
      board.centres.forEach(([x, y], cell) => {
        if (parents.has(cell) && !children.has(cell)) roots += circle(x, y, 13);
      });
    }
    paths.edges.setAttribute("d", edges);
    paths.heads.setAttribute("d", heads);
    paths.roots.setAttribute("d", roots);
    const shown = [];
    const [dx, dy] = { squares: [16, 16], hexagons: [3, 18], circles: [3, 15] }[board.shape];
    if (sizes) {
      board.centres.forEach(([x, y], cell) => {
        if (sizes.sizes[cell]) shown.push(svg("text", { x: x + dx, y: y + dy }, String(sizes.sizes[cell])));
      });
    }
    this.sizesGroup.replaceChildren(...shown);
  }

  /** The two ends of an arrow: the cells themselves, or an image where they meet across a seam. */
  nearest(parent, child) {
    const { board } = this;
    const from = board.centres[parent];
    const away = ([x, y]) => Math.hypot(x - from[0], y - from[1]);
    let to = board.centres[child];
    for (const [cell, x, y] of board.images) if (cell === child && away([x, y]) < away(to)) to = [x, y];
    return [from, to];
  }

  /** Mark cells, by the name of a layer. */
  mark(name, cells) {
    this.paths[name].setAttribute("d", cells.map((cell) => this.shape(...this.board.centres[cell])).join(""));
  }

  point(cell) {
    if (cell === this.pointed) return;
    this.pointed = cell;
    this.mark("hover", cell < 0 ? [] : [cell]);
    this.calls.hover(cell);
  }

  /** Put the cursor on a cell and keep it in sight. */
  move(cell) {
    this.cursor = cell;
    this.mark("cursor", [cell]);
    const [x, y] = this.board.centres[cell].map((at, axis) => (at - this.board.box[axis] + 6) * this.zoom);
    const frame = this.host.parentElement;
    const margin = UNIT * this.zoom * 1.5;
    if (x < frame.scrollLeft + margin) frame.scrollLeft = x - margin;
    if (x > frame.scrollLeft + frame.clientWidth - margin) frame.scrollLeft = x - frame.clientWidth + margin;
    if (y < frame.scrollTop + margin) frame.scrollTop = y - margin;
    if (y > frame.scrollTop + frame.clientHeight - margin) frame.scrollTop = y - frame.clientHeight + margin;
  }

  /** The nearest cell in a direction, -1 if there is none. */
  towards(dx, dy) {
    const [x, y] = this.board.centres[this.cursor];
    let best = -1;
    let least = Infinity;
    this.board.centres.forEach(([a, b], cell) => {
      const along = (a - x) * dx + (b - y) * dy;
      const aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
      if (along > 4 && aside <= along * 1.01) {
        const cost = along + aside * 2;
        if (cost < least) [best, least] = [cell, cost];
      }
    });
    return best;
  }

  at(event) {
    const frame = this.host.getBoundingClientRect();
    const x = (event.clientX - frame.left) / this.zoom + this.board.box[0] - 6;
    const y = (event.clientY - frame.top) / this.zoom + this.board.box[1] - 6;
    let best = -1;
    let least = UNIT * 0.75;
    for (const i of [-1, 0, 1]) {
      for (const j of [-1, 0, 1]) {
        for (const [cell, a, b] of this.buckets.get(bucket(x + i * UNIT, y + j * UNIT)) ?? []) {
          const far = this.board.shape === "squares" ? Math.max(Math.abs(a - x), Math.abs(b - y)) * 1.4 : Math.hypot(a - x, b - y);
          if (far < least) [best, least] = [cell, far];
        }
      }
    }
    return best;
  }
}

function pairKey(x, y) {
  return x < y ? `${x} ${y}` : `${y} ${x}`;
}

function bucket(x, y) {
  return `${Math.floor(x / UNIT)} ${Math.floor(y / UNIT)}`;
}

function circle(x, y, radius) {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
}

function shapeOf(board) {
  if (board.shape === "circles") return (x, y) => circle(x, y, UNIT / 2 - 3);
  return (x, y) => {
    const corners = board.outline.map(([dx, dy]) => `${round(x + dx)} ${round(y + dy)}`);
    return `M${corners.join("L")}z`;
  };
}

function round(number) {
  return Math.round(number * 100) / 100;
}

/** A shaft and a head, leaving the numbers at both ends free. */
function arrowBetween([x1, y1], [x2, y2]) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [ax, ay] = [x1 + dx * 14, y1 + dy * 14];
  const [bx, by] = [x2 - dx * 13, y2 - dy * 13];
  const shaft = `M${round(ax)} ${round(ay)}L${round(bx - dx * 4)} ${round(by - dy * 4)}`;
  const [wx, wy] = [-dy * 4, dx * 4];
  const head = `M${round(bx)} ${round(by)}L${round(bx - dx * 6 + wx)} ${round(by - dy * 6 + wy)}L${round(bx - dx * 6 - wx)} ${round(by - dy * 6 - wy)}z`;
  return [shaft, head];
}

/** A small bar across a link that is a wall. */
function barBetween([x1, y1], [x2, y2]) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [mx, my, nx, ny] = [(x1 + x2) / 2, (y1 + y2) / 2, (-(y2 - y1) / length) * 8, ((x2 - x1) / length) * 8];
  return `M${round(mx + nx)} ${round(my + ny)}L${round(mx - nx)} ${round(my - ny)}l1 1z`;
}
