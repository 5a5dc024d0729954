// Click a column's head to sort its table; again to turn the order. Empty cells stay last.
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
    const sign = head.getAttribute("aria-sort") === "descending" ? 1 : -1;
    const key = (row) => {
      const cell = row.cells[column];
      const text = cell.dataset.key ?? cell.textContent;
      return text === "" || Number.isNaN(Number(text)) ? text : Number(text);
    };
    const compare = (a, b) => {
      if (a === "" || b === "") return (a === "") - (b === "");
      if (typeof a === "number" && typeof b === "number") return sign * (a - b);
      return sign * String(a).localeCompare(String(b));
    };
    const rows = [...table.tBodies[0].rows].map((row) => [key(row), row]);
    rows.sort((a, b) => compare(a[0], b[0]));
    table.tBodies[0].append(...rows.map(([, row]) => row));
    for (const other of heads) other.setAttribute("aria-sort", "none");
    head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
  }));
}
