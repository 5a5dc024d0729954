// The values of a card: what is text is told, what is a number has a slider, and the chosen number its response curve.

import { curveChart, interval, told } from "./cardcharts.js";
import { debounce, freshId, h, isSame, words } from "./dom.js";
import { Following } from "./following.js";
import { badge } from "./rules.js";

const REST = 500, POLL = 400; // milliseconds: that a change rests before games are played for it, and between two looks at them
const isNumber = (value) => value.points.length > 1;
const isNothing = (value) => value === 0 || value === false || value.length === 0; // also an empty text or list
const isSaid = ({ basis, value, printed }) => (basis !== "" && value.length !== 0) || !isSame(value, printed) || !isNothing(value);

function text(value) {
  return h("div", { class: "said" }, h("dt", {}, value.label), h("dd", {}, words(value.value), value.meaning && h("span", { class: "muted small" }, ` ${value.meaning}`)));
}

/** `root` gets the values of `card`. Gives {update(), end()}. */
export function mountNumbers(root, app, card) {
  const present = (path) => app.address.changes[path] ?? app.printed(path);
  const texts = card.values.filter((value) => !isNumber(value) && isSaid(value) && value.label !== "Name");
  const numbers = card.values.filter(isNumber);
  const shown = numbers.filter(isSaid), others = numbers.filter((value) => !isSaid(value));
  const rows = new Map();
  const following = new Following(`cards/${encodeURIComponent(card.item)}/curve`, {
    show: (told) => { answer = told; drawCurve(); }, fail: (error) => { state.textContent = error.message; }, poll: POLL,
  });
  const ask = () => following.ask({ ...app.question(), page: app.page, path: chosen.path });
  let chosen = null, answer = null, measure = 0;

  const panel = h("div", { class: "curve-panel", id: freshId("curve") });
  const chart = h("div", { class: "curve-chart" });
  const reading = h("p", { class: "small curve-reading", "aria-live": "polite" });
  const measures = h("select", { "aria-label": "Measure of the curve", onchange: () => { measure = measures.selectedIndex; drawCurve(); } });
  const state = h("p", { class: "muted small curve-state" });
  const table = h("div", { class: "unseen" });
  panel.append(h("div", { class: "curve-head" }, h("span", { class: "select" }, measures), state), chart, reading, table);

  function row(value) {
    const ends = [value.points[0], value.points.at(-1)];
    const slider = h("input", {
      type: "range", min: ends[0], max: ends[1], step: value.kind === "integer" ? 1 : (ends[1] - ends[0]) / 60, "aria-label": value.label,
      oninput: () => { output.textContent = words(Number(slider.value)); change(); choose(value.path); },
    });
    const change = debounce(() => app.change({ [value.path]: Number(slider.value) }), 60);
    const output = h("output", { class: "number" });
    const reset = h("button", { class: "link", type: "button", onclick: () => app.change({ [value.path]: undefined }) }, "reset");
    const open = h("button", { class: "number-name", type: "button", "aria-expanded": "false", "aria-controls": panel.id, onclick: () => choose(value.path) }, value.label);
    const node = h("li", { class: "number-row" },
      h("div", { class: "number-head" }, open, badge(value.basis, value.source), output),
      value.meaning && h("p", { class: "muted small" }, value.meaning),
      h("div", { class: "number-slide" }, h("span", { class: "muted small", "aria-hidden": "true" }, words(ends[0])), slider, h("span", { class: "muted small", "aria-hidden": "true" }, words(ends[1]))),
      h("p", { class: "small number-printed" }, h("span", { class: "muted" }, `${words(value.printed)} in print`), reset));
    rows.set(value.path, {
      node, open,
      set() {
        const now = present(value.path);
        slider.min = Math.min(ends[0], now);
        slider.max = Math.max(ends[1], now);
        slider.value = now;
        output.textContent = words(now);
        reset.hidden = isSame(now, value.printed);
        node.classList.toggle("changed", !isSame(now, value.printed));
      },
    });
    return node;
  }

  function choose(path) {
    if (chosen?.path === path) return;
    chosen = numbers.find((value) => value.path === path);
    for (const [each, { open, node }] of rows) {
      open.setAttribute("aria-expanded", String(each === path));
      node.classList.toggle("chosen", each === path);
    }
    rows.get(path).node.append(panel);
    answer = null;
    following.end();
    drawCurve();
    ask();
  }

  function drawCurve() {
    const found = answer?.measures ?? [];
    if (measures.options.length !== Math.max(1, found.length)) {
      measures.replaceChildren(...(found.length ? found.map((each) => h("option", {}, each.label)) : [h("option", {}, `Worth of ${card.label}`)]));
      measures.selectedIndex = Math.min(measure, measures.options.length - 1);
    }
    const one = found[measure] ?? { points: [], label: "", unit: "" };
    const now = present(chosen.path);
    chart.replaceChildren(curveChart({
      points: one.points, domain: chosen.points, printed: chosen.printed, present: now, label: one.label, unit: one.unit,
      width: Math.max(260, chart.clientWidth || 480), choose: (at) => app.change({ [chosen.path]: at }),
    }));
    const point = one.points.find((each) => each.at === now);
    reading.textContent = point?.value
      ? `At ${words(now)}: ${told(point.value, one.unit)} (${interval(point.value, one.unit)})` + (point.at === chosen.printed ? ", in print." : `; ${told(point.difference, one.unit === "%" ? "points" : one.unit, true)} against ${words(chosen.printed)} in print: ${point.words}.`)
      : " ";
    table.replaceChildren(h("ul", {}, one.points.map((each) => h("li", {}, `${one.label} at ${words(each.at)}: ${told(each.value, one.unit)} ${interval(each.value)}`))));
    if (answer) state.textContent = answer.state === "done" ? `${answer.games.toLocaleString("en")} games` : answer.state === "failed" ? answer.message : `${(answer.games ?? 0).toLocaleString("en")} of ${(answer.of ?? 0).toLocaleString("en")} games`;
    else state.textContent = " ";
  }

  root.append(
    texts.length ? h("dl", { class: "texts" }, texts.map(text)) : "",
    numbers.length ? h("ul", { class: "numbers" }, shown.map(row)) : h("p", { class: "empty" }, "This card has no numbers of its own that can be changed here."),
    others.length ? h("details", { class: "more-numbers" }, h("summary", {}, `${others.length} more that are nothing in print`), h("ul", { class: "numbers" }, others.map(row))) : "",
  );
  const resized = new ResizeObserver(() => { if (chosen) drawCurve(); });
  resized.observe(chart);
  const askLater = debounce(ask, REST);
  const set = () => rows.forEach((each) => each.set());
  set();
  if (shown.length) choose(shown[0].path);
  return {
    update() { set(); if (chosen) { drawCurve(); askLater(); } },
    end() { askLater.stop(); resized.disconnect(); following.end(); },
  };
}
