// The page's frame: the address as the one state, the views it names, and the changes one can undo.

import * as api from "./api.js";
import { format, MOST_PINS, parse } from "./address.js";
import { mountBar } from "./bar.js";
import { differing, h, isSame } from "./dom.js";

const VIEWS = {
  rules: () => import("./bench.js"),
  repair: () => import("./repair.js"),
  card: () => import("./card.js"),
  watch: () => import("./watch.js"),
  play: () => import("./play.js"),
};
const view = document.getElementById("view");
const notice = document.getElementById("notice");
const listeners = new Set();
const complaints = new Set();
const rulebooks = new Map();
let checked = { key: null, fields: null };
const past = [], future = []; // what undo and redo go to: {changes, base}

const app = {
  api,
  page: crypto.getRandomValues(new Uint32Array(4)).join("-"),
  address: parse(location.hash),
  titles: [],

  /** The present title as the server describes it: {name, label, seats, bots, items}. */
  get title() { return app.titles.find((each) => each.name === app.address.title); },

  /** The rules of the present title, or null until they are here (`await app.loadRules()`). */
  rules: null,

  /** The present question as the API takes it; `more` adds keys or replaces some. */
  question(more = {}) {
    const { title, changes, base, seats, bots, games, precision, seed } = app.address;
    const asked = Object.entries({ title, changes, base, seats, bots: bots.length ? bots : null, games, precision, seed });
    return { ...Object.fromEntries(asked.filter(([, value]) => value !== null)), ...more };
  },

  /** The address of a view, for a link: app.href("card/ale"), app.href("watch/typical", {of: "variant"}). */
  href(path, others = {}) { return format(stateOf(path, others)); },

  /** Goes to a view, as a new entry of the history. */
  navigate(path, others = {}) { location.hash = app.href(path, others); },

  /** Changes parts of the address (seats, bots, precision, pins ...) without a new entry of the history. */
  replace(parts) {
    const before = app.address;
    app.address = { ...before, ...parts };
    history.replaceState(null, "", format(app.address));
    for (const listener of [...listeners]) listener(app.address, before);
  },

  /** Changes rules: {path: value}; undefined or the printed value resets one. Every call is one step of undo. */
  change(values) {
    const changes = { ...app.address.changes };
    for (const [path, value] of Object.entries(values)) {
      if (value === undefined || isSame(value, app.printed(path))) delete changes[path];
      else changes[path] = value;
    }
    app.setVariant({ changes });
  },

  /** Sets all changes, or those of the base, at once, as one step of undo. */
  setVariant(parts) {
    const before = variantOf(app.address), after = { ...before, ...parts };
    if (isSame(after, before)) return;
    remember(before, after);
    app.replace(after);
  },

  undo() { step(past, future); },
  redo() { step(future, past); },
  get canUndo() { return past.length > 0; },
  get canRedo() { return future.length > 0; },

  /** Keeps the present variant beside the others, under the name given or the next letter. */
  pin(name) {
    if (!app.canPin) return;
    const { changes, pins } = app.address;
    const free = [..."ABCDEF"].map((letter) => `Variant ${letter}`).find((each) => !pins.some((pin) => pin.name === each));
    app.replace({ pins: [...pins, { name: name ?? free, changes }] });
  },
  get canPin() {
    const { changes, pins } = app.address;
    return Object.keys(changes).length > 0 && pins.length < MOST_PINS && !pins.some((each) => isSame(each.changes, changes));
  },

  /** The printed value of a path; undefined for a path that the title does not have. */
  printed(path) { return app.value(path)?.printed; },

  /** What the rules say of a path: {path, label, meaning, printed, kind, ...}. */
  value(path) { return app.rules?.byPath.get(path); },

  /** Calls `listener(address, before)` after every change of the address; gives a function that ends it. */
  on(listener) { listeners.add(listener); return () => listeners.delete(listener); },

  /** What the server says is wrong, by path; `onWrong(paths that became wrong or right)`. */
  wrong: {},
  setWrong(fields) {
    const paths = differing(fields, app.wrong);
    app.wrong = fields;
    if (paths.length) for (const listener of [...complaints]) listener(paths);
  },
  /** Asks the server, once for each question, what is wrong with it; gives the messages by path. */
  check() {
    const question = app.question(), key = JSON.stringify(question);
    if (checked.key !== key) {
      const isPrinted = !Object.keys(question.changes).length && !Object.keys(question.base).length;
      const asked = isPrinted ? Promise.resolve({}) : api.post("check", question).catch((error) => error);
      checked = { key, fields: asked.then(({ fields = {} }) => { if (checked.key === key) app.setWrong(fields); return fields; }) };
    }
    return checked.fields;
  },
  onWrong(listener) { complaints.add(listener); return () => complaints.delete(listener); },

  /** Says in one line at the top what went wrong; null takes it away. */
  tell(message) { notice.textContent = message ?? ""; notice.hidden = !message; },

  async loadRules() {
    const { title } = app.address;
    if (!rulebooks.has(title)) {
      rulebooks.set(title, api.get(`rules/${encodeURIComponent(title)}`).then((book) => {
        book.byPath = new Map(book.sections.flatMap((section) => section.values.map((value) => [value.path, { ...value, section }])));
        return book;
      }).catch((error) => { rulebooks.delete(title); throw error; }));
    }
    app.rules = await rulebooks.get(title);
    return app.rules;
  },
};

function stateOf(path, others) {
  const [name, ...rest] = path.split("/");
  return { ...app.address, seed: null, of: null, ...others, view: name, rest: rest.join("/") };
}

// Steps of the same number within a second are one to undo.
let last = { path: null, time: 0 };
function remember(before, after) {
  const paths = differing(before.changes, after.changes);
  const now = { path: paths.length === 1 ? paths[0] : null, time: performance.now() };
  if (!now.path || now.path !== last.path || now.time - last.time > 1000 || !past.length) past.push(before);
  future.length = 0;
  last = now;
}

const variantOf = ({ changes, base }) => ({ changes, base });

function step(from, to) {
  const state = from.pop();
  if (!state) return;
  last.path = null;
  to.push(variantOf(app.address));
  app.replace(state);
}

let unmount = null, shown = "", turn = 0;

// What makes a view another one; seats and changes do not, views listen to them.
const nameOf = ({ title, view: name, rest, seed, of }) => [title, name, rest, seed, of].join("|");

async function show() {
  const mine = ++turn;
  const { address } = app;
  const name = nameOf(address);
  if (name === shown) return;
  view.setAttribute("aria-busy", "true");
  try {
    const [module] = await Promise.all([(VIEWS[address.view] ?? VIEWS.rules)(), app.loadRules()]);
    if (mine !== turn) return;
    unmount?.();
    unmount = null;
    shown = name;
    const root = h("div", { class: `view view-${address.view}` });
    view.replaceChildren(root);
    unmount = module.mount(root, app);
    document.title = `${app.title?.label ?? "Workbench"} · brewsim`;
    app.tell(null);
  } catch (error) {
    if (mine === turn) app.tell(error.message);
  } finally {
    if (mine === turn) view.removeAttribute("aria-busy");
  }
}

// Another title has other rules: what was changed, pinned and done is not for it.
function adopt(state) {
  const before = app.address;
  if (state.title !== before.title) past.length = future.length = 0;
  else if (!isSame(variantOf(state), variantOf(before))) remember(variantOf(before), state);
  app.address = state;
  for (const listener of [...listeners]) listener(state, before);
  show();
}

function isTyping(target) {
  return target.matches?.("input[type=text], input[type=search], input:not([type]), textarea") && target.value !== target.dataset.committed;
}

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // the fragment is the state
  view.focus();
});
// A link holds the address of the moment when it was drawn; one that is followed leads on from the present one.
addEventListener("click", (event) => {
  const link = event.target.closest?.('a[href^="#/"]');
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const { view: name, rest, of, seed } = parse(link.getAttribute("href"));
  location.hash = format({ ...app.address, view: name, rest, of, seed });
});
addEventListener("hashchange", () => {
  if (location.hash.startsWith("#/")) adopt(withDefaults(parse(location.hash)));
});
addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || event.altKey || !["z", "y"].includes(key) || isTyping(event.target)) return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) app.redo(); else app.undo();
});

function withDefaults(state) {
  const title = app.titles.find((each) => each.name === state.title) ?? app.titles[0];
  const known = state.title === title.name ? state : parse("");
  const isFitting = title.seats.includes(known.seats);
  return {
    ...known, title: title.name,
    seats: isFitting ? known.seats : title.usual_seats,
    precision: known.precision ?? (known.games ? null : 0.5),
  };
}

async function start() {
  try {
    app.titles = await api.get("titles");
  } catch (error) {
    app.tell(error.message);
    setTimeout(start, 2000);
    return;
  }
  app.tell(null);
  app.address = withDefaults(app.address);
  history.replaceState(null, "", format(app.address));
  mountBar(document.getElementById("bar"), app);
  show();
}

start();
