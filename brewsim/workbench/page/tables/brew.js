// Brew: forests with their dice, the village, potions, creatures, and what each seat has.
import { h, svg } from "../dom.js";
import { capital, card, chip, die, glyph, icon, panel, part, pile, seatMark, slots, standing, tabletop, token } from "./kit.js";

const POTIONS = 9, FORESTS = 6; // that a seat has room for before its panel grows

export function draw(scene) {
  const { common } = scene;
  return tabletop("brew", scene, standing(scene, "VP"),
    [forests(scene), h("div", { class: "t-columns" }, village(scene), potions(common), creatures(common))],
    scene.seats.map((each) => seat(scene, each)));
}

function forests({ common, now }) {
  const cards = common.forests.map((each) => forest(each, common.most_spaces));
  const piles = h("div", { class: "t-piles" }, pile("in the deck", common.forest_deck), pile("nobody claimed", common.forests_lost), pile("scorch tokens", common.scorch_tokens), pile("elements aside", common.elements_aside),
    h("span", { class: "t-pile" }, "first ", seatMark(now.first_seat)),
    h("span", { class: `t-pile t-picked${now.picked ? "" : " t-none"}` }, "picked up ", now.picked ? die(now.picked.shows, now.picked.seat) : "nothing"));
  return part(["Forests", piles], "forests", slots("forests", cards, common.row_size));
}

const seasonNames = (seasons) => seasons.map((season) => h("span", { class: "t-season" }, icon(season), capital(season)));

function forest(each, places) {
  const owner = each.claimed_by ?? each.controlled_by;
  const state = owner ? [seatMark(owner), each.claimed_by ? "claims it" : "leads"] : "nobody leads";
  return h("div", { class: `t-forest${owner ? ` t-seat-${owner} t-led` : ""}` },
    h("div", { class: "t-forest-head" }, seasonNames(each.seasons), h("span", { class: "t-forest-name" }, each.name), h("b", { class: "t-vp" }, each.vp)),
    h("div", { class: "t-spaces" }, slots("spaces", each.spaces.map(space), places)),
    h("div", { class: "t-forest-foot" }, state));
}

/** A space of a forest: the symbol it asks for, what it gives below, and the dice on it, each a little above the one it covers. */
function space(each) {
  const shown = each.dice.slice(-3);
  const dice = shown.map((one, i) => svg("g", { class: one.seat ? `t-die t-seat-${one.seat}` : `t-die t-nobody t-of-${one.shows}`, transform: `translate(${6 + i * 2.5} ${12 - i * 4})` },
    svg("rect", { width: 32, height: 32, rx: 8 }), glyph(one.shows, { x: 16, y: 16, size: 20 })));
  const empty = each.is_scorched
    ? [svg("rect", { class: "t-scorched", x: 3, y: 9, width: 38, height: 38, rx: 9 }), svg("path", { class: "t-cross", d: "M14 20 30 36M30 20 14 36" })]
    : [svg("rect", { class: "t-space", x: 3, y: 9, width: 38, height: 38, rx: 9 }), svg("g", { class: `t-symbol t-of-${each.symbol}` }, glyph(each.symbol, { x: 22, y: 28, size: 20 }))];
  const gives = svg("g", { class: `t-token t-of-${each.gives}${each.is_scorched ? " t-none" : ""}` }, svg("circle", { cx: 22, cy: 58, r: 8.5 }), glyph(each.gives, { x: 22, y: 58, size: 11 }));
  const told = `${each.symbol}, gives ${each.gives}${each.is_scorched ? ", scorched" : ""}`;
  return svg("svg", { class: "t-space-box", viewBox: "0 0 46 68" }, svg("title", {}, told), empty, dice, gives);
}

function village({ common }) {
  const spaces = common.village.map((each) => h("div", { class: `t-village${each.is_used ? " t-used" : ""}` },
    h("span", { class: "t-takes" }, each.takes === "any die" ? h("span", { class: "t-any" }, "any") : die(each.takes)),
    h("span", { class: "t-gives" }, capital(each.gives.join(", "))),
    h("span", { class: "t-dice" }, each.dice.slice(-6).map((one) => die(one.shows, one.seat)))));
  return part([icon(common.side), ` Village by ${common.side}`], "village", h("div", { class: "t-villages" }, spaces));
}

const cost = (potion) => h("span", { class: "t-cost" }, Object.entries(potion.cost).map(([good, n]) => token(good, n)));

function potions(common) {
  const offer = (each, kind) => each && card({ title: capital(each.name), corner: h("b", { class: "t-vp" }, each.vp), lines: [h("span", { class: "t-line-of" }, each.does), cost(each)], kind: `t-potion ${kind}` });
  const empty = () => h("div", { class: "t-card t-potion t-ghost" });
  const revealed = offer(common.revealed, "t-brewing") ?? h("div", { class: "t-card t-potion t-ghost" }, h("div", { class: "t-card-body" }, "revealed for reserving"));
  return part(["Potions", h("div", { class: "t-piles" }, pile("in the deck", common.potion_deck))], "potions",
    h("div", { class: "t-slots t-slots-potions" }, common.market.map((each) => offer(each, "") ?? empty()), revealed));
}

function creatures(common) {
  const piles = common.creatures.map(({ season, count, on_show: top }) => top
    ? card({ title: top.name, corner: h("span", { class: "t-pile-top" }, icon(season), `× ${count}`), lines: [h("span", { class: "t-line-of" }, power(top))], kind: "t-creature", hint: top.power })
    : h("div", { class: "t-card t-creature t-ghost" }, h("div", { class: "t-card-body" }, `no ${season} creature left`)));
  return part("Creatures", "creatures", h("div", { class: "t-slots t-slots-creatures" }, piles));
}

const power = (creature) => `${creature.power}${creature.amount ? ` (${creature.amount})` : ""}`;

function seat(scene, each) {
  const dice = each.pool.map((face) => die(face, ["water", "fire", "wind"].includes(face) ? null : each.seat));
  const noDie = () => h("span", { class: "t-die t-no-die" });
  const crew = each.creatures.map((one) => chip(icon(one.season), one.name, { hint: power(one), kind: "t-built", end: one.dice.map((put) => die(put.shows, put.seat)) }));
  const homes = each.forests.map((one) => chip(one.seasons.map((season) => icon(season)), one.name, { end: h("b", { class: "t-vp" }, one.vp) }));
  const brewed = [
    ...each.potions.map((one) => [one, "t-built", "in hand"]),
    ...each.reserved.map((one) => [one, "t-reserved", "reserved, to be brewed"]),
    ...each.drunk.map((one) => [one, "t-drunk", "drunk"]),
  ].map(([one, kind, where]) => chip(icon("potion"), capital(one.name), { kind, hint: `${one.name}, ${where}`, end: where.startsWith("reserved") ? cost(one) : h("b", { class: "t-vp" }, one.vp) }));
  const free = (places) => (i) => h("span", { class: `t-slot${i < places ? " t-chip t-ghost" : ""}` });
  return panel(scene, each, { unit: "VP", note: each.power ? each.character : `${each.character}, without power` },
    h("div", { class: "t-stock" }, slots("dice", dice, each.most_dice, noDie),
      h("span", { class: "t-goods" }, Object.entries(each.goods).map(([good, n]) => token(good, n)), h("span", { class: `t-amount${each.tokens ? "" : " t-none"}` }, h("b", { class: "t-vp" }, each.tokens), "tokens"))),
    part(`Creatures${each.released.length ? `, released: ${each.released.map((one) => one.name).join(", ")}` : ""}`, "crew", slots("chips", crew, each.creature_limit + 1, free(each.creature_limit))),
    part("Forests", "homes", slots("homes", homes, FORESTS)),
    part("Potions: in hand, reserved, drunk", "brewed", slots("chips", brewed, POTIONS)));
}
