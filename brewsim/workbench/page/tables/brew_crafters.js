// Brew Crafters: the row of cards, the recipes, and the breweries with their hands.
import { h } from "../dom.js";
import { back, capital, card, chip, discs, icon, meter, panel, part, pile, seatMark, sees, slots, standing, tabletop, token } from "./kit.js";

export function draw(scene, { seat = null } = {}) {
  const { common, seats } = scene;
  const kinds = new Map(common.kinds.map((kind) => [kind.name, kind]));
  const groups = seats[0].team ? [1, 2].map((team) => seats.filter((each) => each.team === team)) : seats.map((each) => [each]);
  return tabletop("crafters", scene, standing(scene, "Rep"),
    [faceUp(common, kinds), recipes(common)],
    groups.map((group) => brewery(scene, group, kinds, seat)));
}

function faceUp(common, kinds) {
  const cards = common.row.map((each) => card({ title: each.name, corner: token(each.ingredient), lines: kinds.get(each.name).effects.map(line) }));
  return part(["Face up", h("div", { class: "t-piles" }, pile("in the stack", common.stack), pile("discarded", common.discard.length))], "row", slots("cards", cards, common.row_size));
}

const line = (text) => h("span", { class: "t-line-of" }, capital(text).replace("-", "−"));

function recipes(common) {
  const brewing = common.kettle?.recipe;
  const cards = common.recipes.map((each) => card({ title: each.name, corner: h("b", { class: "t-vp" }, each.rep), lines: discs(each.needs), kind: `t-recipe${each.name === brewing ? " t-brewing" : ""}` }));
  return part(["Recipes", h("p", { class: "t-status" }, kettle(common.kettle))], "recipes", slots("recipes", cards, cards.length));
}

/** What happens in the kettle, in one line that is always there. */
function kettle(now) {
  if (!now) return "The kettle is empty.";
  const amounts = (each) => Object.entries(each).map(([what, n]) => `${n} ${what}`).join(", ");
  const told = [];
  if (now.lacking) told.push(`${now.lacking} missing`);
  if (Object.keys(now.still_to_pay).length) told.push(`still to pay: ${amounts(now.still_to_pay)}`);
  if (Object.keys(now.may_take).length) told.push(`may take ${amounts(now.may_take)}`);
  if (now.may_play) told.push(`may play ${now.may_play} more`);
  return `In the kettle: ${now.recipe}${told.length ? `; ${told.join("; ")}` : ""}.`;
}

/** The panel of a seat, or of a team with its two hands. */
function brewery(scene, group, kinds, seat) {
  const [first] = group, { common } = scene;
  const isTeam = group.length > 1;
  const installed = new Set(first.brewery);
  const tiles = common.kinds.map((kind) => chip(icon(kind.class), kind.name, { kind: installed.has(kind.name) ? "t-built" : "t-ghost", hint: `${kind.name}: ${kind.effects.join(", ")}` }));
  const beers = first.recipes.map((each, i) => {
    const count = group.reduce((sum, one) => sum + one.beers[i].count, 0);
    return h("span", { class: `t-beer${count ? "" : " t-none"}` }, icon("mug"), h("b", {}, count), h("span", {}, each.name), h("i", {}, `+${each.rep}`));
  });
  return panel(scene, first,
    { unit: "Rep", name: isTeam ? `Team ${first.team}` : undefined, seats: group.map((each) => each.seat), isActive: group.some((each) => each.seat === scene.now.seat), note: `of ${common.target_rep}` },
    meter(first.score, common.target_rep, Math.ceil(common.target_rep * 1.5)),
    part("Brewery", "brewery", h("div", { class: "t-slots t-slots-chips" }, tiles)),
    part("Beers brewed, and what one more scores", "beers", h("div", { class: "t-beers" }, beers)),
    group.map((each) => hand(each, common, seat, isTeam)));
}

function hand(each, common, seat, isTeam) {
  const isOpen = sees(each, seat);
  const known = isOpen ? each.hidden.hand : each.seen_in_hand;
  const cards = known.map((one) => chip(token(one.ingredient), one.name, { end: isOpen ? null : icon("eye", "t-seen") }));
  const backs = Array.from({ length: each.cards_in_hand - known.length }, () => back());
  return part(isTeam ? [seatMark(each.seat), `Hand of seat ${each.seat}`] : "Hand", "hand", slots("chips", [...cards, ...backs], common.most_in_hand));
}
