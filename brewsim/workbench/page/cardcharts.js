// What a card's page draws: intervals on a common scale, columns by round, and the curve of a measure over a number. Data in, nodes out.

import { figure, h, svg } from "./dom.js";

const HEIGHT = 208, LEFT = 44, RIGHT = 14, TOP = 12, BOTTOM = 30;

/** Digits after the point that an interval supports. */
export function digitsOf({ low, high }) {
  const half = Math.abs(high - low) / 2;
  return half >= 9.5 || half === 0 ? 0 : half >= 0.095 ? 1 : 2;
}

/** An estimate in words: "4.2", or "4.2 (3.1 to 5.3)". */
export function told(estimate, unit = "", isSigned = false) {
  if (!estimate) return "too few games";
  const sign = isSigned && estimate.value > 0 ? "+" : "";
  return `${sign}${figure(estimate.value, digitsOf(estimate))}${unit && ` ${unit}`}`;
}

export function interval(estimate, unit = "") {
  if (!estimate) return "";
  const digits = digitsOf(estimate);
  return `${figure(estimate.low, digits)} to ${figure(estimate.high, digits)}${unit && ` ${unit}`}`;
}

/** Round numbers on a scale, about `count` of them. */
export function ticks(low, high, count = 5) {
  const rough = (high - low) / count || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((each) => each * power >= rough);
  const first = Math.ceil(low / step - 1e-9) * step;
  return Array.from({ length: Math.max(0, Math.floor((high - first) / step + 1e-9) + 1) }, (_, i) => Number((first + i * step).toPrecision(12)));
}

/** Rows of labelled intervals on one scale with its zero: [{label, estimate, href, isOwn, grade}]. */
export function intervalRows(rows, { unit }) {
  const known = rows.map((row) => row.estimate).filter(Boolean);
  const low = Math.min(0, ...known.map((each) => each.low)), high = Math.max(0, ...known.map((each) => each.high));
  const at = (value) => `${(100 * (value - low)) / (high - low || 1)}%`;
  return h("ol", { class: "intervals", style: { "--zero": at(0) } }, rows.map(({ label, estimate, href, isOwn, grade }) => h("li", { class: isOwn ? "own" : "", "aria-current": isOwn ? "true" : null },
    href && !isOwn ? h("a", { href, class: "intervals-name" }, label) : h("span", { class: "intervals-name" }, label),
    h("span", { class: "track", "aria-hidden": "true" }, estimate && [
      h("span", { class: "reach", style: { left: at(estimate.low), right: `calc(100% - ${at(estimate.high)})` } }),
      h("span", { class: "dot", style: { left: at(estimate.value) } }),
    ]),
    h("span", { class: "number intervals-value" }, estimate ? told(estimate) : "–", h("span", { class: "unseen" }, estimate ? ` ${unit}, ${interval(estimate)}` : " too few games", grade && `, ${grade}`)),
  )));
}

/** The share of seats that first use a card in each round, as columns. */
export function roundColumns(rounds) {
  const most = Math.max(0.1, ...rounds.map(({ share }) => share?.value ?? 0));
  return h("ol", { class: "rounds" }, rounds.map(({ round, share }) => h("li", { title: `Round ${round}: ${told(share, "%")} of seats (${interval(share, "%")})` },
    h("span", { class: "rounds-room", "aria-hidden": "true" },
      h("span", { class: "rounds-share" }, share && share.value >= 0.05 ? figure(share.value, share.value < 9.5 ? 1 : 0) : ""),
      h("span", { class: "rounds-column", style: { height: `${(85 * (share?.value ?? 0)) / most}%` } })),
    h("span", { class: "rounds-name" }, h("span", { class: "unseen" }, "Round "), round, h("span", { class: "unseen" }, `: ${told(share, "%")} of seats`)),
  )));
}

/**
 * A measure over the values of a number: points with their intervals, the printed value in grey, the present one in the accent.
 * `domain` are the values that will be there in the end, so that nothing moves sideways while points come in.
 */
export function curveChart({ points, domain, printed, present, label, unit, width, choose }) {
  const known = points.filter((point) => point.value);
  const ends = [Math.min(...domain, present), Math.max(...domain, present)];
  const bounds = known.flatMap(({ value }) => [value.low, value.high]);
  const pad = 0.08 * (Math.max(...bounds) - Math.min(...bounds)) || 1;
  const [low, high] = known.length ? [Math.min(...bounds) - pad, Math.max(...bounds) + pad] : [0, 1];
  const x = (value) => LEFT + ((value - ends[0]) / (ends[1] - ends[0] || 1)) * (width - LEFT - RIGHT);
  const y = (value) => TOP + (1 - (value - low) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const line = (values, pick) => values.map((point) => `${x(point.at).toFixed(1)},${y(pick(point.value)).toFixed(1)}`).join(" ");
  const marks = known.length ? ticks(low, high) : [];
  const places = Math.max(0, ...marks.map((mark) => (String(mark).split(".")[1] ?? "").length));
  const foot = HEIGHT - BOTTOM;
  return svg("svg", { class: "curve", width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": `${label} at each value; the list below has the numbers` },
    marks.map((mark) => [
      svg("line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: y(mark), y2: y(mark) }),
      svg("text", { class: "tick", x: LEFT - 8, y: y(mark) + 4, "text-anchor": "end" }, figure(mark, places)),
    ]),
    svg("line", { class: "axis", x1: LEFT, x2: width - RIGHT, y1: foot, y2: foot }),
    known.length > 0 && svg("line", { class: "printed", x1: x(printed), x2: x(printed), y1: TOP, y2: foot }),
    known.length > 0 && svg("line", { class: "present", x1: x(present), x2: x(present), y1: TOP, y2: foot }),
    known.length > 1 && svg("polygon", { class: "band", points: `${line(known, (each) => each.low)} ${line([...known].reverse(), (each) => each.high)}` }),
    known.length > 1 && svg("polyline", { class: "line", points: line(known, (each) => each.value) }),
    domain.map((at) => svg("text", { class: at === present ? "tick now" : "tick", x: x(at), y: foot + 18, "text-anchor": "middle" }, String(Number(at.toFixed(2))).replace("-", "−"))),
    known.map((point) => [
      svg("line", { class: "whisker", x1: x(point.at), x2: x(point.at), y1: y(point.value.low), y2: y(point.value.high) }),
      svg("circle", { class: point.at === present ? "point now" : "point", cx: x(point.at), cy: y(point.value.value), r: 4.5, onclick: () => choose(point.at) },
        svg("title", {}, `${point.at}: ${told(point.value, unit)} (${interval(point.value, unit)})`)),
    ]),
    !known.length && svg("text", { class: "tick", x: (LEFT + width - RIGHT) / 2, y: HEIGHT / 2, "text-anchor": "middle" }, "The first games are being played"),
  );
}
