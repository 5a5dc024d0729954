// The live answer: half a second after the last change the question is asked; sentences first, then base against variant by group.

import { Asking, isOver, known } from "./asking.js";
import { debounce, figure, h, isSame } from "./dom.js";
import { GROUPS, measureGroup, skeleton } from "./measures.js";

const REST = 500; // milliseconds after a change
const SPEAK = 5000; // milliseconds between two sentences to a screen reader
const ASKED = ["title", "changes", "base", "seats", "bots", "games", "precision", "seed"]; // what makes another question
const GONE = "The workbench does not answer. It may have been stopped; the page tries again.";

function duration(seconds) {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  return seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${figure(seconds / 3600, 1)} h`;
}

/** How far the games are, in words: what comes first, and the rest. */
function progressWords({ state, games, of, speed, reached, seconds_left: left }) {
  const played = `${figure(games)} games`;
  const pace = [speed && `${figure(speed)} a second`, left ? `${duration(left)} left` : games > 0 && games >= of && "now plans and cards"];
  return {
    waiting: ["Ready"],
    compiling: ["Getting the rules ready"],
    playing: [played, ...pace],
    paused: [played, "paused"],
    done: [played, reached ? `known to ± ${figure(reached, 1)} points` : "done"],
    cancelled: [played, "stopped"],
    failed: ["Stopped"],
  }[state];
}

/** The line on top: games so far and how fast, pause, go on, more. */
function progress(asking) {
  const text = h("p", { class: "status-text" }), fill = h("span", { class: "status-fill" });
  const hold = h("button", { class: "button framed", onclick: () => asking.order(isHeld ? "go-on" : "pause") });
  const more = h("button", { class: "button framed", title: "Play twice as many games", onclick: () => asking.order("more") }, "More");
  const node = h("div", { class: "status" }, text, h("div", { class: "status-tools" }, hold, more),
    h("div", { class: "status-track", "aria-hidden": "true" }, fill));
  let isHeld = false;
  return {
    node,
    update(answer = { state: "waiting" }) {
      const { state, games, of } = answer;
      isHeld = ["paused", "cancelled", "failed"].includes(state);
      hold.textContent = isHeld ? "Go on" : "Pause";
      hold.disabled = !isHeld && state !== "playing" && state !== "compiling";
      more.disabled = state !== "done";
      fill.style.setProperty("transform", `scaleX(${of ? Math.min(1, games / of) : 0})`);
      const [first, ...others] = progressWords(answer);
      text.replaceChildren(h("span", {}, first), h("span", {}, others.filter(Boolean).join(" · ")));
    },
  };
}

/** Says the first sentence to a screen reader, not more often than one can listen. */
function speaker(node) {
  let timer = null, last = -SPEAK, next = "";
  const speak = () => {
    timer = null;
    last = performance.now();
    if (node.textContent !== next) node.textContent = next;
  };
  return {
    say(text) { next = text; timer ??= setTimeout(speak, Math.max(0, last + SPEAK - performance.now())); },
    stop() { clearTimeout(timer); },
  };
}

/** The sentences; they grow and shrink, what stands below them stays. */
function sentences() {
  const lines = Array.from({ length: 3 }, (_, i) => h("p", { class: i ? "also" : "verdict" }));
  const live = h("p", { class: "unseen", "aria-live": "polite" });
  const box = h("div", { class: "lines" }, lines);
  const voice = speaker(live);
  return {
    nodes: [box, live],
    stop: voice.stop,
    say(texts) {
      lines.forEach((line, i) => { if (line.textContent !== (texts[i] ?? "")) line.textContent = texts[i] ?? ""; });
      if (texts.length > 1 && box.offsetHeight > parseFloat(box.style.minHeight || 0)) box.style.minHeight = `${box.offsetHeight}px`;
      voice.say(texts[0]);
    },
  };
}

/** What is compared with what, and the pin. */
function legend(app) {
  const base = h("span", { class: "key base" }), variant = h("span", { class: "key variant" });
  const pin = h("button", { class: "button framed", "aria-label": "Pin this variant", onclick: () => app.pin() },
    "Pin", h("span", { class: "if-wide" }, " this variant"));
  const called = (changes) => {
    const n = Object.keys(changes).length;
    const pinned = app.address.pins.find((each) => isSame(each.changes, changes));
    return pinned?.name ?? (n ? `${n} ${n === 1 ? "change" : "changes"}` : "printed rules");
  };
  return {
    node: h("div", { class: "legend" }, base, variant, pin),
    update() {
      const { changes, base: ofBase } = app.address;
      base.textContent = `Base: ${called(ofBase)}`;
      variant.textContent = isSame(changes, ofBase) ? "No variant yet" : `Variant: ${called(changes)}`;
      variant.classList.toggle("none", isSame(changes, ofBase));
      pin.disabled = !app.canPin;
      pin.title = app.canPin ? "" : "This variant is pinned already, or nothing is changed, or there are six pins.";
    },
  };
}

function columnHeads() {
  const head = (name) => h("span", { class: `figures ${name.toLowerCase()}` }, name);
  return h("div", { class: "measure columns", "aria-hidden": "true" }, h("span"), h("span"), head("Base"), head("Variant"), head("Difference"));
}

export function mountAnswer(root, app) {
  const groups = new Map(Object.keys(GROUPS).map((name) => [name, measureGroup(app, name)]));
  const charts = h("div", { class: "groups" }, skeleton(app.address.seats));
  const told = sentences(), names = legend(app);
  const asking = new Asking(app.page, {
    show,
    fail(error) {
      if (Object.keys(error.fields).length) app.setWrong(error.fields);
      rest([error.message]);
      if (!error.status) later(); // the server is gone: try again
    },
    lose: (isLost) => app.tell(isLost ? GONE : null),
  });
  const status = progress(asking);
  root.replaceChildren(h("div", { class: "answer" }, status.node, told.nodes, names.node, columnHeads(), charts));

  function show(answer) {
    root.classList.remove("stale");
    status.update(answer);
    const isTold = answer.state !== "failed" && answer.lines?.length;
    told.say(isTold ? answer.lines : [answer.message || "The first games are being played."]);
    if (!answer.measures?.length) return;
    const byGroup = Map.groupBy(answer.measures, ({ group }) => group);
    const shown = [...groups].filter(([name]) => byGroup.has(name));
    for (const [name, group] of shown) group.update(byGroup.get(name));
    const nodes = shown.map(([, group]) => group.node);
    if (nodes.length !== charts.children.length || nodes.some((node, i) => charts.children[i] !== node)) charts.replaceChildren(...nodes);
  }

  // What is shown is old, and nothing is listened to.
  function rest(texts) {
    root.classList.add("stale");
    status.update();
    if (texts) told.say(texts);
  }

  let isGone = false;
  async function ask() {
    const question = app.question();
    const fields = await app.check();
    if (isGone || Object.keys(fields).length || !isSame(question, app.question())) return;
    const before = known(question);
    if (before) show(isOver(before) ? before : { ...before, state: "playing" });
    asking.ask(question);
  }
  const later = debounce(ask, REST);

  const ends = [
    app.on((address, before) => {
      names.update();
      if (ASKED.every((key) => isSame(address[key], before[key]))) return;
      asking.leave();
      rest();
      later();
    }),
    app.onWrong(() => {
      const [path] = Object.keys(app.wrong);
      if (!path) { later(); return; }
      asking.leave();
      rest([app.value(path) ? `${app.value(path).label}: ${app.wrong[path]}` : app.wrong[path]]);
    }),
  ];
  names.update();
  status.update();
  told.say(["The rules are being read."]);
  ask();
  return () => {
    isGone = true;
    ends.forEach((end) => end());
    later.stop();
    told.stop();
    asking.leave();
  };
}
