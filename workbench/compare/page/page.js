"use strict";
// A click on a heading sorts by that column, a second one the other way round. Texts come after numbers.
for (const button of document.querySelectorAll("th button")) {
  button.addEventListener("click", () => {
    const heading = button.parentElement;
    const table = heading.closest("table");
    const column = [...heading.parentElement.children].indexOf(heading);
    const down = heading.getAttribute("aria-sort") === "ascending";
    for (const other of table.querySelectorAll("th")) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", down ? "descending" : "ascending");
    const body = table.tBodies[0];
    const value = (row) => row.cells[column].dataset.value;
    const compare = (a, b) => {
      const [x, y] = [value(a), value(b)];
      if (x !== undefined && y !== undefined) return x - y;
      if (x !== undefined || y !== undefined) return x !== undefined ? -1 : 1;
      return a.cells[column].textContent.localeCompare(b.cells[column].textContent, "en", { numeric: true });
    };
    const rows = [...body.rows].sort(compare);
    body.append(...(down ? rows.reverse() : rows));
  });
}
