// Measures of an answer as rows: a name with its grade, base against variant on an axis, the numbers in columns. Rows stay, numbers move.

import { axis, inFigures, intervals, scaleOf } from "./charts.js";
import { h, icon } from "./dom.js";

export const GROUPS = {
  seats: "Wins by seat", bots: "Wins by bot", ties: "Ties", length: "Length", leaders: "Leaders", scores: "Scores",
  plans: "Which plan wins", cards: "What a card is worth",
};
const ON_ONE_AXIS = ["seats", "bots", "plans", "cards"]; // the others have a measure's own axis each
const FIRST_ROWS = { ties: 2, length: 1, leaders: 2, scores: 2, cards: 8 }; // the others unfold
const BEHIND = { ties: "closest", leaders: "surprising" }; // the game that shows what a number is about
const PLAY = "M5 3.5v9l7.5-4.5z";

function numbers(name) {
  const value = h("b"), width = h("i");
  return {
    node: h("span", { class: `figures ${name}` }, value, width),
    set([text, plus]) { value.textContent = text; width.textContent = plus; },
  };
}

function measureRow(app, key) {
  const chart = intervals();
  const name = h("span", { class: "measure-name" }), grade = h("span", { class: "grade" });
  const base = numbers("base"), variant = numbers("variant"), difference = numbers("difference");
  const behind = h("a", { class: "icon behind", title: "Games behind this" }, icon(PLAY));
  const sentence = h("span", { class: "unseen" });
  const node = h("li", { class: "measure", "data-key": key },
    h("div", { class: "measure-head" }, name, grade), chart.node, base.node, variant.node, difference.node, behind, sentence);
  return {
    node,
    update(measure, scale) {
      const { label, item } = measure;
      if (item && !name.querySelector("a")) name.replaceChildren(h("a", {}, label));
      else if (name.textContent !== label) name.replaceChildren(label);
      if (item) name.firstChild.href = app.href(`card/${item}`);
      const isGraded = measure.grade && measure.grade !== "not tested";
      grade.textContent = isGraded ? measure.grade : "";
      grade.className = `grade ${isGraded ? measure.grade.replaceAll(" ", "-") : ""}`;
      chart.update(scale, measure);
      base.set(measure.base || measure.variant ? inFigures(measure.base) : ["–", ""]); // too few games as yet
      variant.set(inFigures(measure.variant));
      difference.set(inFigures(measure.difference, { isDifference: true }));
      difference.node.classList.toggle("sure", /^(changed|worth)/.test(measure.verdict ?? ""));
      node.title = sentence.textContent = measure.sentence ?? "";
      behind.setAttribute("aria-label", `Games behind this: ${label}`);
      behind.href = app.href(`watch/${BEHIND[measure.group] ?? "typical"}`, { of: measure.variant ? "variant" : "base" });
    },
  };
}

/** A group of measures, folded if it is long: {node, update(measures)}. */
export function measureGroup(app, name) {
  const rows = new Map(), axes = new Map(), scales = new Map();
  const list = h("ol", { class: "measures" });
  const all = h("button", { class: "link", onclick: () => { isLong = !isLong; arrange(); } });
  const node = h("section", { class: "group", "aria-label": GROUPS[name] }, h("h3", {}, GROUPS[name]), list, all);
  const keyOf = (measure) => (ON_ONE_AXIS.includes(name) ? measure.unit : measure.key);
  let isLong = false, runs = []; // a run: the measures on one axis

  function axisOf(key, unit) {
    if (!axes.has(key)) {
      const { node: line, update } = axis();
      const row = h("li", { class: "measure axis-line", "aria-hidden": "true" }, h("span", { class: "unit" }, unit), line);
      axes.set(key, { update, node: row });
    }
    return axes.get(key);
  }

  function scaleFor(key, run) {
    const estimates = run.flatMap(({ base, variant }) => [base, variant]).filter(Boolean);
    const ends = [...estimates.flatMap(({ low, high }) => [low, high]), ...run.map(({ fair }) => fair ?? [])].flat();
    const before = scales.get(key);
    scales.set(key, ends.length ? scaleOf(Math.min(...ends), Math.max(...ends), before) : before ?? scaleOf(0, 1));
    return scales.get(key);
  }

  function arrange() {
    const first = FIRST_ROWS[name] ?? Infinity, n = runs.flat().length;
    let left = isLong ? Infinity : first;
    const nodes = runs.flatMap((run) => {
      const shown = run.slice(0, left);
      left -= shown.length;
      const isKnown = run.some(({ base, variant }) => base || variant);
      return [...shown.map(({ key }) => rows.get(key).node), ...(shown.length && isKnown ? [axes.get(keyOf(run[0])).node] : [])];
    });
    if (nodes.length !== list.children.length || nodes.some((each, i) => list.children[i] !== each)) list.replaceChildren(...nodes);
    all.hidden = n <= first;
    all.textContent = isLong ? "Fewer" : `${n - first} more`;
    all.setAttribute("aria-expanded", String(isLong));
    all.setAttribute("aria-label", `${all.textContent}: ${GROUPS[name]}`);
  }

  return {
    node,
    update(measures) {
      // Seats come before what is said of all of them.
      runs = [...Map.groupBy(measures, keyOf).values()].sort((one, other) => other.length - one.length);
      for (const run of runs) {
        const key = keyOf(run[0]), { unit } = run[0];
        const scale = scaleFor(key, run);
        for (const measure of run) {
          if (!rows.has(measure.key)) rows.set(measure.key, measureRow(app, measure.key));
          rows.get(measure.key).update(measure, scale);
        }
        axisOf(key, unit).update(scale, unit);
      }
      arrange();
    },
  };
}

/** Grey rows of the same height, until there are numbers. */
export function skeleton(seats) {
  const bone = () => h("li", { class: "measure" }, h("span", { class: "bone" }), h("span", { class: "bone long" }));
  return Object.entries({ seats, ties: 2, length: 1, leaders: 2, scores: 2 }).map(([name, n]) =>
    h("section", { class: "group bones", "aria-hidden": "true" }, h("h3", {}, GROUPS[name]),
      h("ol", { class: "measures" }, Array.from({ length: n }, bone), h("li", { class: "measure axis-line" }))));
}
