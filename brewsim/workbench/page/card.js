// The view `card/ITEM`: what a card says, how strong it is, when and with whom it is used, and what each of its numbers does.

import { interval, intervalRows, roundColumns, told } from "./cardcharts.js";
import { mountNumbers } from "./cardnumbers.js";
import { debounce, h, isSame, loadStyle } from "./dom.js";
import { Following } from "./following.js";

const REST = 500; // milliseconds that a change rests before games are played for it
const SIZES = [
  ["restricted", "in a game with it", "points"],
  ["per_use", "for each use", "points"],
  ["per_game", "over all games", "points"],
];

export function mount(root, app) {
  loadStyle("card.css");
  const item = app.address.rest;
  const head = h("header", { class: "card-head" });
  const values = h("section", { class: "card-values", "aria-label": "What it says" }, h("h2", {}, "What it says"));
  const strength = mountStrength(app, item);
  root.append(h("div", { class: "card-page" }, head, h("div", { class: "card-columns" }, values, strength.node)));
  let numbers = null, isOver = false, told = null;

  async function load() {
    try {
      const card = await app.api.post(`cards/${encodeURIComponent(item)}`, app.question());
      if (isOver) return;
      drawHead(head, app, card);
      if (!numbers) numbers = mountNumbers(values, app, card);
      app.tell(null);
    } catch (error) {
      if (!isOver) { told = error.message; app.tell(told); }
    }
  }

  load().then(() => { if (!isOver && !told) strength.ask(); });
  const later = debounce(() => { load(); strength.ask(); }, REST);
  const leave = app.on((address, before) => {
    if (["changes", "base", "seats", "bots", "seed"].every((key) => isSame(address[key], before[key]))) return;
    numbers?.update();
    later();
  });
  return () => {
    isOver = true;
    later.stop();
    leave();
    numbers?.end();
    strength.end();
    app.api.post("cards", { page: app.page }).catch(() => {}); // nobody looks any more: its games end
  };
}

function drawHead(head, app, { item, label, kind, does, others }) {
  const all = [...others, { item, label }].sort((one, other) => one.label.localeCompare(other.label));
  const go = h("select", { "aria-label": `Another ${kind}`, onchange: () => app.navigate(`card/${all[go.selectedIndex].item}`) },
    all.map((each) => h("option", { value: each.item }, each.label)));
  go.value = item;
  head.replaceChildren(
    h("a", { class: "link card-back", href: app.href("rules") }, "Back to the rules"),
    h("div", { class: "card-title" }, h("h1", {}, label), h("span", { class: "badge" }, kind), others.length > 0 && h("span", { class: "select" }, go)),
    does && h("p", { class: "muted card-does" }, `In print: ${does}.`),
  );
}

// The right side: games are played for it as soon as one looks, and it fills in.
function mountStrength(app, item) {
  const sentence = h("p", { class: "card-sentence", "aria-live": "polite" }, "The first games are being played.");
  const sizes = h("dl", { class: "sizes" });
  const note = h("p", { class: "muted small card-note" });
  const kind = h("div", { class: "card-kind" }), rounds = h("div", { class: "card-rounds" }), partners = h("div", { class: "card-partners" });
  const state = h("p", { class: "muted small card-state" });
  const meter = h("span", { class: "meter", "aria-hidden": "true" }, h("span", {}));
  const part = (title, why, body) => h("section", { class: "card-part" }, h("h3", {}, title), h("p", { class: "muted small" }, why), body);
  const node = h("section", { class: "card-strength", "aria-label": "How strong it is" },
    h("div", { class: "card-strength-head" }, h("h2", {}, "How strong it is"), state), meter, sentence, sizes, note,
    part("Against its kind", "Points of win share that a seat loses when it may not use the card, for each game in which it would, with 95 % intervals.", kind),
    part("When it is first used", "Percent of all seats that use it for the first time in this round.", rounds),
    part("With whom it is strong", "What two cards bring together beyond what each brings once the other is gone, in points of win share over all games.", partners));
  const following = new Following(`cards/${encodeURIComponent(item)}/study`, { show: draw, fail: (error) => { state.textContent = error.message; } });
  drawSizes(sizes, null);

  function draw(answer) {
    const { games = 0, of = 0 } = answer;
    state.textContent = answer.state === "failed" ? answer.message : answer.state === "done" ? `${games.toLocaleString("en")} games` : `${games.toLocaleString("en")} of ${of.toLocaleString("en")} games`;
    meter.firstChild.style.width = `${of ? (100 * games) / of : 0}%`;
    meter.classList.toggle("done", answer.state === "done");
    if (answer.strength) {
      sentence.textContent = answer.place?.sentence ?? "The others of its kind are still to be played.";
      sentence.dataset.grade = answer.place?.grade ?? "not known";
      note.textContent = noteOf(answer.strength.note);
      drawSizes(sizes, answer.strength);
    }
    if (answer.kind?.length) {
      kind.replaceChildren(intervalRows(answer.kind.map((each) => ({
        label: each.label, estimate: each.worth, isOwn: each.is_own, grade: each.grade, href: app.href(`card/${each.item}`),
      })), { unit: "points" }));
    }
    if (answer.rounds?.length) rounds.replaceChildren(roundColumns(answer.rounds));
    else if (answer.strength) rounds.replaceChildren(h("p", { class: "muted small" }, "No seat has used it yet."));
    if (answer.partners?.length) partners.replaceChildren(drawPartners(app, answer.partners));
    else if (answer.state === "done") partners.replaceChildren(h("p", { class: "muted small" }, "No other card goes along with it."));
  }

  return { node, ask: () => following.ask({ ...app.question(), page: app.page }), end: () => following.end() };
}

function noteOf(note) {
  if (!note) return "";
  return note.startsWith("looks") ? `By the win rate of those who use it, it ${note}.` : `${note[0].toUpperCase()}${note.slice(1)}.`;
}

function drawSizes(sizes, strength) {
  const tiles = SIZES.map(([key, name, unit]) => tile(strength?.[key], name, unit));
  tiles.push(tile(strength?.used, "of seats use it", "%"));
  sizes.replaceChildren(...tiles);
}

function tile(estimate, name, unit) {
  return h("div", {}, h("dd", {}, h("strong", {}, estimate ? told(estimate) : "–", estimate && h("span", { class: "unit" }, ` ${unit}`)),
    h("span", { class: "muted small" }, estimate ? interval(estimate) : " ")), h("dt", { class: "small" }, name));
}

function drawPartners(app, partners) {
  return h("ul", { class: "partners" }, partners.map((each) => h("li", {},
    h("a", { href: app.href(`card/${each.item}`) }, each.label),
    h("span", { class: "number" }, told(each.together, "", true)),
    h("span", { class: "muted small" }, each.together ? `${each.words} (${interval(each.together)}); a seat uses both in ${Math.round(each.used_both)} % of games` : "too few games"))));
}
