// Pinned variants side by side: each has its own question, asked one after the other while the live one rests; any of them can be the base.

import { Asking, isOver, known } from "./asking.js";
import { inFigures } from "./charts.js";
import { h, icon, isSame, words } from "./dom.js";

const COLUMNS = {
  Fairness: "How far the seat is from its fair share that is farthest",
  Length: "How long a game is",
  Ties: "How often the first place is tied",
  "Strongest card": "What a seat loses that may not use it, in points of win share",
};
const EMPTY = "Pin a variant to keep it beside the next one. Up to six candidates stand here side by side, and any of them can be the base "
  + "that others are compared with.";
const LOOK = 1500; // milliseconds between looks at the answer of a pin

/** The measure of an answer that a column shows; `side`: base or variant. */
function pick(answer, column, side) {
  const most = (group, size) => (answer?.measures ?? [])
    .filter((measure) => measure.group === group && measure[side])
    .reduce((best, each) => (best && size(best) >= size(each) ? best : each), null);
  if (column === "Fairness") return most("seats", ({ key }) => Number(key === "fairness"));
  if (column === "Strongest card") return most("cards", (measure) => measure[side].value);
  return most(column.toLowerCase(), () => 0);
}

/** A cell: the number, its width, its unit or its grade. */
function cell(column, answer, side) {
  const measure = pick(answer, column, side);
  const estimate = measure?.[side];
  if (!estimate) return h("td", { "data-title": column }, h("span", { class: "bone" }));
  const [value, width] = inFigures(estimate);
  const isPercent = measure.unit === "%";
  const isGraded = measure.grade && measure.grade !== "not tested" && (side === "variant" || answer.is_same);
  const isNamed = column === "Strongest card";
  const note = isGraded
    ? h("span", { class: `grade ${measure.grade.replaceAll(" ", "-")}`, title: measure.grade }, isNamed ? measure.label : measure.grade)
    : isNamed ? measure.label : isPercent ? "" : measure.unit;
  return h("td", { "data-title": column, title: measure.sentence },
    h("span", { class: "pin-number" }, value, isPercent && " %", " ", h("i", {}, width)),
    h("span", { class: "pin-note" }, note));
}

function summary(changes, app) {
  const parts = Object.entries(changes).map(([path, value]) => `${app.value(path)?.label ?? path} ${words(value)}`);
  return parts.length > 2 ? `${parts.slice(0, 2).join("; ")} and ${parts.length - 2} more` : parts.join("; ");
}

/** The head of the pane, and the table with an empty body. */
function frame(root, app) {
  const body = h("tbody");
  const head = h("tr", {}, h("th", { scope: "col" }, "Candidate"),
    Object.entries(COLUMNS).map(([name, meaning]) => h("th", { scope: "col", title: meaning }, name)),
    h("th", { scope: "col" }, h("span", { class: "unseen" }, "Actions")));
  const table = h("table", { class: "pins", "aria-label": "Pinned variants" }, h("thead", {}, head), body);
  const empty = h("p", { class: "empty" }, EMPTY);
  const pin = h("button", { class: "button framed pins-pin", onclick: () => app.pin() }, "Pin this variant");
  const fold = h("button", { class: "icon pins-fold", "aria-label": "Fold the pins away", "aria-expanded": "true", onclick: () => {
    fold.setAttribute("aria-expanded", String(!root.classList.toggle("folded-pins")));
  } }, icon("m4 6 4 4 4-4"));
  root.replaceChildren(h("div", { class: "pins-box" },
    h("header", { class: "pins-head" }, h("h2", {}, "Pins"), h("div", { class: "pins-tools" }, pin, fold)), empty, table));
  return { body, table, empty, pin };
}

export function mountPins(root, app) {
  const { body, table, empty, pin } = frame(root, app);
  const failed = new Set();
  let waiting = null, timer = null;
  const asking = new Asking(`${app.page}-pins`, {
    poll: LOOK,
    show(answer) { if (isOver(answer)) { asking.leave(); next(); } else draw(); },
    fail() { failed.add(waiting); asking.leave(); next(); },
  });

  const questionOf = ({ changes }) => app.question({ changes });
  const isBase = ({ changes }) => isSame(changes, app.address.base);
  const isSettled = (answer) => isOver(answer) && answer.state !== "cancelled";
  // The live question comes first: pins play while it rests.
  const isQuiet = () => Object.keys(app.wrong).length > 0 || isOver(known(app.question()));

  function next() {
    const { pins } = app.address;
    clearTimeout(timer);
    draw();
    if (pins.length && !isQuiet()) { timer = setTimeout(next, LOOK / 2); return; }
    const open = pins.filter((each) => !isBase(each)).map(questionOf)
      .find((question) => !isSettled(known(question)) && !failed.has(JSON.stringify(question)));
    waiting = open ? JSON.stringify(open) : null;
    if (open) asking.ask(open);
  }

  // The base is the same in all answers.
  function anyAnswer() {
    return [app.question(), ...app.address.pins.map(questionOf)].map(known).find((each) => each?.measures?.length);
  }

  const cells = (answer, side) => Object.keys(COLUMNS).map((column) => cell(column, answer, side));
  const withPins = (change) => app.replace({ pins: change(app.address.pins) });

  function row(pinned, i) {
    const { name, changes } = pinned;
    const isTheBase = isBase(pinned), isShown = isSame(changes, app.address.changes);
    const rename = (text) => withPins((pins) => pins.map((each, j) => (i === j ? { ...each, name: text.trim() || name } : each)));
    const field = h("input", {
      class: "pin-name", type: "text", value: name, maxlength: 40, spellcheck: "false", "aria-label": `Name of pin ${i + 1}`, "data-committed": name,
      onchange: () => rename(field.value),
    });
    const act = (text, what, action, more = {}) => h("button", { class: "button", "aria-label": `${what}: ${name}`, onclick: action, ...more }, text);
    return h("tr", { class: isShown && "shown" },
      h("th", { scope: "row" }, field,
        h("span", { class: "pin-note", title: summary(changes, app) }, isTheBase && "the base: ", summary(changes, app))),
      isTheBase ? cells(anyAnswer(), "base") : cells(known(questionOf(pinned)), "variant"),
      h("td", { class: "pin-acts" },
        act("Open", "Open", () => app.setVariant({ changes }), { disabled: isShown }),
        act("Base", "Take as base", () => app.setVariant({ base: isTheBase ? {} : changes }), { "aria-pressed": String(isTheBase) }),
        act("Remove", "Remove", () => withPins((pins) => pins.filter((_, j) => i !== j)))));
  }

  function baseRow() {
    const { base } = app.address;
    const isPrinted = isSame(base, {});
    return h("tr", { class: "base-row" },
      h("th", { scope: "row" }, h("span", { class: "pin-name" }, isPrinted ? "Printed rules" : "Base"),
        h("span", { class: "pin-note" }, isPrinted ? "the base" : summary(base, app))),
      cells(anyAnswer(), "base"),
      h("td", { class: "pin-acts" },
        !isPrinted && h("button", { class: "button", onclick: () => app.setVariant({ base: {} }) }, "Back to printed")));
  }

  function draw() {
    const { pins } = app.address;
    const active = document.activeElement;
    if (active?.matches("input.pin-name") && active.value !== active.dataset.committed) return; // a name is being typed
    const controls = () => [...body.querySelectorAll("input, button")];
    const focused = body.contains(active) ? controls().indexOf(active) : -1;
    const { selectionStart, selectionEnd } = active ?? {};
    empty.hidden = pins.length > 0;
    table.hidden = !pins.length;
    pin.disabled = !app.canPin;
    body.replaceChildren(...(pins.length && !pins.some(isBase) ? [baseRow()] : []), ...pins.map(row));
    const again = controls()[focused];
    again?.focus({ preventScroll: true });
    if (again?.matches("input")) again.setSelectionRange(selectionStart, selectionEnd);
  }

  function nameLast() {
    const field = [...body.querySelectorAll("input.pin-name")].at(-1);
    field?.focus({ preventScroll: true });
    field?.select();
  }

  next();
  const end = app.on((address, before) => {
    draw();
    if (address.pins.length > before.pins.length && address.title === before.title) nameLast();
    if (["pins", "base", "seats", "bots", "games", "precision"].some((key) => !isSame(address[key], before[key]))) { asking.leave(); next(); }
  });
  return () => { end(); clearTimeout(timer); asking.leave(); };
}
