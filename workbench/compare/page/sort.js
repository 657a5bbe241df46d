// A click on a heading sorts by that column, a second one the other way round. Texts come after numbers.
function sortable(table) {
  for (const button of table.querySelectorAll("th button")) {
    button.addEventListener("click", () => {
      const heading = button.parentElement;
      const column = heading.cellIndex;
      const down = heading.getAttribute("aria-sort") === "ascending";
      for (const other of table.querySelectorAll("th")) other.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
      const compare = ([x, a], [y, b]) => {
        if (x !== undefined && y !== undefined) return x - y;
        if (x !== undefined || y !== undefined) return x !== undefined ? -1 : 1;
        return a.localeCompare(b, "en", { numeric: true });
      };
      const keyed = [...table.tBodies[0].rows].map((row) => {
        const cell = row.cells[column];
        return [cell.dataset.value, cell.textContent, row];
      });
      keyed.sort(compare);
      if (down) keyed.reverse();
      table.tBodies[0].append(...keyed.map(([, , row]) => row));
    });
  }
}

// Of the tables on the whole file, rows of methods and puzzles that are not chosen are hidden.
function hideRows(methods, puzzles) {
  const about = { method: methods, first: methods, second: methods, puzzle: puzzles };
  for (const table of document.querySelectorAll("table.whole")) {
    const names = [...table.tHead.rows[0].cells].map((cell) => about[cell.textContent]);
    if (!names.some(Boolean)) continue;
    for (const row of table.tBodies[0].rows) {
      row.hidden = names.some((chosen, i) => chosen && chosen.known.has(row.cells[i].textContent)
        && !chosen.shown.has(row.cells[i].textContent));
    }
  }
}

// A table of cells: numbers to the right, a node as it is.
function fill(table, columns, rows) {
  const head = document.createElement("thead");
  const body = document.createElement("tbody");
  const line = head.insertRow();
  for (const [i, name] of columns.entries()) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = name;
    if (rows.some((row) => typeof row[i] === "number")) cell.className = "number";
    line.append(cell);
  }
  for (const row of rows) {
    const shown = body.insertRow();
    for (const value of row) {
      const cell = shown.insertCell();
      if (typeof value === "number") cell.className = "number";
      cell.append(typeof value === "number" ? figure(value) : value ?? "");
    }
  }
  table.replaceChildren(head, body);
}

function figure(value) {
  if (Number.isInteger(value)) return String(value);
  return Math.abs(value) < 100 ? value.toFixed(3) : value.toFixed(1);
}
