// The rules of Fillomino and the colours of regions, as fillomino/rules.py and fillomino/render/pen.py have
// them, for numbers that are still being typed: 0 is an empty cell.

export const EMPTY = 0;

/** The connected sets of equal numbers, each ascending; empty cells are in none. */
export function regionsOf(neighbours, numbers) {
  const seen = new Uint8Array(numbers.length);
  const found = [];
  for (let start = 0; start < numbers.length; start++) {
    if (seen[start] || numbers[start] === EMPTY) continue;
    seen[start] = 1;
    const region = [start];
    for (const x of region) {
      for (const y of neighbours[x]) {
        if (!seen[y] && numbers[y] === numbers[start]) {
          seen[y] = 1;
          region.push(y);
        }
      }
    }
    found.push(region.sort((a, b) => a - b));
  }
  return found;
}

/** For each cell the index of its region's colour, -1 where it is empty; neighbouring regions differ. */
export function coloursOf(puzzle, numbers) {
  const { neighbours, palette } = puzzle.board;
  if (puzzle.checkered && !numbers.includes(EMPTY)) {
    const two = twoColours(neighbours, numbers);
    if (two) return two;
  }
  const colour = new Array(numbers.length).fill(-1);
  const used = new Array(palette).fill(0);
  const regions = regionsOf(neighbours, numbers).sort((a, b) => b.length - a.length || a[0] - b[0]);
  for (const region of regions) {
    const beside = new Set();
    for (const x of region) for (const y of neighbours[x]) beside.add(colour[y]);
    let best = -1;
    for (let index = 0; index < used.length; index++) {
      if (!beside.has(index) && (best < 0 || used[index] < used[best])) best = index;
    }
    if (best < 0) best = used.push(0) - 1;
    used[best]++;
    for (const x of region) colour[x] = best;
  }
  return colour;
}

/** The same without colours for clues alone: as long as cells are empty, these are no regions yet. */
export function knownColours(puzzle, numbers) {
  const colours = coloursOf(puzzle, numbers);
  if (!numbers.includes(EMPTY)) return colours;
  for (const region of regionsOf(puzzle.board.neighbours, numbers)) {
    if (region.every((cell) => puzzle.clues[cell])) for (const cell of region) colours[cell] = -1;
  }
  return colours;
}

/** For each cell one of two colours that change exactly between different numbers; null if there are none. */
export function twoColours(neighbours, numbers) {
  const colour = new Array(numbers.length).fill(-1);
  for (let start = 0; start < numbers.length; start++) {
    if (colour[start] >= 0) continue;
    colour[start] = 0;
    const reached = [start];
    for (const x of reached) {
      for (const y of neighbours[x]) {
        const wanted = colour[x] ^ (numbers[x] !== numbers[y] ? 1 : 0);
        if (colour[y] < 0) {
          colour[y] = wanted;
          reached.push(y);
        } else if (colour[y] !== wanted) return null;
      }
    }
  }
  return colour;
}

/** The violations already certain, though cells may still be empty: [{name, cells, text}]. */
export function brokenRules(puzzle, numbers) {
  const { neighbours, names } = puzzle.board;
  const found = [];
  for (let cell = 0; cell < numbers.length; cell++) {
    const clue = puzzle.clues[cell];
    if (clue && numbers[cell] && numbers[cell] !== clue) {
      found.push({ name: "clue-changed", cells: [cell], text: `${names[cell]} holds ${numbers[cell]}, but its clue is ${clue}` });
    }
  }
  const parted = new Set(puzzle.walls.map(([x, y]) => `${x} ${y}`));
  for (const region of regionsOf(neighbours, numbers)) {
    const number = numbers[region[0]];
    const where = region.length === 1 ? `at ${names[region[0]]}` : `from ${names[region[0]]} to ${names[region.at(-1)]}`;
    const report = (name, text) => found.push({ name, cells: region, text: `the region of ${number}s ${where} ${text}` });
    if (number < 1) continue;
    if (region.length > number) report("region-too-large", `has ${cellsInWords(region.length)}, ${region.length - number} too many`);
    if (region.length < number) {
      const open = region.some((x) => neighbours[x].some((y) => numbers[y] === EMPTY && !parted.has(x < y ? `${x} ${y}` : `${y} ${x}`)));
      if (!open) report("region-too-small", `has ${cellsInWords(region.length)}, ${number - region.length} too few`);
    }
    if (puzzle.largest_region && number > puzzle.largest_region) {
      report("region-over-limit", `is larger than the largest allowed, ${puzzle.largest_region}`);
    }
    const whole = region.length >= number || region.every((x) => neighbours[x].every((y) => numbers[y] !== EMPTY));
    if (puzzle.basic && whole && !region.some((x) => puzzle.clues[x])) report("region-without-clue", "holds no clue");
  }
  for (const [x, y] of puzzle.walls) {
    if (numbers[x] > 0 && numbers[x] === numbers[y]) {
      found.push({ name: "wall-inside-region", cells: [x, y], text: `${names[x]} and ${names[y]} both hold ${numbers[x]}, but a wall parts them` });
    }
  }
  if (puzzle.checkered && !numbers.includes(EMPTY) && !twoColours(neighbours, numbers)) {
    found.push({ name: "two-colours-do-not-do", cells: [], text: "two colours do not do for these regions" });
  }
  return found;
}

export function cellsInWords(count) {
  return count === 1 ? "1 cell" : `${count} cells`;
}
