// Draws any scene as tidy cards and lists, for titles without a drawing of their own.

import { h, words } from "../dom.js";

export function draw(scene, { seat }) {
  const common = Object.entries(scene.common).filter(([key]) => key !== "hidden");
  return h("div", { class: "plain" },
    common.length > 0 && h("section", { class: "plain-card" }, h("h3", {}, "On the table"), list(Object.fromEntries(common))),
    h("div", { class: "plain-seats" }, scene.seats.map((own, place) => seatCard(own, place + 1, scene.now, seat))));
}

function seatCard(own, place, now, viewer) {
  const { seat, hidden, ...open } = own;
  return h("section", { class: `plain-card${now.seat === place ? " plain-now" : ""}` },
    h("h3", {}, `Seat ${place}`, place === viewer && h("span", { class: "badge" }, "you")),
    list(open), hidden ? list(hidden) : h("p", { class: "muted small" }, "Its hand is not seen from here."));
}

function list(values) {
  const rows = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return h("dl", { class: "plain-list" }, rows.map(([key, value]) => [h("dt", {}, words(key)), h("dd", {}, told(value))]));
}

function told(value) {
  if (!Array.isArray(value)) return words(value);
  return value.length ? h("ul", {}, value.map((each) => h("li", {}, words(each)))) : "none";
}
