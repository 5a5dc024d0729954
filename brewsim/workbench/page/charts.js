// Estimates with their intervals as dots and whiskers: base grey, variant in the accent, on an axis that a group shares.
// Places are percentages set as CSS, so charts follow their width by themselves and move by transitions.

import { figure, svg } from "./dom.js";

const STEPS = [1, 2, 2.5, 5, 10];

/**
 * A calm axis for values between `low` and `high`: round ends, few ticks. It stays as `before` while all is inside and not lost in it.
 * Gives {low, high, ticks, digits, at(value) in percent}.
 */
export function scaleOf(low, high, before = null) {
  if (before && low >= before.low && high <= before.high && high - low > 0.35 * (before.high - before.low)) return before;
  const middle = (low + high) / 2;
  const width = Math.max(high - low, Math.abs(middle) * 0.02, 0.2) * 1.1;
  const rough = width / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = STEPS.map((each) => each * power).find((each) => each >= rough);
  const bottom = low >= 0 ? Math.max(0, Math.floor((middle - width / 2) / step)) : Math.floor((middle - width / 2) / step);
  const top = Math.max(bottom + 2, Math.ceil((middle + width / 2) / step));
  const ticks = Array.from({ length: top - bottom + 1 }, (_, i) => Number(((bottom + i) * step).toPrecision(12)));
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9) + (step / power === 2.5 ? 1 : 0));
  const [first, last] = [ticks[0], ticks.at(-1)];
  return { low: first, high: last, ticks, digits, at: (value) => (100 * (value - first)) / (last - first) };
}

const percent = (value) => `${Math.max(-1, Math.min(101, value)).toFixed(3)}%`;

function lane(name, y) {
  const whisker = svg("rect", { class: `whisker ${name}`, y: y - 1.5, height: 3, rx: 1.5 });
  const dot = svg("circle", { class: `dot ${name}`, cy: y, r: 3.75 });
  const node = svg("g", { class: "lane" }, whisker, dot);
  return {
    node,
    update(scale, estimate) {
      node.classList.toggle("off", !estimate);
      if (!estimate) return;
      whisker.style.setProperty("x", percent(scale.at(estimate.low)));
      whisker.style.setProperty("width", percent(scale.at(estimate.high) - scale.at(estimate.low)));
      dot.style.setProperty("cx", percent(scale.at(estimate.value)));
    },
  };
}

/** One row of a chart: {node, update(scale, {base, variant, fair})}; an estimate is {value, low, high} or null. */
export function intervals() {
  const grid = svg("g", { class: "chart-grid" });
  const fairLine = svg("rect", { class: "fair", y: 0, width: 1, height: "100%" });
  const base = lane("base", 12), variant = lane("variant", 24);
  const node = svg("svg", { class: "chart", height: 36, "aria-hidden": "true" }, grid, fairLine, base.node, variant.node);
  let drawn = null;
  return {
    node,
    update(scale, estimates) {
      node.classList.toggle("off", !estimates.base && !estimates.variant);
      if (scale !== drawn) {
        drawn = scale;
        grid.replaceChildren(...scale.ticks.map((tick) => {
          const line = svg("rect", { y: 0, width: 1, height: "100%" });
          line.style.setProperty("x", percent(scale.at(tick)));
          return line;
        }));
      }
      const { fair } = estimates;
      fairLine.classList.toggle("off", fair === null || fair === undefined || fair < scale.low || fair > scale.high);
      if (fair !== null && fair !== undefined) fairLine.style.setProperty("x", percent(scale.at(fair)));
      base.update(scale, estimates.base);
      variant.update(scale, estimates.variant);
    },
  };
}

/** The numbers under a chart: {node, update(scale, unit)}. */
export function axis() {
  const node = svg("svg", { class: "axis", height: 16, "aria-hidden": "true" });
  let drawn = null;
  return {
    node,
    update(scale, unit) {
      if (scale === drawn) return;
      drawn = scale;
      const last = scale.ticks.length - 1, every = last % 2 ? last : last / 2; // both ends, and the middle if it is a tick
      node.replaceChildren(...scale.ticks.filter((_, i) => i % every === 0).map((tick, i, all) => svg("text", {
        x: percent(scale.at(tick)), y: 12, "text-anchor": scale.at(tick) < 1 ? "start" : scale.at(tick) > 99 ? "end" : "middle",
      }, figure(tick, scale.digits) + (i === all.length - 1 && unit === "%" ? " %" : ""))));
    },
  };
}

/** "34.2" and "± 0.5" of an estimate, with the digits that its error supports, as the server found them. */
export function inFigures(estimate, { isDifference = false } = {}) {
  if (!estimate) return ["", ""];
  const digits = estimate.text.split(".")[1]?.length ?? 0;
  const sign = isDifference && estimate.value > 0 && Number(estimate.text) !== 0 ? "+" : "";
  const half = (estimate.high - estimate.low) / 2;
  return [sign + estimate.text.replace("-", "−"), `± ${figure(half, half < 0.5 * 10 ** -digits ? digits + 1 : digits)}`];
}
