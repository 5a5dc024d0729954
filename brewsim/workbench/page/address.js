// The state of the page as the fragment of its address, so that it can be shared and survives a reload:
//   #/brew_crafters/rules?seats=3&bots=expert&set=game.target_rep:18&pin=Cheap%20ale;recipes.ale.rep:2&goal=seats%20within%201
// Pure functions; the only place that knows how the address is written.

export const MOST_PINS = 6;
export const MOST_GOALS = 12;
const EMPTY = {
  title: "", view: "rules", rest: "", changes: {}, base: {}, seats: null, bots: [], games: null, precision: null, seed: null, of: null, pins: [],
  goals: [], sections: [], at: [], by: [], effort: null, sure: null, adapts: null, // of a repair
};
const LISTS = { bots: String, sections: String, at: Number, by: String };
const NUMBERS = ["seats", "precision", "games", "seed", "effort", "sure", "adapts"];

// Leaves readable what an address may hold; `;` and `&` divide, so they are escaped inside of a part.
const encode = (text) => encodeURIComponent(text).replace(/%(3A|2C|5B|5D|2F|40)/gi, decodeURIComponent);

function decode(text) {
  try { return decodeURIComponent(text.replaceAll("+", " ")); } catch { return text; }
}

// A value is JSON; a text that cannot be mistaken for it stands as it is.
function writeValue(value) {
  if (typeof value !== "string") return JSON.stringify(value);
  try { JSON.parse(value); return JSON.stringify(value); } catch { return value; }
}

function readValue(text) {
  try { return JSON.parse(text); } catch { return text; }
}

const writeChange = ([path, value]) => encode(`${path}:${writeValue(value)}`);

function readChange(raw, into) {
  const text = decode(raw);
  const colon = text.indexOf(":");
  if (colon > 0) into[text.slice(0, colon)] = readValue(text.slice(colon + 1));
}

function readPin(raw) {
  const [name, ...parts] = raw.split(";");
  const changes = {};
  for (const part of parts) readChange(part, changes);
  return { name: decode(name), changes };
}

const number = (text) => (text !== "" && Number.isFinite(Number(text)) ? Number(text) : null);

/** The state that a fragment holds; what is unknown in it is left out. */
export function parse(fragment) {
  const text = fragment.replace(/^#?\/?/, "");
  const cut = text.indexOf("?");
  const path = cut < 0 ? text : text.slice(0, cut);
  const [title = "", view = "", ...rest] = path.split("/").map(decode);
  const state = { ...structuredClone(EMPTY), title, view: view || "rules", rest: rest.join("/") };
  for (const pair of cut < 0 ? [] : text.slice(cut + 1).split("&")) {
    const equals = pair.indexOf("=");
    const key = pair.slice(0, equals), raw = pair.slice(equals + 1);
    if (key === "set") readChange(raw, state.changes);
    else if (key === "base") readChange(raw, state.base);
    else if (key === "pin" && state.pins.length < MOST_PINS) state.pins.push(readPin(raw));
    else if (key === "goal" && state.goals.length < MOST_GOALS) state.goals.push(decode(raw));
    else if (key in LISTS) state[key] = decode(raw).split(",").filter(Boolean).map(LISTS[key]);
    else if (key === "of") state.of = decode(raw);
    else if (NUMBERS.includes(key)) state[key] = number(decode(raw));
  }
  return state;
}

/** The fragment of a state; the same state always gives the same one. */
export function format(state) {
  const { title, view, rest, changes, base, pins, goals, ...others } = { ...EMPTY, ...state };
  const pairs = [];
  for (const key of [...NUMBERS, "of"]) {
    if (others[key] !== null && others[key] !== undefined) pairs.push(`${key}=${encode(String(others[key]))}`);
  }
  for (const key of Object.keys(LISTS)) if (others[key].length) pairs.push(`${key}=${encode(others[key].join(","))}`);
  for (const change of Object.entries(changes)) pairs.push(`set=${writeChange(change)}`);
  for (const change of Object.entries(base)) pairs.push(`base=${writeChange(change)}`);
  for (const pin of pins) pairs.push(`pin=${[encode(pin.name), ...Object.entries(pin.changes).map(writeChange)].join(";")}`);
  for (const goal of goals) pairs.push(`goal=${encode(goal)}`);
  const path = [title, view, ...(rest ? [rest] : [])].map(encode).join("/");
  return `#/${path}${pairs.length ? "?" + pairs.join("&") : ""}`;
}
