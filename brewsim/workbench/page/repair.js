// The view `repair`: what is wanted of the game and the repairs that were found, beside the live answer to those that are tried.

import { mountAnswer } from "./answer.js";
import { known } from "./asking.js";
import { debounce, differing, figure, h, isSame, loadStyle } from "./dom.js";
import { mountPanes } from "./panes.js";
import { mountPins } from "./pins.js";
import { mountReach, settingsOf } from "./reach.js";
import { mountCards } from "./repaircards.js";
import { footer } from "./rules.js";
import { mountWishes } from "./wishes.js";

const REST = 250, LOOK = 700, GONE = 2000; // milliseconds that a change rests, between looks at a search, and at a server that is gone
const ASKED = ["base", "goals", "sections", "at", "by", "effort", "sure", "adapts", "seats"]; // what makes another request
const PANES = [["Repair", mountRepair], ["Answer", mountAnswer], ["Pins", mountPins]];
const isGoing = (told) => ["compiling", "playing"].includes(told?.state);

export function mount(root, app) {
  loadStyle("repair.css");
  return mountPanes(root, app, PANES, () => {
    const { changes, pins } = app.address;
    root.classList.toggle("has-pins", pins.length > 0);
    return [Object.keys(changes).length, null, pins.length];
  });
}

/** How far the search is: one line, a track, and the button that fits. */
function progress({ begin, stop }) {
  const text = h("p", { class: "repair-status", role: "status" }), fill = h("span", { class: "status-fill" });
  const track = h("div", { class: "repair-track", "aria-hidden": "true" }, fill);
  const wrong = h("p", { class: "wrong", role: "alert" });
  const main = h("button", { class: "button main", onclick: () => (isGoing(last) ? stop() : begin(false)) });
  const instead = h("button", { class: "button framed", hidden: true, onclick: () => begin(true) }, "Stop it, and look for mine");
  let last = null;
  return {
    node: h("section", { class: "repair-part repair-run", "aria-label": "Search" },
      h("div", { class: "repair-buttons" }, main, instead), text, track, wrong),
    update(told, canBegin) {
      last = told;
      const { state, step, games = 0, of = 0 } = told ?? {};
      const words = {
        compiling: told?.message || "Getting the rules ready.",
        playing: [step && `${step[0].toUpperCase()}${step.slice(1)}`, `${figure(games)} of ${figure(of)} games`,
          told?.is_waiting && "waits while the live answer is played"].filter(Boolean).join(" · "),
        stopped: "Stopped. What was played is kept, and the search goes on from there.",
        failed: told?.message,
        done: "The search is over. Change a goal, or what may change, to look again.",
      };
      main.textContent = isGoing(told) ? "Stop" : { stopped: "Go on", failed: "Try again" }[state] ?? "Look for repairs";
      main.disabled = !isGoing(told) && (!canBegin || state === "done");
      if (text.textContent !== (words[state] ?? "")) text.textContent = words[state] ?? "";
      track.hidden = !isGoing(told);
      fill.style.setProperty("transform", `scaleX(${of ? Math.min(1, games / of) : 0})`);
    },
    refuse(message, isOther) { wrong.textContent = message; instead.hidden = !isOther; },
  };
}

/** Which rules are repaired: the base of the comparison, so that each repair is shown against them. */
function subjectLine(app) {
  const text = h("span"), take = h("button", { class: "link", onclick: () => app.setVariant({ base: app.address.changes }) }, "repair the variant instead");
  return {
    node: h("p", { class: "muted small repair-subject" }, text, " ", take),
    update() {
      const { base, changes } = app.address, n = Object.keys(base).length;
      text.textContent = `To be repaired: ${n ? `the base, with ${n} ${n === 1 ? "change" : "changes"}` : "the printed rules"}.`;
      take.hidden = !differing(base, changes).length;
    },
  };
}

function mountRepair(root, app, go) {
  const body = h("div", { class: "pane-body repair" }), foot = footer(app, () => app.navigate("rules"));
  root.replaceChildren(body, foot.node);
  let end = () => {}, isGone = false;
  app.api.get(`wishes/${encodeURIComponent(app.address.title)}`)
    .then((wishes) => { if (!isGone) end = fill(body, app, wishes, () => go(1)); })
    .catch((error) => { if (!isGone) app.tell(error.message); });
  const ends = [app.on(foot.update), app.onWrong(foot.update)];
  return () => { isGone = true; ends.forEach((each) => each()); end(); };
}

function fill(body, app, { subjects, sections }, showAnswer) {
  const wishes = mountWishes(app, subjects), reach = mountReach(app, sections), line = subjectLine(app);
  const run = progress({ begin, stop: () => order(`repairs/${told.id}/stop`) });
  const cards = mountCards(app, showAnswer);
  body.replaceChildren(
    h("header", { class: "repair-head" }, h("h2", {}, "Repair"),
      h("p", { class: "muted" }, "Say what you want of the game. The workbench looks for the smallest change of the rules that surely does it.")),
    line.node, wishes.node, reach.node, run.node, cards.node);
  let told = null, fields = {}, turn = 0, timer = null;

  const request = () => ({ title: app.address.title, base: app.address.base, goals: app.address.goals, ...settingsOf(app) });

  function show(next, wrong = {}) {
    told = next;
    fields = wrong;
    wishes.wrong(fields);
    run.update(told, told !== null);
    cards.update(told);
    clearTimeout(timer);
    if (isGoing(told)) timer = setTimeout(() => order(`repairs/${told.id}`, true), LOOK);
  }

  function refuse(error) {
    const { instead, ...wrong } = error.fields;
    run.refuse(instead || !Object.keys(wrong).length ? error.message : "", Boolean(instead));
    show(instead ? told : null, wrong);
    if (!error.status) timer = setTimeout(look, GONE); // the server is gone: try again
  }

  async function look() {
    const mine = ++turn;
    run.refuse("", false);
    if (!app.address.goals.length) { show(null); return; }
    try {
      const found = await app.api.post("repairs/look", request());
      if (mine === turn) show(found);
    } catch (error) { if (mine === turn) refuse(error); }
  }

  async function begin(isInstead) {
    const mine = ++turn;
    run.refuse("", false);
    try {
      const found = await app.api.post("repairs", { ...request(), instead: isInstead });
      if (mine === turn) show(found);
    } catch (error) { if (mine === turn) refuse(error); }
  }

  // A search that the server does not know any more may be over, or was stopped with it: look again.
  async function order(path, isLook = false) {
    const mine = turn;
    try {
      const found = await (isLook ? app.api.get(path) : app.api.post(path));
      if (mine === turn) show(found);
    } catch (error) {
      if (mine !== turn) return;
      if (error.status) look(); else timer = setTimeout(() => order(path, isLook), LOOK);
    }
  }

  const later = debounce(look, REST);
  const now = () => wishes.now(known(app.question())?.measures ?? []);
  const clock = setInterval(now, 1000);
  const end = app.on((address, before) => {
    line.update();
    cards.update(told);
    if (ASKED.every((key) => isSame(address[key], before[key]))) return;
    turn += 1;
    wishes.draw();
    reach.draw();
    later();
  });
  line.update();
  now();
  show(null);
  look();
  return () => { end(); later.stop(); clearInterval(clock); clearTimeout(timer); turn += 1; };
}
