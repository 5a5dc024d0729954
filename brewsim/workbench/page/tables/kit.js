// What all tables are made of: panels of seats, cards, dice, tokens and tracks. Sizes are fixed, so nothing moves between frames.
import { h, svg } from "../dom.js";
import { glyph, icon } from "./glyphs.js";

/** A whole table: what is common, then the seats. `label` tells the standing to those who cannot see it. */
export function tabletop(title, scene, label, common, seats) {
  const { round, seat, doing, is_over: isOver } = scene.now;
  const who = isOver ? "The game is over" : [seatMark(seat), ` Seat ${seat} ${doing}`];
  const rounds = scene.common.rounds ? `Round ${round} of ${scene.common.rounds}` : `Round ${round}`;
  return h("div", { class: `tabletop t-${title} t-seats-${scene.seats.length}`, role: "img", "aria-label": `${rounds}. ${label}` },
    h("div", { class: "t-now" }, h("span", { class: "t-round" }, rounds), h("span", { class: "t-who" }, who)),
    h("div", { class: "t-body" }, h("div", { class: "t-common" }, common), h("div", { class: "t-seats" }, seats)));
}

/** What a reader hears of a scene: who moves, and the scores. */
export function standing(scene, unit) {
  const scores = scene.seats.map((each) => `seat ${each.seat} ${each.score} ${unit}`).join(", ");
  return `${scene.now.is_over ? "The game is over" : `Seat ${scene.now.seat} ${scene.now.doing}`}: ${scores}.`;
}

/** Whether the hidden things of a seat are drawn for the seat that looks (null: for all), and are there. */
export const sees = (each, seat) => (seat === null || seat === undefined || seat === each.seat) && Boolean(each.hidden) && Object.keys(each.hidden).length > 0;

export const seatMark = (seat, text = seat) => h("span", { class: `t-mark t-seat-${seat}` }, text);

/** The panel of a seat: its name, a score with its unit, and what it has. */
export function panel(scene, each, { score = each.score, unit, note, name = `Seat ${each.seat}`, isActive = scene.now.seat === each.seat, seats = [each.seat] }, ...body) {
  return h("section", { class: `t-panel t-seat-${each.seat}${isActive ? " t-active" : ""}` },
    h("header", { class: "t-head" },
      seats.map((seat) => seatMark(seat)), h("span", { class: "t-name" }, name), h("span", { class: "t-note" }, note),
      h("span", { class: "t-score" }, String(score).replace("-", "−"), h("small", {}, ` ${unit}`))),
    body);
}

/** A part of a table with its caption, which may be a list: what stands behind the first word goes to the right. */
export const part = (caption, kind, ...body) => h("div", { class: `t-part t-part-${kind}` }, h("div", { class: "t-caption" }, caption), body);

/** A list in as many places as it may need: the rest is held free. */
export function slots(kind, nodes, places, empty = () => h("span", { class: "t-slot" })) {
  const rest = Array.from({ length: Math.max(0, places - nodes.length) }, (_, i) => empty(nodes.length + i));
  return h("div", { class: `t-slots t-slots-${kind}`, style: { "--n": String(Math.min(6, Math.max(places, nodes.length))) } }, nodes, rest);
}

/** A coloured disc with a sign, and how many. */
export function token(name, count = null) {
  const disc = svg("svg", { class: `t-token t-of-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("circle", { cx: 12, cy: 12, r: 11 }), glyph(name, { x: 12, y: 12, size: 14 }));
  return count === null ? disc : h("span", { class: `t-amount${count ? "" : " t-none"}` }, disc, h("b", {}, count));
}

/** Amounts as discs, one for each: {malt: 2} is two discs. */
export const discs = (amounts) => Object.entries(amounts).flatMap(([name, count]) => Array.from({ length: count }, () => token(name)));

/** A die: in the colour of its seat, or a pale one that is nobody's. */
export function die(shows, seat) {
  return svg("svg", { class: `t-die ${seat ? `t-seat-${seat}` : `t-nobody t-of-${shows}`}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("title", {}, seat ? `${shows}, seat ${seat}` : shows),
    svg("rect", { x: 1.25, y: 1.25, width: 21.5, height: 21.5, rx: 5.5 }), glyph(shows, { x: 12, y: 12, size: 13.5 }));
}

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
/** A die with pips, or with a number above six. */
export function pips(value) {
  const spots = PIPS[value]?.map((at) => svg("circle", { class: "t-pip", cx: 6 + (at % 3) * 6, cy: 6 + Math.floor(at / 3) * 6, r: 1.9 }));
  return svg("svg", { class: "t-die t-pips", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("rect", { x: 1.25, y: 1.25, width: 21.5, height: 21.5, rx: 5.5 }), spots ?? svg("text", { x: 12, y: 16.5, "text-anchor": "middle" }, value));
}

/** A card: a title with a sign or a number in its corner, and lines below. */
export function card({ title, corner = null, lines = [], kind = "", hint = null }) {
  return h("div", { class: `t-card ${kind}`, title: hint }, h("div", { class: "t-card-head" }, h("span", { class: "t-card-title" }, title), corner),
    h("div", { class: "t-card-body" }, lines));
}

/** A card in one line, for hands and boards. */
export const chip = (sign, text, { kind = "", hint = null, end = null } = {}) =>
  h("span", { class: `t-chip ${kind}`, title: hint ?? text }, sign, h("span", { class: "t-chip-text" }, text), end);

/** A card of a hand, face down. */
export const back = () => h("span", { class: "t-chip t-back" });

/** A stack of cards face down, or a pile, with its number. */
export const pile = (name, count) => h("div", { class: `t-pile${count ? "" : " t-none"}` }, h("b", {}, count), h("span", {}, name));

/** How far a score is on its way to a goal. */
export function meter(value, goal, most = goal) {
  const width = 200, at = (n) => (Math.min(n, most) / most) * width;
  return svg("svg", { class: "t-meter", viewBox: `0 0 ${width} 8`, preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { class: "t-meter-way", x: 0, y: 2, width, height: 4, rx: 2 }), svg("rect", { class: "t-meter-done", x: 0, y: 2, width: at(value), height: 4, rx: 2 }),
    most > goal ? svg("line", { class: "t-meter-goal", x1: at(goal), x2: at(goal), y1: 0, y2: 8 }) : null);
}

/** The corners of a hexagon with a point on top. */
export function hexagon(x, y, radius) {
  return Array.from({ length: 6 }, (_, i) => {
    const angle = (Math.PI / 180) * (60 * i - 90);
    return `${(x + radius * Math.cos(angle)).toFixed(2)},${(y + radius * Math.sin(angle)).toFixed(2)}`;
  }).join(" ");
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export { glyph, icon };
