// Pinned variants side by side: each has its own question, asked one after the other while the live one rests; any of them can be the base.

import { Asking, isOver, known } from "./asking.js";
import { inFigures } from "./charts.js";
import { h, isSame, words } from "./dom.js";
import { icon } from "./rules.js";

const COLUMNS = ["Fairness", "Length", "Ties", "Strongest card"];

/** The measure of an answer that a column shows; `side`: base or variant. */
function pick(answer, column, side) {
  const most = (group, size) => (answer?.measures ?? []).filter((measure) => measure.group === group && measure[side]).reduce((best, each) => (best && size(best) >= size(each) ? best : each), null);
  if (column === "Fairness") return most("seats", ({ key }) => Number(key === "fairness"));
  if (column === "Strongest card") return most("cards", (measure) => measure[side].value);
  return most(column.toLowerCase(), () => 0);
}

/** A cell: the number, its width, its unit, its grade. */
function cell(column, answer, side) {
  const measure = pick(answer, column, side);
  const estimate = measure?.[side];
  if (!estimate) return h("td", { "data-title": column }, h("span", { class: "bone" }));
  const [value, width] = inFigures(estimate);
  const isGraded = measure.grade && measure.grade !== "not tested" && (side === "variant" || answer.is_same);
  const isNamed = column === "Strongest card";
  return h("td", { "data-title": column, title: measure.sentence },
    h("span", { class: "pin-number" }, value, measure.unit === "%" ? " %" : "", " ", h("i", {}, width)),
    h("span", { class: "pin-note" }, isGraded && h("span", { class: `grade ${measure.grade.replaceAll(" ", "-")}`, title: measure.grade }, isNamed ? measure.label : measure.grade),
      !isGraded && (isNamed ? measure.label : measure.unit === "%" ? "" : measure.unit)));
}

function summary(changes, app) {
  const parts = Object.entries(changes).map(([path, value]) => `${app.value(path)?.label ?? path} ${words(value)}`);
  return parts.length > 2 ? `${parts.slice(0, 2).join("; ")} and ${parts.length - 2} more` : parts.join("; ");
}

export function mountPins(root, app) {
  const body = h("tbody");
  const table = h("table", { class: "pins", "aria-label": "Pinned variants" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Candidate"), COLUMNS.map((name) => h("th", { scope: "col", title: name === "Fairness" ? "How far the seat is from its fair share that is farthest" : null }, name)), h("th", { scope: "col" }, h("span", { class: "unseen" }, "Actions")))), body);
  const empty = h("p", { class: "empty" }, "Pin a variant to keep it beside the next one. Up to six candidates stand here side by side, and any of them can be the base that others are compared with.");
  const pin = h("button", { class: "button framed pins-pin", onclick: () => app.pin() }, "Pin this variant");
  const fold = h("button", { class: "icon pins-fold", "aria-label": "Fold the pins away", "aria-expanded": "true", onclick: () => {
    fold.setAttribute("aria-expanded", String(!root.classList.toggle("folded-pins")));
  } }, icon("m4 6 4 4 4-4"));
  root.replaceChildren(h("div", { class: "pins-box" }, h("header", { class: "pins-head" }, h("h2", {}, "Pins"), h("div", { class: "pins-tools" }, pin, fold)), empty, table));

  const asking = new Asking(`${app.page}-pins`, { poll: 1500, show: (answer) => { draw(); if (isOver(answer)) { asking.leave(); next(); } }, fail: () => { failed.add(waiting); asking.leave(); next(); } });
  const failed = new Set();
  let waiting = null, timer = null;

  const questionOf = ({ changes }) => app.question({ changes });
  const isSettled = (answer) => isOver(answer) && answer.state !== "cancelled";
  // The live question comes first: pins play while it rests.
  const isQuiet = () => Object.keys(app.wrong).length > 0 || isOver(known(app.question()));
  function next() {
    clearTimeout(timer);
    if (app.address.pins.length && !isQuiet()) { timer = setTimeout(next, 700); draw(); return; }
    const open = app.address.pins.filter(({ changes }) => !isSame(changes, app.address.base)).map(questionOf).find((question) => !isSettled(known(question)) && !failed.has(JSON.stringify(question)));
    waiting = open ? JSON.stringify(open) : null;
    if (open) asking.ask(open);
  }

  function row(pinned, i) {
    const { address } = app;
    const isBase = isSame(pinned.changes, address.base);
    const answer = isBase ? anyAnswer() : known(questionOf(pinned));
    const isShown = isSame(pinned.changes, address.changes);
    const rename = h("input", { class: "pin-name", type: "text", value: pinned.name, "aria-label": `Name of pin ${i + 1}`, maxlength: 40, spellcheck: "false",
      onchange: (event) => app.replace({ pins: app.address.pins.map((each, j) => (i === j ? { ...each, name: event.target.value.trim() || pinned.name } : each)) }) });
    rename.dataset.committed = pinned.name;
    const act = (text, name, action, isOff, isOn) => h("button", { class: "button", disabled: isOff, "aria-pressed": isOn, "aria-label": `${name}: ${pinned.name}`, onclick: action }, text);
    return h("tr", { class: isShown ? "shown" : null },
      h("th", { scope: "row" }, rename, h("span", { class: "pin-note", title: summary(pinned.changes, app) }, isBase && "the base: ", summary(pinned.changes, app))),
      COLUMNS.map((column) => cell(column, answer, isBase ? "base" : "variant")),
      h("td", { class: "pin-acts" },
        act("Open", "Open", () => app.setVariant({ changes: pinned.changes }), isShown),
        act("Base", "Take as base", () => app.setVariant({ base: isBase ? {} : pinned.changes }), false, String(isBase)),
        act("Remove", "Remove", () => app.replace({ pins: app.address.pins.filter((_, j) => i !== j) }))));
  }

  // The base is the same in all answers.
  function anyAnswer() {
    return [app.question(), ...app.address.pins.map(questionOf)].map(known).find((each) => each?.measures?.length);
  }

  function baseRow() {
    const { base } = app.address;
    const isPrinted = isSame(base, {});
    return h("tr", { class: "base-row" },
      h("th", { scope: "row" }, h("span", { class: "pin-name" }, isPrinted ? "Printed rules" : "Base"), h("span", { class: "pin-note" }, isPrinted ? "the base" : summary(base, app))),
      COLUMNS.map((column) => cell(column, anyAnswer(), "base")),
      h("td", { class: "pin-acts" }, !isPrinted && h("button", { class: "button", onclick: () => app.setVariant({ base: {} }) }, "Back to printed")));
  }

  function draw() {
    const { pins } = app.address;
    const active = document.activeElement;
    if (active?.matches("input.pin-name") && active.value !== active.dataset.committed) return; // a name is being typed
    const focused = body.contains(active) ? [...body.querySelectorAll("input, button")].indexOf(active) : -1;
    const { selectionStart, selectionEnd } = active ?? {};
    empty.hidden = pins.length > 0;
    table.hidden = !pins.length;
    pin.disabled = !app.canPin;
    const isPinned = pins.some(({ changes }) => isSame(changes, app.address.base));
    body.replaceChildren(...(pins.length && !isPinned ? [baseRow()] : []), ...pins.map(row));
    const again = body.querySelectorAll("input, button")[focused];
    again?.focus({ preventScroll: true });
    if (again?.matches("input")) again.setSelectionRange(selectionStart, selectionEnd);
  }

  draw();
  next();
  const end = app.on((address, before) => {
    draw();
    if (address.pins.length > before.pins.length && address.title === before.title) { const names = body.querySelectorAll("input.pin-name"); names[names.length - 1]?.focus({ preventScroll: true }); names[names.length - 1]?.select(); } // ready to be named
    if (["pins", "base", "seats", "bots", "games", "precision"].some((key) => !isSame(address[key], before[key]))) { asking.leave(); next(); }
  });
  return () => { end(); clearTimeout(timer); asking.leave(); };
}
