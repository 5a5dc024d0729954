// Cards of a kind as a spreadsheet: a row a card, a column a value, edited, copied and pasted as blocks (ARIA grid, one tab stop).

import { h, words } from "./dom.js";
import { asText, fromText, readBlock, writeBlock } from "./values.js";

const HINT = "Arrow keys move, typing replaces, Delete goes back to print. Blocks copy to and paste from a spreadsheet.";

/** `rows` and `columns` of a section that hold all the words of a search; a column that is empty in print only if it is asked for. */
export function shownParts(section, terms, isUnfolded, changed) {
  const isChanged = (column) => section.rows.some((row) => changed.has(`${section.name}.${row.name}.${column.name}`));
  const folded = (column) => column.name === "name" || column.used === 0 && !isChanged(column);
  const open = section.columns.filter((column) => isUnfolded || !folded(column));
  const left = terms.filter((term) => !section.label.toLowerCase().includes(term));
  if (!left.length) return { rows: section.rows, columns: open };
  const text = (part) => `${part.label} ${part.name} ${part.meaning ?? ""}`.toLowerCase();
  const names = section.rows.map(text), heads = section.columns.map(text);
  const holds = (row, column) => left.every((term) => row.includes(term) || column.includes(term));
  const rows = section.rows.filter((_, r) => heads.some((head) => holds(names[r], head)));
  const byRow = section.rows.filter((_, r) => left.every((term) => names[r].includes(term)));
  if (byRow.length) return { rows: byRow, columns: open };
  return { rows, columns: section.columns.filter((_, c) => names.some((name) => holds(name, heads[c]))) };
}

// There are many cells: each is a copy of one.
const CELL = globalThis.document && h("td", { role: "gridcell", tabindex: -1, "aria-selected": "false" }, "–");

class Grid {
  constructor(section, app) {
    Object.assign(this, { section, app, terms: [], isUnfolded: false });
    Object.assign(this, { at: { r: 0, c: 0 }, from: { r: 0, c: 0 }, marked: [] }); // the focus, where its block began, the cells of the block
    Object.assign(this, { editor: null, isEntering: false, isTold: false }); // isEntering: Tab goes on to the next cell
    this.specs = new Map(section.values.map((spec) => [spec.path, spec]));
    this.table = h("table", { class: "grid", role: "grid", "aria-label": section.label, "aria-multiselectable": "true" });
    this.frame = h("div", { class: "grid-frame" }, this.table);
    this.line = h("p", { class: "grid-line" }, HINT);
    this.voice = h("p", { class: "unseen", role: "status" }); // says what happened, not where one is: the cell itself does
    this.more = h("button", { class: "link", onclick: () => { this.isUnfolded = !this.isUnfolded; this.draw(); } });
    this.node = h("div", { class: "grid-box" }, this.frame, h("div", { class: "grid-foot" }, this.line, this.voice, this.more));
    this.listen();
    this.draw();
  }

  path(row, column) { return `${this.section.name}.${row.name}.${column.name}`; }
  specAt({ r, c }) { return this.specs.get(this.path(this.rows[r], this.columns[c])); }
  valueOf(spec) { return this.app.address.changes[spec.path] ?? spec.printed; }
  nameOf({ r, c }) { return `${this.rows[r].label}, ${this.columns[c].label.toLowerCase()}`; }
  cellAt({ r, c }) { return c < 0 ? this.heads[r] : this.cells[r]?.[c]; }

  draw() {
    const { section, app } = this;
    const changed = new Set(Object.keys(app.address.changes));
    Object.assign(this, shownParts(section, this.terms, this.isUnfolded, changed));
    const hidden = section.columns.length - this.columns.length;
    this.more.hidden = this.terms.length > 0 || (!hidden && !this.isUnfolded);
    this.more.textContent = this.isUnfolded ? "Fewer columns" : `${hidden} more ${hidden === 1 ? "column" : "columns"}`;
    this.more.setAttribute("aria-expanded", String(this.isUnfolded));
    this.byPath = new Map();
    this.heads = [];
    const corner = h("th", { role: "columnheader", class: "corner" }, h("span", { class: "unseen" }, "Name"));
    const header = h("tr", { role: "row" }, corner, this.columns.map((column) => {
      const parts = column.label.split(", ");
      const kind = section.rows.map((row) => this.specs.get(this.path(row, column))?.kind).find(Boolean);
      return h("th", { role: "columnheader", scope: "col", title: column.meaning || null, "data-kind": kind },
        parts.length > 1 && h("span", { class: "over" }, parts.slice(0, -1).join(" "), " "), h("span", {}, parts.at(-1)));
    }));
    this.cells = [];
    const body = this.rows.map((row, r) => {
      const head = row.item
        ? h("a", { href: app.href(`card/${row.item}`), tabindex: -1, title: "Open the card's page" }, row.label)
        : h("span", { tabindex: -1 }, row.label);
      this.heads.push(head);
      this.cells.push(this.columns.map((column, c) => {
        const spec = this.specs.get(this.path(row, column));
        const cell = CELL.cloneNode(true);
        cell.place = { r, c };
        if (spec) { cell.dataset.path = spec.path; cell.dataset.kind = spec.kind; this.byPath.set(spec.path, cell); this.show(cell, spec); }
        else { cell.className = "none"; cell.firstChild.data = ""; cell.setAttribute("aria-readonly", "true"); }
        return cell;
      }));
      return h("tr", { role: "row" }, h("th", { role: "rowheader", scope: "row" }, head), this.cells[r]);
    });
    this.table.replaceChildren(h("thead", { role: "rowgroup" }, header), h("tbody", { role: "rowgroup" }, body));
    this.marked = [];
    this.at = { r: Math.min(this.at.r, this.rows.length - 1), c: Math.min(this.at.c, this.columns.length - 1) };
    this.from = { ...this.at };
    this.cellAt(this.at)?.setAttribute("tabindex", 0);
    return this.rows.length;
  }

  show(cell, spec) {
    const value = this.valueOf(spec);
    const message = this.app.wrong[spec.path];
    const isEmpty = value === 0 || value === "" || value === false || Array.isArray(value) && !value.length;
    const states = {
      zero: isEmpty, changed: spec.path in this.app.address.changes, "is-wrong": message, assumed: spec.basis === "assumed",
      editing: this.editor?.cell === cell, in: this.marked.length > 1 && this.marked.includes(cell),
    };
    cell.firstChild.data = asText(value).replaceAll("_", " ") || "–";
    cell.className = Object.keys(states).filter((name) => states[name]).join(" ");
    if (message) { cell.setAttribute("aria-invalid", "true"); cell.title = message; }
    else if (cell.title) { cell.removeAttribute("aria-invalid"); cell.removeAttribute("title"); }
  }

  update(path) {
    const cell = this.byPath.get(path);
    if (cell) this.show(cell, this.specs.get(path));
    else if (path in this.app.address.changes && !this.terms.length) this.draw();
    if (!this.isTold && this.table.contains(document.activeElement)) this.tell();
  }

  search(terms) {
    const before = [this.rows, this.columns].map((list) => list.map(({ name }) => name).join()).join();
    const parts = shownParts(this.section, terms, this.isUnfolded, new Set(Object.keys(this.app.address.changes)));
    const after = [parts.rows, parts.columns].map((list) => list.map(({ name }) => name).join()).join();
    this.terms = terms;
    return before === after ? this.rows.length : this.draw();
  }

  go(path) {
    if (!this.byPath.has(path)) { this.isUnfolded = true; this.draw(); }
    const cell = this.byPath.get(path);
    if (cell) { cell.scrollIntoView({ block: "nearest" }); this.move(cell.place); }
  }

  /** The line below: what the cell is, in words, as the line above a spreadsheet. */
  tell(message) {
    this.isTold = Boolean(message);
    if (message) { this.line.replaceChildren(message); this.voice.textContent = this.line.textContent; return; }
    const spec = this.at.c < 0 ? null : this.specAt(this.at);
    const row = this.rows[this.at.r];
    if (!spec) {
      this.line.replaceChildren(row ? h("strong", {}, row.label) : HINT, row?.item && this.at.c < 0 ? ". Enter opens the card's page." : "");
      return;
    }
    const wrong = this.app.wrong[spec.path];
    const size = this.block();
    const n = (size.bottom - size.top + 1) * (size.right - size.left + 1);
    const meaning = n > 1 ? `${n} cells. ` : spec.meaning ? `${spec.meaning.replaceAll("_", " ")}. ` : "";
    const basis = spec.basis && spec.basis !== "printed" ? `; ${spec.basis}` : "";
    this.line.replaceChildren(h("strong", {}, this.nameOf(this.at)), " ",
      wrong ? h("span", { class: "wrong" }, wrong) : `${meaning}Printed ${words(spec.printed) || "nothing"}; ${spec.allowed}${basis}.`);
  }

  block() {
    const { at, from } = this;
    const [top, bottom] = [Math.min(at.r, from.r), Math.max(at.r, from.r)];
    return { top, bottom, left: Math.max(0, Math.min(at.c, from.c)), right: Math.max(at.c, from.c) };
  }

  mark() {
    for (const cell of this.marked) { cell.classList.remove("in"); cell.setAttribute("aria-selected", "false"); }
    const { top, bottom, left, right } = this.block();
    this.marked = this.cells.slice(top, bottom + 1).flatMap((row) => row.slice(left, right + 1));
    for (const cell of this.marked) { if (this.marked.length > 1) cell.classList.add("in"); cell.setAttribute("aria-selected", "true"); }
  }

  move(to, { extend = false } = {}) {
    const within = (least, index, list) => Math.max(least, Math.min(list.length - 1, index));
    const next = { r: within(0, to.r, this.rows), c: within(extend ? 0 : -1, to.c, this.columns) };
    this.cellAt(this.at)?.setAttribute("tabindex", -1);
    this.at = next;
    if (!extend) this.from = { ...next };
    const cell = this.cellAt(next);
    cell.setAttribute("tabindex", 0);
    this.mark(); // before the focus, which marks a cell that is not in the block
    cell.focus();
    this.tell();
  }

  select(from, to) {
    this.from = from;
    this.move(to, { extend: true });
  }

  /** Opens a cell for editing; `text` replaces what is in it. */
  edit(text) {
    const { at, app } = this;
    const spec = at.c >= 0 && this.specAt(at);
    if (!spec) return;
    const cell = this.cellAt(at);
    const label = this.nameOf(at);
    if (spec.kind === "flag") { app.change({ [spec.path]: !this.valueOf(spec) }); return; }
    const isChoice = spec.kind === "choice";
    const now = this.valueOf(spec);
    const option = (each) => h("option", { value: String(each), selected: each === now }, words(each) || "–");
    const field = isChoice
      ? h("select", { class: "cell-editor", "aria-label": label }, spec.choices.map(option))
      : h("input", {
        class: "cell-editor", type: "text", "aria-label": label, autocomplete: "off", spellcheck: "false",
        inputmode: spec.kind === "integer" ? "numeric" : null, value: text ?? asText(now),
      });
    this.editor = { field, spec, cell, isReplacing: text !== undefined };
    cell.classList.add("editing");
    cell.append(field);
    field.focus();
    if (isChoice) {
      field.addEventListener("change", () => this.finish());
      try { field.showPicker?.(); } catch { /* the browser opens it on a key */ }
    } else if (text === undefined) field.select();
    field.addEventListener("blur", () => { if (this.editor?.field === field) this.finish({ isLeft: true }); });
  }

  /** Ends editing; gives false if what was typed cannot be read, and leaves it to be mended. */
  finish({ isDropped = false, isLeft = false } = {}) {
    const { editor } = this;
    if (!editor) return true;
    const { field, spec, cell } = editor;
    const { value, error } = isDropped ? {} : fromText(spec, field.value);
    if (error && !isLeft) { field.setAttribute("aria-invalid", "true"); this.tell(h("span", { class: "wrong" }, error)); return false; }
    this.editor = null;
    cell.classList.remove("editing");
    field.remove();
    if (!isLeft) cell.focus();
    if (error) this.tell(h("span", { class: "wrong" }, error));
    else if (!isDropped) this.app.change({ [spec.path]: value });
    return true;
  }

  paste(text) {
    const block = readBlock(text);
    const { top, left, bottom, right } = this.block();
    const isOne = block.length === 1 && block[0].length === 1;
    const height = isOne ? bottom - top + 1 : block.length, width = isOne ? right - left + 1 : Math.max(...block.map((row) => row.length));
    const changes = {};
    let n = 0, outside = 0, first = "";
    for (let r = 0; r < height; r++) for (let c = 0; c < width; c++) {
      const typed = isOne ? block[0][0] : block[r][c];
      if (typed === undefined) continue;
      const place = { r: top + r, c: left + c };
      const spec = this.rows[place.r] && this.columns[place.c] && this.specAt(place);
      if (!spec) { outside++; continue; }
      const { value, error } = fromText(spec, typed);
      if (error) first ||= `${this.nameOf(place)}: ${error}`;
      else { changes[spec.path] = value; n++; }
    }
    if (first) { this.tell(h("span", { class: "wrong" }, `Nothing was pasted. ${first}`)); return; }
    this.app.change(changes);
    this.select({ r: top, c: left }, { r: top + height - 1, c: left + width - 1 });
    this.tell(`${n} cells pasted${outside ? `, ${outside} did not fit` : ""}.`);
  }

  reset() {
    this.app.change(Object.fromEntries(this.marked.filter((cell) => cell.dataset.path).map((cell) => [cell.dataset.path, undefined])));
    this.tell();
  }

  key(event) {
    const { at, editor } = this;
    const isCommand = event.ctrlKey || event.metaKey;
    const arrows = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const lastRow = this.rows.length - 1, lastColumn = this.columns.length - 1;
    const take = (action) => { event.preventDefault(); event.stopPropagation(); action(); };
    if (editor) {
      const by = (r, c) => take(() => { if (this.finish()) this.move({ r: at.r + r, c: Math.max(0, at.c + c) }); });
      if (event.key === "Enter" && editor.spec.kind !== "choice") by(event.shiftKey ? -1 : 1, 0); // a list takes Enter itself
      else if (event.key === "Tab") { this.isEntering = true; by(0, event.shiftKey ? -1 : 1); }
      else if (event.key === "Escape") take(() => { this.finish({ isDropped: true }); this.tell(); });
      else if (editor.isReplacing && event.key in arrows && !isCommand) by(...arrows[event.key]);
      return;
    }
    const go = (r, c) => take(() => this.move({ r, c }, { extend: event.shiftKey }));
    if (event.key === "Tab" && this.isEntering && !event.shiftKey && at.c < lastColumn) { go(at.r, at.c + 1); return; }
    if (event.key === "Enter" && this.isEntering) this.isEntering = false;
    if (event.key in arrows && !event.altKey) {
      this.isEntering = false;
      const [r, c] = arrows[event.key].map((step) => (isCommand ? step * 999 : step));
      go(at.r + r, isCommand && c < 0 ? 0 : at.c + c);
    } else if (event.key === "Home") go(isCommand ? 0 : at.r, 0);
    else if (event.key === "End") go(isCommand ? lastRow : at.r, lastColumn);
    else if (event.key === "PageDown") go(at.r + 10, at.c);
    else if (event.key === "PageUp") go(at.r - 10, at.c);
    else if (isCommand && event.key.toLowerCase() === "a") take(() => this.select({ r: 0, c: 0 }, { r: lastRow, c: lastColumn }));
    else if (event.key === "Escape") { this.isEntering = false; this.move(at); }
    else if (at.c < 0 || isCommand) return;
    else if (event.key === "Enter" || event.key === "F2" || event.altKey && event.key === "ArrowDown") take(() => this.edit());
    else if (event.key === "Delete" || event.key === "Backspace") take(() => this.reset());
    else if (event.key.length === 1 && !event.altKey) {
      const spec = this.specAt(at);
      if (spec?.kind === "choice" || event.key === " ") take(() => this.edit());
      else if (spec) take(() => this.edit(event.key));
    }
  }

  listen() {
    const { table } = this;
    table.addEventListener("keydown", (event) => this.key(event));
    table.addEventListener("pointerdown", (event) => {
      const cell = event.target.closest("td");
      if (!cell || this.editor?.cell === cell || event.button) return;
      if (this.editor && !this.finish()) { event.preventDefault(); return; }
      event.preventDefault();
      this.isEntering = false;
      const isAgain = cell === document.activeElement && event.pointerType === "touch";
      this.move(cell.place, { extend: event.shiftKey });
      if (isAgain) { this.edit(); return; }
      if (event.pointerType === "touch") return;
      const drag = (moved) => {
        const over = moved.target.closest("td");
        if (over && over !== this.cellAt(this.at)) this.move(over.place, { extend: true });
      };
      table.addEventListener("pointerover", drag);
      addEventListener("pointerup", () => table.removeEventListener("pointerover", drag), { once: true });
    });
    table.addEventListener("dblclick", (event) => { if (event.target.closest("td") && !this.editor) this.edit(); });
    table.addEventListener("focusin", (event) => {
      const cell = event.target.closest("td");
      if (!cell || this.editor || this.marked.includes(cell)) return;
      this.at = { ...cell.place };
      this.from = { ...cell.place };
      this.mark();
      this.tell();
    });
    table.addEventListener("copy", (event) => {
      if (this.editor || this.at.c < 0) return;
      const { top, bottom, left, right } = this.block();
      const text = (r, c) => { const spec = this.specAt({ r, c }); return spec ? asText(this.valueOf(spec)) : ""; };
      const range = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
      const rows = range(top, bottom).map((r) => range(left, right).map((c) => text(r, c)));
      event.clipboardData.setData("text/plain", writeBlock(rows));
      event.preventDefault();
      this.tell(`${rows.length * rows[0].length} ${rows.length * rows[0].length === 1 ? "cell" : "cells"} copied.`);
    });
    table.addEventListener("paste", (event) => {
      if (this.editor || this.at.c < 0) return;
      event.preventDefault();
      this.paste(event.clipboardData.getData("text/plain"));
    });
  }
}

/** The grid of a section: {node, update(path), search(terms), go(path)}. */
export function mountGrid(section, app) {
  const grid = new Grid(section, app);
  return { node: grid.node, update: (path) => grid.update(path), search: (terms) => grid.search(terms), go: (path) => grid.go(path) };
}
