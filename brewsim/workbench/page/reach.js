// How far a search for repairs reaches: which sections of the rules may change, for which tables it must hold, and how sure it must be.

import { choice } from "./bar.js";
import { freshId, h } from "./dom.js";

const LEVELS = ["greedy", "expert"];
const EFFORTS = { 50000: "quick", 200000: "usual", 1000000: "thorough" };
const SURE = [[90, "90 %"], [95, "95 %"], [99, "99 %"]];
const USUAL = { effort: 200000, sure: 95 };
const SEATS = "seats"; // the section with what may differ by seat

/** The settings as the server takes them; what the address does not say is as usual. */
export function settingsOf(app) {
  const { sections, at, by, effort, sure, adapts, seats } = app.address;
  const levels = LEVELS.filter((name) => app.title.bots.some((bot) => bot.name === name));
  return {
    sections, seats: at.length ? at : [seats], skill: by.length ? by : levels, games: effort ?? USUAL.effort, sure: (sure ?? USUAL.sure) / 100,
    adapts: Boolean(adapts),
  };
}

/** Buttons of which any number may be pressed. */
function toggles(label, options, pressed, onchange) {
  const name = freshId("toggles");
  return h("div", { class: "reach-row", role: "group", "aria-labelledby": name }, h("span", { class: "field-label", id: name }, label),
    h("div", { class: "toggles" }, options.map(([value, text]) => h("button", {
      class: "button framed toggle", "aria-pressed": String(pressed.includes(value)), onclick: () => onchange(value),
    }, text))));
}

const flipped = (list, value) => (list.includes(value) ? list.filter((each) => each !== value) : [...list, value]);
const inOrder = (list, order) => order.filter((each) => list.includes(each));

function effortField(app, games) {
  const counts = [...new Set([...Object.keys(EFFORTS).map(Number), games])].sort((a, b) => a - b);
  const told = (n) => [EFFORTS[n], `${n.toLocaleString("en")} games`].filter(Boolean).join(": ");
  return choice({ label: "Search", options: counts.map((n) => [n, told(n)]), value: games, onchange: (text) => app.replace({ effort: Number(text) }) });
}

export function mountReach(app, sections) {
  const rows = h("div", { class: "reach-rows" });
  const sum = h("summary", { class: "small" });
  const holder = h("div", { class: "toggles", role: "group", "aria-label": "Sections that may change" });
  const node = h("section", { class: "repair-part", "aria-label": "What may change, and for whom" }, h("h3", {}, "What may change"),
    holder, h("details", { class: "reach-more" }, sum, rows));

  function drawSections() {
    const names = sections.map(({ name }) => name), chosen = app.address.sections;
    const set = (list) => app.replace({ sections: inOrder(list, names) });
    const press = (text, isPressed, onclick, title) => h("button", { class: "button framed toggle", "aria-pressed": String(isPressed), onclick, title }, text);
    const isSeatsOnly = chosen.length === 1 && chosen[0] === SEATS;
    holder.replaceChildren(...[
      press("All numbers", !chosen.length, () => set([]), "Every number that the rulebook gives, and what may differ by seat"),
      names.includes(SEATS) && press("Seats only", isSeatsOnly, () => set([SEATS]), "Start goods, points, turn order and the tie-break by seat"),
      sections.filter(({ name }) => name !== SEATS || (chosen.length && !isSeatsOnly)).map(({ name, label, levers }) =>
        press(label, chosen.includes(name), () => set(flipped(chosen, name)), `${levers} ${levers === 1 ? "number" : "numbers"}`)),
    ].flat().filter(Boolean));
  }

  function draw() {
    const { bots, seats: counts, skill } = app.title;
    const { seats, skill: levels, games, sure, adapts } = settingsOf(app);
    const percent = Math.round(sure * 1000) / 10;
    const controls = () => [...node.querySelectorAll("button, select, input")];
    const focused = controls().indexOf(document.activeElement);
    drawSections();
    sum.textContent = `Must hold at ${seats.join(", ")} seats, for ${levels.join(", ")}; ${percent} % sure; ${games.toLocaleString("en")} games${adapts ? "; players adapt" : ""}`;
    const known = skill.filter((name) => bots.some((bot) => bot.name === name)); // without those that search, which take too long
    rows.replaceChildren(
      toggles("At", counts.map((n) => [n, `${n} seats`]), seats, (n) => app.replace({ at: inOrder(flipped(seats, n), counts) })),
      toggles("For players like", known.map((name) => [name, name]), levels, (name) => app.replace({ by: inOrder(flipped(levels, name), known) })),
      choice({ label: "How sure", options: SURE, value: percent, onchange: (text) => app.replace({ sure: Number(text) }) }),
      effortField(app, games),
      h("label", { class: "switch" }, h("input", {
        type: "checkbox", role: "switch", checked: adapts, onchange: (event) => app.replace({ adapts: event.target.checked ? 1 : null }),
      }), "Also with players that have adapted to the repair (slower)"));
    controls()[focused]?.focus();
  }

  draw();
  return { node, draw };
}
