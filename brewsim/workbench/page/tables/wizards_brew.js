// Wizard's Brew: the map with the Horse, the auction, and for each wizard spells with cubes, elements and the cauldron.
import { h, svg } from "../dom.js";
import { capital, discs, glyph, hexagon, icon, panel, part, pile, pips, seatMark, sees, slots, tabletop, token } from "./kit.js";

const SPELLS = 5; // that a wizard has room for before the panel grows
const COLOURS = { red: "Rd", blue: "Bl", green: "Gn", white: "Wh", yellow: "Ye", purple: "Pu", gray: "Gy", orange: "Or", pink: "Pk", brown: "Bn" };

export function draw(scene, { seat = null } = {}) {
  const { different, total } = scene.common.to_win;
  const told = scene.seats.map((each) => `seat ${each.seat} ${each.different} different of ${each.total} ingredients`).join(", ");
  const label = `${scene.now.is_over ? "The game is over" : `Seat ${scene.now.seat} ${scene.now.doing}`}: ${told}; ${different} different or ${total} in all win.`;
  return tabletop("wizards", scene, label,
    [h("div", { class: "t-wizards-common" }, map(scene), h("div", { class: "t-wizards-side" }, auction(scene), stacks(scene.common)))],
    scene.seats.map((each) => wizard(scene, each, seat)));
}

function map({ common }) {
  const R = 30, across = (R * Math.sqrt(3)) / 2;
  const [left, top] = [0, 1].map((i) => Math.min(...common.areas.map((area) => area.at[i]))), [right, bottom] = [0, 1].map((i) => Math.max(...common.areas.map((area) => area.at[i])));
  const areas = common.areas.map((area) => {
    const x = (area.at[0] - left + 1) * across + 2, y = (area.at[1] - top) * 1.5 * R + R + 2;
    const told = `Area ${area.number}, ${area.landmark}${area.element ? `, ${area.element}` : ""}: ${area.ingredients.join(", ") || "no ingredients"}`;
    return svg("g", { class: `t-area t-of-${area.element ?? "city"}${area.has_horse ? " t-here" : ""}` }, svg("title", {}, told), svg("polygon", { points: hexagon(x, y, R - 1.2) }),
      glyph(area.element ?? "city", { x: area.has_horse ? x - 8 : x, y: y - 15, size: 12 }), area.has_horse ? svg("g", { class: "t-horse" }, glyph("horse", { x: x + 8, y: y - 15, size: 17 })) : null,
      area.ingredients.map((colour, i) => ingredientAt(colour, ...place(x, y + 6, i, area.ingredients.length))));
  });
  return svg("svg", { class: "t-map", viewBox: `0 0 ${((right - left + 2) * across + 4).toFixed(1)} ${(bottom - top) * 1.5 * R + 2 * R + 4}` }, areas);
}

/** Where token i of n lies around the middle of an area: in rows of three. */
function place(x, y, i, n) {
  const row = Math.floor(i / 3), inRow = Math.min(3, n - row * 3), rows = Math.ceil(n / 3);
  return [x + ((i % 3) - (inRow - 1) / 2) * 16, y + (row - (rows - 1) / 2) * 15];
}

const ingredientAt = (colour, x, y) => svg("g", { class: `t-ingredient t-in-${colour}` }, svg("circle", { cx: x, cy: y, r: 7.6 }), svg("text", { x, y: y + 3 }, COLOURS[colour]));
const ingredient = (colour, count) => h("span", { class: `t-amount t-pot${count ? "" : " t-none"}` },
  svg("svg", { class: "t-token", viewBox: "0 0 18 18" }, svg("title", {}, colour), ingredientAt(colour, 9, 9)), h("b", {}, count));

/** What is up for auction, in a box that is always there. */
function auction({ common, now }) {
  const { auction: lot, die } = common;
  const bid = lot?.bid ? [h("b", { class: "t-bid" }, lot.bid), " bid by ", seatMark(lot.bid_by)] : lot ? "No bid yet" : "";
  const body = !lot ? h("p", { class: "t-status" }, "No auction now.")
    : lot.for === "spell" ? spell(lot.spell, null)
      : h("p", { class: "t-status" }, "An ingredient where the Horse stands", lot.takes ? `: ${lot.takes}, ${lot.cards_due} cards still to pay` : "", Object.keys(lot.paid).length ? [": paid ", discs(lot.paid)] : "");
  const still = lot?.still_in ? ["in: ", lot.still_in.map((seat) => seatMark(seat))] : "";
  return part(capital(now.phase), "auction", h("div", { class: "t-auction" }, h("div", { class: "t-auction-lot" }, body), h("div", { class: "t-auction-bid" }, bid), h("div", { class: "t-auction-in" }, still),
    h("div", { class: `t-auction-die${die ? "" : " t-none"}` }, die ? [pips(die.areas), `area ${Math.min(die.visited + 1, die.areas)} of ${die.areas}`] : [h("span", { class: "t-any" }, "?"), "die not rolled"])));
}

function stacks(common) {
  return part(`To win: ${common.to_win.different} different ingredients, or ${common.to_win.total} in all`, "stacks",
    h("div", { class: "t-goods" }, ["earth", "fire", "air", "water"].map((element) => token(element, common.stacks[element] ?? 0))),
    h("div", { class: "t-piles" }, pile("spells in the deck", common.spell_deck)));
}

/** A spell in two lines: name, what it makes, its text; with the cubes on it, and how many it loses in a round. */
function spell(each, cubes) {
  return h("div", { class: `t-spell t-spell-${each.colour}`, title: each.text.join("; ") },
    h("div", { class: "t-spell-head" }, h("span", { class: "t-spell-name" }, each.name), h("span", { class: "t-cost" }, discs(each.makes))),
    h("div", { class: "t-spell-text" }, each.text.join("; ") || "\u00a0"),
    h("div", { class: "t-spell-cubes" }, cubes === null ? null : cubeRow(cubes), h("span", { class: "t-size" }, `−${each.energy} a round`)));
}

const cubeRow = (count, spent = 0) => h("span", { class: "t-cubes" }, Array.from({ length: count }, () => h("i", { class: "t-cube" })), Array.from({ length: spent }, () => h("i", { class: "t-cube t-spent" })));

function wizard(scene, each, seat) {
  const own = sees(each, seat) ? { ...each, ...each.hidden } : each;
  const spells = own.spells.map((one) => spell(one, one.cubes));
  const backs = Array.from({ length: Math.max(0, each.secret_spells - spells.length) }, () => h("div", { class: "t-spell t-back" }));
  const hasPassed = scene.common.auction?.for === "ingredient" && !scene.common.auction.still_in.includes(each.seat);
  return panel(scene, each, { score: each.missing, unit: "missing", note: [each.has_marker ? icon("hat", "t-hat") : null, `${each.different} different, ${each.total} in all${hasPassed ? ", passed" : ""}`] },
    h("div", { class: "t-cauldron" }, Object.keys(COLOURS).map((colour) => ingredient(colour, each.cauldron[colour] ?? 0))),
    h("div", { class: "t-stock" }, h("span", { class: "t-goods" }, Object.entries(each.elements).map(([element, n]) => token(element, n)))),
    part("Energy cubes", "cubes", own.free_cubes === null ? h("span", { class: "t-size" }, "some on secret spells") : cubeRow(own.free_cubes, each.cubes - own.free_cubes)),
    part("Spells", "spells", slots("spells", [...spells, ...backs], SPELLS)));
}
