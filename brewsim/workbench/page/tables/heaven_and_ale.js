// Heaven & Ale: the path as a ring of spaces around the start area, the barrels, and for each seat its garden and its track.
import { h, svg } from "../dom.js";
import { capital, chip, glyph, hexagon, icon, panel, part, pile, slots, standing, tabletop } from "./kit.js";

const CELL = 46, SIDE = 8; // 27 spaces and the start make the rim of a square of 8 x 8
const BARRELS = 6; // that a seat has room for before its panel grows
const RESOURCES = ["wood", "yeast", "hops", "water", "barley"];

export function draw(scene) {
  const { common } = scene;
  return tabletop("heaven", scene, standing(scene, "points"),
    [h("div", { class: "t-heaven-common" }, h("div", { class: "t-part" }, path(scene), h("div", { class: "t-piles" }, pile("tiles I", common.tiles_left.I), pile("tiles II", common.tiles_left.II), pile("discs", common.discs_left))), board(common))],
    scene.seats.map((each) => seat(scene, each)));
}

/** Where a place of the rim lies: clockwise from the start in the lower left corner. */
function corner(place) {
  const last = SIDE - 1, side = Math.floor(place / last), step = place % last;
  return [[0, last - step], [step, 0], [last, step], [last - step, last]][side].map((n) => n * CELL + 2);
}

function path({ common, now }) {
  const [startX, startY] = corner(0);
  const start = svg("g", { transform: `translate(${startX} ${startY})` }, svg("rect", { class: "t-cell t-cell-start", width: CELL - 4, height: CELL - 4, rx: 8 }), svg("text", { class: "t-cell-word", x: 21, y: 25 }, "Start"));
  return svg("svg", { class: "t-path", viewBox: `0 0 ${CELL * SIDE} ${CELL * SIDE}` }, start, common.spaces.map(space), startArea(common.places), laid(now.bought));
}

function space(each) {
  const [x, y] = corner(each.number);
  const middle = (CELL - 4) / 2;
  const kinds = {
    resource: () => tiles(each.tiles),
    monk: () => [tiles(each.tiles), svg("text", { class: "t-cell-price", x: 4, y: 38 }, `${each.price}`)],
    barrel: () => svg("g", { class: "t-of-wood t-cell-barrel" }, glyph("barrel", { x: middle, y: middle, size: 22 })),
    disc: () => [svg("text", { class: "t-cell-word", x: middle, y: 13 }, each.scores), Array.from({ length: each.discs }, (_, i) => svg("circle", { class: "t-disc", cx: middle + (i - (each.discs - 1) / 2) * 13, cy: 26, r: 8 }))],
  };
  const pawns = each.figures.map((seat, i) => pawn(seat, 34 - i * 12, 34));
  return svg("g", { transform: `translate(${x} ${y})` }, svg("title", {}, `Space ${each.number}, ${each.kind}`),
    svg("rect", { class: `t-cell t-cell-${each.kind}`, width: CELL - 4, height: CELL - 4, rx: 8 }), kinds[each.kind](), pawns);
}

/** The tiles of a space: large if there is one, smaller if there are more. */
function tiles(list) {
  const size = list.length > 1 ? 17 : 24, wide = list.length > 1 ? 2 : 1, high = Math.ceil(list.length / wide);
  return list.slice(0, 6).map((tile, i) => {
    const x = 21 + ((i % wide) - (wide - 1) / 2) * (size + 1.5), y = 21 + (Math.floor(i / wide) - (high - 1) / 2) * (high > 2 ? 13 : size + 1.5);
    return svg("g", { class: `t-tile t-of-${sort(tile)}` }, svg("rect", { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: 4 }), face(tile, x, y, size));
  });
}

const sort = (tile) => (tile.fertility ? tile.name : "monk");
const face = (tile, x, y, size) => tile.fertility
  ? svg("text", { class: "t-tile-number", x, y: y + size * 0.24, "font-size": size * 0.66 }, tile.fertility)
  : [glyph("monk", { x, y: y - size * 0.1, size: size * 0.56 }), svg("text", { class: "t-tile-number", x, y: y + size * 0.44, "font-size": size * 0.4 }, tile.name.replace("monk ", ""))];

const pawn = (seat, x, y) => svg("g", { class: `t-pawn t-seat-${seat}` }, svg("circle", { cx: x, cy: y, r: 8 }), svg("text", { x, y: y + 3.6 }, seat));

function startArea(places) {
  const width = 126, height = 58;
  return places.map((each, i) => {
    const x = 2 + CELL + 8 + (i % 2) * (width + 4), y = 2 + CELL * 4 + 14 + Math.floor(i / 2) * (height + 4);
    return svg("g", { transform: `translate(${x} ${y})` }, svg("rect", { class: "t-cell t-cell-start", width, height, rx: 8 }),
      svg("text", { class: "t-place-name", x: 8, y: 17 }, capital(each.name.replace(/('s|(?<=s)')? place$/, ""))), svg("text", { class: "t-place-gives", x: 8, y: 32 }, each.gives),
      each.figures.map((seat, k) => svg("g", { class: each.has_returned.includes(seat) ? "" : "t-waits" }, pawn(seat, 16 + k * 19, 46))));
  });
}

/** The tile that was bought and is not laid yet. */
function laid(bought) {
  const x = 2 + CELL + 8, y = CELL + 16;
  return svg("g", { transform: `translate(${x} ${y})` }, svg("text", { class: "t-place-gives", x: 8, y: 17 }, bought ? `Bought for the ${bought.side}` : "No tile to lay"),
    bought ? svg("g", { class: `t-tile t-of-${sort(bought.tile)}` }, svg("rect", { x: 8, y: 28, width: 40, height: 40, rx: 7 }), face(bought.tile, 28, 48, 40), svg("text", { class: "t-place-name", x: 56, y: 53 }, capital(bought.tile.name))) : svg("rect", { class: "t-space", x: 8, y: 28, width: 40, height: 40, rx: 7 }));
}

function board(common) {
  const barrels = common.barrels.map((each) => chip(null, goal(each.goal), { end: ["large", "small"].map((size) => h("span", { class: `t-barrel t-of-wood${each[size].is_left ? "" : " t-none"}` }, icon("barrel"), each[size].points)), kind: each.large.is_left || each.small.is_left ? "" : "t-ghost" }));
  const rates = common.track.rates.map((each) => h("span", { class: "t-rate" }, h("b", {}, figure(each.from)), h("span", {}, `${each.exchange} : 1`), h("span", {}, `× ${each.points}`)));
  return h("div", { class: "t-heaven-board" }, part("Barrels that are left: first, later", "barrels", h("div", { class: "t-slots t-slots-goals" }, barrels)),
    part("From this spot of the brewmaster on: steps back for one forward, points a spot", "rates", h("div", { class: "t-rates" }, rates)));
}

const goal = (text) => capital(text.replace(/^the /, ""));
const figure = (n) => String(n).replace("-", "−");

function seat(scene, each) {
  const { common } = scene;
  const barrels = each.barrels.map((one) => chip(icon("barrel", "t-of-wood"), goal(one.goal), { end: h("span", { class: "t-size" }, one.size) }));
  const cards = each.privileges.map((one) => h("span", { class: `t-privilege t-is-${one.is}` }, capital(one.name)));
  return panel(scene, each, { unit: "points", note: `${each.ducats} ducats` },
    h("div", { class: "t-heaven-seat" },
      garden(common, each),
      h("div", { class: "t-heaven-own" }, part(`Track: the beer scores × ${each.brewmaster.points}, exchange ${each.brewmaster.exchange} : 1`, "track", track(common.track, each.markers)),
        part("Scoring spots in pairs", "spots", spots(common.spots, each.discs)),
        part("Privileges", "privileges", h("div", { class: "t-privileges" }, cards)))),
    part("Barrels", "barrels", slots("goals", barrels, BARRELS)));
}

function garden(common, each) {
  const R = 20, across = (R * Math.sqrt(3)) / 2;
  const all = [...common.plots.map((plot) => plot.at), ...common.sheds];
  const [left, top] = [0, 1].map((i) => Math.min(...all.map((at) => at[i]))), [right, bottom] = [0, 1].map((i) => Math.max(...all.map((at) => at[i])));
  const spot = ([x, y]) => [(x - left + 1) * across + 2, (y - top) * 1.5 * R + R + 2];
  const plots = common.plots.map(({ at, side }, i) => {
    const [x, y] = spot(at), tile = each.garden[i];
    return [svg("polygon", { class: `t-plot t-${side}`, points: hexagon(x, y, R - 0.8) }),
      tile ? svg("g", { class: `t-tile t-of-${sort(tile)}` }, svg("title", {}, `${tile.name}${tile.fertility ? ` ${tile.fertility}` : ""} in the ${side}`), svg("polygon", { points: hexagon(x, y, R - 4.5) }), face(tile, x, y, 20)) : null];
  });
  const sheds = common.sheds.map((at, i) => {
    const [x, y] = spot(at), arrows = each.sheds[i];
    return svg("g", { class: arrows === null ? "t-shed" : "t-shed t-shed-built" }, svg("title", {}, arrows === null ? "no shed yet" : `shed of ${arrows} arrows`),
      svg("polygon", { points: hexagon(x, y, R - 0.8) }), svg("path", { class: "t-roof", d: `M${x - 8} ${y + 1}L${x} ${y - 8}L${x + 8} ${y + 1}V${y + 9}H${x - 8}Z` }),
      arrows === null ? null : svg("text", { class: "t-tile-number", x, y: y + 7, "font-size": 10 }, arrows));
  });
  return svg("svg", { class: "t-garden", viewBox: `0 0 ${((right - left + 2) * across + 4).toFixed(1)} ${(bottom - top) * 1.5 * R + 2 * R + 4}` }, plots, sheds);
}

/** The production track: a lane for each marker, the numbered spots from 1 on. */
function track({ first, last }, markers) {
  const lane = 15, width = 320, at = (spot) => 74 + ((spot - first) / (last - first)) * (width - 84);
  const scale = [first, 1, 5, 10, 15, last].filter((spot, i, all) => all.indexOf(spot) === i && spot <= last);
  const lanes = Object.entries(markers).map(([name, spot], i) => {
    const y = 20 + i * lane;
    return svg("g", { class: `t-lane t-of-${name}` }, svg("text", { class: "t-lane-name", x: 0, y: y + 3.5 }, capital(name)), svg("line", { x1: at(first), x2: at(last), y1: y, y2: y }),
      svg("rect", { x: at(spot) - 8, y: y - 6, width: 16, height: 12, rx: 6 }), svg("text", { class: "t-lane-spot", x: at(spot), y: y + 3 }, figure(spot)));
  });
  return svg("svg", { class: "t-track", viewBox: `0 0 ${width} ${26 + 5 * lane}` },
    svg("rect", { class: "t-scored", x: at(1), y: 12, width: at(last) - at(1), height: 6 * lane - 2, rx: 3 }), scale.map((spot) => svg("text", { class: "t-scale", x: at(spot), y: 8 }, figure(spot))), lanes);
}

function spots(list, discs) {
  const pairs = new Map();
  list.forEach((each, i) => pairs.set(each.pair, [...(pairs.get(each.pair) ?? []), [each.name, discs[i]]]));
  const spot = ([name, hasDisc]) => {
    const isResource = RESOURCES.includes(name), number = name.replace("monk ", "");
    return svg("svg", { class: `t-spot${hasDisc ? " t-has-disc" : ""} t-of-${isResource ? name : "monk"}`, viewBox: "0 0 30 30" }, svg("title", {}, `${name}${hasDisc ? ", scored" : ""}`), svg("circle", { cx: 15, cy: 15, r: 13.5 }),
      isResource ? glyph(name, { x: 15, y: 15, size: 16 }) : name === "x" ? svg("text", { x: 15, y: 20 }, "X") : [glyph("monk", { x: 11, y: 15, size: 14 }), svg("text", { x: 22, y: 20 }, number)]);
  };
  return h("div", { class: "t-spots" }, [...pairs.values()].map((pair) => h("span", { class: `t-pair${pair.every(([, hasDisc]) => hasDisc) ? " t-complete" : ""}` }, pair.map(spot))));
}
