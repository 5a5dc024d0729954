// Brew Baron: the panel of judges, the decks, and for each seat trophies, tokens, brewhouse, hand and beers.
import { h } from "../dom.js";
import { back, capital, chip, icon, panel, part, pile, seatMark, sees, slots, standing, tabletop, token } from "./kit.js";

const INGREDIENTS = 9, ACTIONS = 8, BEERS = 2; // that a seat has room for before its panel grows
const TYPES = ["grain", "hops"];

export function draw(scene, { seat = null } = {}) {
  return tabletop("baron", scene, standing(scene, "trophies"), [h("div", { class: "t-baron-common" }, judges(scene, seat), decks(scene))],
    scene.seats.map((each) => brewhouse(scene, each, seat)));
}

/** An ingredient card: its number on the colour of its type. Without a number it lies face down. */
const ingredient = (type, value, kind = "") => value === null
  ? h("span", { class: `t-number t-face-down t-of-${type} ${kind}`, title: `${type}, face down` }, icon(type))
  : h("span", { class: `t-number t-of-${type} ${kind}`, title: `${type} ${value}` }, value);

const noCard = () => h("span", { class: "t-number t-no-card" });

/** The judge cards of all, with those that lie face down but are known to the seat that looks. */
function judges(scene, seat) {
  const known = new Map();
  for (const each of scene.seats) if (sees(each, seat)) for (const one of each.hidden.judges) known.set(`${one.of_seat} ${one.type}`, one.value);
  const { bribe } = scene.now;
  const cards = scene.seats.map((each) => h("div", { class: `t-judge t-seat-${each.seat}` }, seatMark(each.seat), TYPES.map((type) => {
    const { is_there: isThere, is_up: isUp, value } = each.judge[type];
    const isAsked = bribe && scene.now.seat === each.seat && bribe.type === type;
    if (!isThere) return noCard();
    return ingredient(type, isUp ? value : known.get(`${each.seat} ${type}`) ?? null, `${isUp ? "" : "t-secret"}${isAsked ? " t-asked" : ""}`);
  })));
  return part(`Judges: ${scene.common.match_tokens} for a match, ${scene.common.pair_tokens} more for both`, "judges", h("div", { class: "t-judges" }, cards),
    h("p", { class: "t-status" }, bribe ? [`Seat ${bribe.by} offers a bribe to see the ${bribe.type} of seat ${scene.now.seat}.`] : "\u00a0"));
}

function decks({ common, now }) {
  const offers = TYPES.map((type) => h("div", { class: "t-offer" }, common.face_up[type] === null ? noCard() : ingredient(type, common.face_up[type]), pile(`${type} left`, common.decks[type]), pile("discarded", common.discards[type].length)));
  return part(`${capital(now.phase)}, first seat ${now.first_seat}`, "decks", offers, h("div", { class: "t-piles" }, pile("action cards", common.action_deck), pile("discarded", common.action_discards.length)));
}

const action = (each, kind = "") => chip(icon({ improvement: "gear", instant: "wild", adjunct: "potion" }[each.group]), each.name, { kind, hint: `${each.name}: ${each.does}`, end: each.cost === null ? null : h("b", { class: "t-vp" }, each.cost) });

function brewhouse(scene, each, seat) {
  const { common } = scene, isOpen = sees(each, seat);
  const cups = Array.from({ length: Math.max(common.trophies_to_win, each.score) }, (_, i) => h("span", { class: i < each.score ? "t-cup" : "t-cup t-none" }, icon("trophy")));
  const slot = (i) => (i < common.slot_costs.length ? h("span", { class: "t-chip t-ghost" }, h("span", { class: "t-chip-text" }, `slot ${i + 1}: ${common.slot_costs[i]}`)) : h("span", { class: "t-slot" }));
  return panel(scene, each, { unit: "trophies", note: each.has_passed ? "has passed" : "" },
    h("div", { class: "t-stock" }, h("span", { class: "t-cups" }, cups), token("tokens", each.tokens), h("span", { class: "t-size" }, `last fest +${each.won_at_last_fest}`)),
    part("Brewhouse", "house", slots("chips", each.brewhouse.map((one) => action(one, "t-built")), common.slot_costs.length, slot)),
    part(`Ingredients, at most ${each.ingredient_limit}`, "hand", slots("numbers", hand(each, isOpen), INGREDIENTS, noCard)),
    part(`Action cards, at most ${each.action_limit}`, "actions", slots("chips", isOpen ? each.hidden.action_cards.map((one) => action(one)) : Array.from({ length: each.action_cards }, () => back()), ACTIONS)),
    part(`Beers, at most ${each.most_beers}`, "beers", slots("pairs", beers(each, isOpen), BEERS)));
}

/** The cards of a hand; of others' only those that all saw them take. */
function hand(each, isOpen) {
  return TYPES.flatMap((type) => {
    const values = isOpen ? each.hidden.hand[type] : each.seen_taken[type].slice(0, each.ingredients[type]);
    const rest = Array.from({ length: each.ingredients[type] - values.length }, () => null);
    return [...values.map((value) => ingredient(type, value, isOpen ? "" : "t-secret")), ...rest.map(() => ingredient(type, null))];
  });
}

function beers(each, isOpen) {
  const made = each.beers.map((beer, i) => {
    const own = isOpen ? each.hidden.beers[i] : null;
    const adjunct = own?.adjunct ?? (beer.adjunct_cost === null ? null : `adjunct for ${beer.adjunct_cost}`);
    return h("span", { class: "t-chip t-made" }, icon("mug"), TYPES.map((type) => ingredient(type, own ? own[type] : null)), h("span", { class: "t-chip-text" }, adjunct ?? ""));
  });
  const grain = isOpen ? each.hidden.grain_of_next_beer : null;
  return grain === null ? made : [...made, h("span", { class: "t-chip t-made" }, icon("mug"), ingredient("grain", grain), noCard())];
}
