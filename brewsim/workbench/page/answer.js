// The live answer: half a second after the last change the question is asked; sentences first, then base against variant by group.

import { Asking, isOver, known } from "./asking.js";
import { axis, inFigures, intervals, scaleOf } from "./charts.js";
import { debounce, figure, h, isSame } from "./dom.js";
import { icon } from "./rules.js";

const GROUPS = { seats: "Wins by seat", bots: "Wins by bot", ties: "Ties", length: "Length", leaders: "Leaders", scores: "Scores", plans: "Which plan wins", cards: "What a card is worth" };
const ON_ONE_AXIS = ["seats", "bots", "plans", "cards"]; // the others have a measure's own axis each
const FIRST_ROWS = { ties: 2, length: 1, leaders: 2, scores: 2, cards: 8 }; // the others unfold
const BEHIND = { ties: "closest", leaders: "surprising" }; // the game that shows what a number is about
const REST = 500, SPEAK = 5000; // milliseconds
const PLAY = "M5 3.5v9l7.5-4.5z";

function numbers(name) {
  const value = h("b"), width = h("i");
  return { node: h("span", { class: `figures ${name}` }, value, width), set([text, plus]) { value.textContent = text; width.textContent = plus; } };
}

/** One measure as a row; the row stays and its numbers move. */
function measureRow(app, key) {
  const chart = intervals();
  const name = h("span", { class: "measure-name" }), grade = h("span", { class: "grade" });
  const base = numbers("base"), variant = numbers("variant"), difference = numbers("difference");
  const behind = h("a", { class: "icon behind", title: "Games behind this" }, icon(PLAY));
  const sentence = h("span", { class: "unseen" });
  const node = h("li", { class: "measure", "data-key": key }, h("div", { class: "measure-head" }, name, grade), chart.node, base.node, variant.node, difference.node, behind, sentence);
  return {
    node,
    update(measure, scale) {
      const label = measure.item ? h("a", { href: app.href(`card/${measure.item}`) }, measure.label) : measure.label;
      if (name.textContent !== measure.label || measure.item) name.replaceChildren(label);
      const known = measure.grade && measure.grade !== "not tested";
      grade.textContent = known ? measure.grade : "";
      grade.className = `grade ${known ? measure.grade.replaceAll(" ", "-") : ""}`;
      chart.update(scale, measure);
      base.set(inFigures(measure.base));
      variant.set(inFigures(measure.variant));
      difference.set(inFigures(measure.difference, { isDifference: true }));
      difference.node.classList.toggle("sure", /^(changed|worth)/.test(measure.verdict ?? ""));
      node.title = sentence.textContent = measure.sentence ?? "";
      behind.setAttribute("aria-label", `Games behind this: ${measure.label}`);
      behind.href = app.href(`watch/${BEHIND[measure.group] ?? "typical"}`, { of: measure.variant ? "variant" : "base" });
    },
  };
}

/** A group of measures; a long one is folded. */
function measureGroup(app, name) {
  const rows = new Map(), axes = new Map(), scales = new Map();
  const list = h("ol", { class: "measures" });
  const all = h("button", { class: "link", "aria-label": `All measures: ${GROUPS[name]}`, onclick: () => { isLong = !isLong; arrange(); } });
  const node = h("section", { class: "group", "aria-label": GROUPS[name] }, h("h3", {}, GROUPS[name]), list, all);
  let isLong = false, runs = []; // [measures on one axis]

  function axisOf(key, unit) {
    if (!axes.has(key)) {
      const { node: line, update } = axis();
      axes.set(key, { update, node: h("li", { class: "measure axis-line", "aria-hidden": "true" }, h("span", { class: "unit" }, unit), line) });
    }
    return axes.get(key);
  }

  function arrange() {
    const first = FIRST_ROWS[name] ?? Infinity, n = runs.flat().length;
    let left = isLong ? Infinity : first;
    const nodes = runs.flatMap((run) => {
      const shown = run.slice(0, left);
      left -= shown.length;
      return shown.length ? [...shown.map(({ key }) => rows.get(key).node), axes.get(keyOf(run[0])).node] : [];
    });
    if (nodes.length !== list.children.length || nodes.some((each, i) => list.children[i] !== each)) list.replaceChildren(...nodes);
    all.hidden = n <= first;
    all.textContent = isLong ? "Fewer" : `${n - first} more`;
    all.setAttribute("aria-expanded", String(isLong));
  }

  const keyOf = (measure) => (ON_ONE_AXIS.includes(name) ? measure.unit : measure.key);
  return {
    node,
    update(measures) {
      runs = [...Map.groupBy(measures, keyOf).values()].sort((one, other) => other.length - one.length); // seats before their sum
      for (const run of runs) {
        const key = keyOf(run[0]);
        const ends = run.flatMap(({ base, variant, fair }) => [base, variant].filter(Boolean).flatMap(({ low, high }) => [low, high]).concat(fair ?? []));
        const scale = ends.length ? scaleOf(Math.min(...ends), Math.max(...ends), scales.get(key)) : scales.get(key) ?? scaleOf(0, 1);
        scales.set(key, scale);
        for (const measure of run) {
          if (!rows.has(measure.key)) rows.set(measure.key, measureRow(app, measure.key));
          rows.get(measure.key).update(measure, scale);
        }
        axisOf(key, run[0].unit).update(scale, run[0].unit);
      }
      arrange();
    },
  };
}

/** Grey rows of the same height, until there are numbers. */
function skeleton(seats) {
  const bones = { seats, ties: 2, length: 1, leaders: 2, scores: 2 };
  return Object.entries(bones).map(([name, n]) => h("section", { class: "group bones", "aria-hidden": "true" }, h("h3", {}, GROUPS[name]),
    h("ol", { class: "measures" }, Array.from({ length: n }, () => h("li", { class: "measure" }, h("span", { class: "bone" }), h("span", { class: "bone long" }))), h("li", { class: "measure axis-line" }))));
}

function progress(app, asking) {
  const text = h("p", { class: "status-text" });
  const fill = h("span", { class: "status-fill" });
  const hold = h("button", { class: "button framed" }), more = h("button", { class: "button framed", onclick: () => asking.order("more") }, "More");
  const node = h("div", { class: "status" }, text, h("div", { class: "status-tools" }, hold, more), h("div", { class: "status-track", "aria-hidden": "true" }, fill));
  hold.addEventListener("click", () => asking.order(hold.dataset.order));
  return {
    node,
    update(answer, isStale) {
      const { state, games, of, speed, reached, seconds_left: left } = answer ?? { state: "waiting" };
      const isHeld = state === "paused" || state === "cancelled" || state === "failed";
      hold.dataset.order = isHeld ? "go-on" : "pause";
      hold.textContent = isHeld ? "Go on" : "Pause";
      hold.disabled = isStale || !["playing", "compiling", "paused", "cancelled", "failed"].includes(state);
      more.disabled = isStale || state !== "done";
      more.title = "Play twice as many games";
      fill.style.setProperty("transform", `scaleX(${of ? Math.min(1, games / of) : 0})`);
      const parts = {
        waiting: ["Ready"], compiling: ["Getting the rules ready"],
        playing: [`${figure(games)} games`, speed ? `${figure(speed)} a second` : "", left ? `${duration(left)} left` : games && games >= of ? "now plans and cards" : ""],
        paused: [`${figure(games)} games`, "paused"], done: [`${figure(games)} games`, reached ? `shares known to ± ${figure(reached, 1)} points` : "done"], cancelled: [`${figure(games)} games`, "stopped"], failed: ["Stopped"],
      }[isStale ? "waiting" : state] ?? [state];
      text.replaceChildren(h("span", {}, parts[0]), h("span", {}, parts.slice(1).filter(Boolean).join(" · ")));
    },
  };
}

function duration(seconds) {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  return seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${figure(seconds / 3600, 1)} h`;
}

/** Says the first sentence to a screen reader, at most once in five seconds. */
function speaker(node) {
  let timer = null, last = -SPEAK, next = "";
  return {
    say(text) {
      next = text;
      timer ??= setTimeout(() => { timer = null; last = performance.now(); if (node.textContent !== next) node.textContent = next; }, Math.max(0, last + SPEAK - performance.now()));
    },
    stop() { clearTimeout(timer); },
  };
}

export function mountAnswer(root, app) {
  const lines = Array.from({ length: 3 }, (_, i) => h("p", { class: i ? "also" : "verdict" }));
  const live = h("p", { class: "unseen", "aria-live": "polite" });
  const voice = speaker(live);
  const groups = new Map(Object.keys(GROUPS).map((name) => [name, measureGroup(app, name)]));
  const charts = h("div", { class: "groups" }, skeleton(app.address.seats));
  const variantName = h("span", { class: "key variant" }), baseName = h("span", { class: "key base" });
  const pin = h("button", { class: "button framed", onclick: () => app.pin() }, "Pin this variant");
  const columns = h("div", { class: "measure columns", "aria-hidden": "true" }, h("span"), h("span"), h("span", { class: "figures base" }, "Base"), h("span", { class: "figures variant" }, "Variant"), h("span", { class: "figures difference" }, "Difference"));

  const asking = new Asking(app.page, {
    show,
    fail(error) {
      if (Object.keys(error.fields).length) app.setWrong(error.fields);
      say([error.message]);
      root.classList.add("stale");
      status.update(null, true);
      if (!error.status) later();
    },
    lose: (isLost) => app.tell(isLost ? "The workbench does not answer. It may have been stopped; the page tries again." : null),
  });
  const status = progress(app, asking);
  root.replaceChildren(h("div", { class: "answer" },
    h("div", { class: "answer-top" }, status.node,
      h("div", { class: "lines" }, lines), live,
      h("div", { class: "legend" }, baseName, variantName, pin)),
    columns, charts));

  function say(texts) {
    lines.forEach((line, i) => { if (line.textContent !== (texts[i] ?? "")) line.textContent = texts[i] ?? ""; });
    const { style, offsetHeight } = lines[0].parentNode; // sentences grow and shrink; what stands below them stays
    if (offsetHeight > parseFloat(style.minHeight || 0) && texts[1]) style.minHeight = `${offsetHeight}px`;
    if (texts[0]) voice.say(texts[0]);
  }

  function show(answer) {
    root.classList.remove("stale");
    status.update(answer, false);
    say(answer.state === "failed" ? [answer.message] : answer.lines?.length ? answer.lines : [answer.message || "The first games are being played."]);
    if (!answer.measures?.length) return;
    const byGroup = Map.groupBy(answer.measures, ({ group }) => group);
    const shown = [...groups].filter(([name]) => byGroup.has(name));
    for (const [name, group] of shown) group.update(byGroup.get(name));
    const nodes = shown.map(([, group]) => group.node);
    if (nodes.length !== charts.children.length || nodes.some((node, i) => charts.children[i] !== node)) charts.replaceChildren(...nodes);
  }

  function name() {
    const { changes, base, pins } = app.address;
    const called = (set) => pins.find((each) => isSame(each.changes, set))?.name;
    const count = (set) => { const n = Object.keys(set).length; return n ? `${n} ${n === 1 ? "change" : "changes"}` : "printed rules"; };
    baseName.textContent = `Base: ${called(base) ?? count(base)}`;
    variantName.textContent = isSame(changes, base) ? "No variant yet" : `Variant: ${called(changes) ?? count(changes)}`;
    root.classList.toggle("same", isSame(changes, base));
    pin.disabled = !app.canPin;
    pin.title = app.canPin ? "" : "This variant is pinned already, or nothing is changed, or there are six pins.";
  }

  async function ask() {
    const question = app.question();
    const fields = await app.check();
    if (isGone || Object.keys(fields).length || !isSame(question, app.question())) return;
    const before = known(question);
    if (before) show({ ...before, state: isOver(before) ? before.state : "playing" });
    asking.ask(question);
  }
  let isGone = false;
  const later = debounce(ask, REST);

  const refresh = (address, before) => {
    name();
    if (!before || ["title", "changes", "base", "seats", "bots", "games", "precision", "seed"].every((key) => isSame(address[key], before[key]))) return;
    asking.leave();
    root.classList.add("stale");
    status.update(null, true);
    later();
  };
  const ends = [app.on(refresh), app.onWrong(() => {
    const wrong = Object.keys(app.wrong);
    if (wrong.length) { asking.leave(); root.classList.add("stale"); status.update(null, true); say([app.value(wrong[0]) ? `${app.value(wrong[0]).label}: ${app.wrong[wrong[0]]}` : app.wrong[wrong[0]]]); } else later();
  })];
  name();
  say(["The rules are being read."]);
  status.update(null, true);
  ask();
  return () => { isGone = true; ends.forEach((end) => end()); later.stop(); voice.stop(); asking.leave(); };
}
