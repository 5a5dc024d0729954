// A replay one can step through: the table, what the bot made of its options, the story, the win chance. It needs no server.

import { chanceLine, chancesAt } from "./chanceline.js";
import { figure, h, isCalm, svg } from "./dom.js";
import { scenesOf, seenBy } from "./scenes.js";

const SPEEDS = { Slow: 1600, Steady: 800, Fast: 300 }; // milliseconds a decision
const ROWS = 8; // options that are shown

const ICONS = { first: "M4 3v10M13 3 6 8l7 5z", back: "M11 3 4 8l7 5z", on: "M5 3l7 5-7 5z", last: "M12 3v10M3 3l7 5-7 5z", play: "M4 2.5l9 5.5-9 5.5z", pause: "M5 3v10M11 3v10" };
const icon = (name) => svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));

/** Mounts the replay in `root`; `draw` is that of the title's table. Gives `{setChances, stop}`. */
export function watch(root, replay, draw) {
  const { frames } = replay, scenes = scenesOf(frames), last = frames.length - 1;
  const rounds = frames.flatMap(({ round }, frame) => (frame === 0 || round !== frames[frame - 1].round ? [{ frame, round }] : []));
  let now = 0, eyes = null, timer = null, speed = SPEEDS.Steady, chances = null;

  // The table and what is said beside it.
  const table = h("div", { class: "watch-table", role: "region", "aria-label": "The table", tabindex: 0 });
  const turn = h("h2", {}), told = h("p", { class: "watch-told", "aria-live": "polite" });
  const options = h("ol", { class: "options", "aria-label": "What each option is worth to the bot, best first" });
  const more = h("p", { class: "muted small options-more" });
  const lines = frames.map((frame, place) => (frame.seat === null ? null : h("li", {}, h("button", { class: "story-line", onclick: () => go(place) }))));
  const opening = h("li", {}, h("details", {}, h("summary", {}, "The deal"), replay.opening.map((text) => h("p", { class: "small" }, text))));
  const story = h("ol", { class: "story", "aria-label": "The story", tabindex: -1 }, storyItems());
  const note = h("p", { class: "muted small watch-note" }, "Working out the win chances …");

  // The seats, the chances and the controls.
  const shares = replay.bots.map(() => h("span", { class: "seat-chance number" }, ""));
  const seats = h("ul", { class: "watch-seats" }, replay.bots.map((bot, seat) => h("li", {}, h("i", { class: `dot seat-${seat}` }), h("span", {}, `Seat ${seat + 1}`), h("span", { class: "muted" }, bot), shares[seat])));
  const line = chanceLine({ frames: frames.length, rounds, seats: replay.seats, jump: go });
  const slider = h("input", { type: "range", class: "watch-slider", min: 0, max: last, step: 1, value: 0, "aria-label": "Decision", oninput: () => go(Number(slider.value)) });
  const player = h("button", { class: "icon watch-play", onclick: toggle });
  const count = h("span", { class: "watch-count number muted" });
  const step = (name, label, action) => h("button", { class: "icon", "aria-label": label, title: label, onclick: action }, icon(name));
  const controls = h("div", { class: "watch-controls" },
    h("div", { class: "watch-steps", role: "group", "aria-label": "Steps" },
      step("first", "To the beginning (Home)", () => go(0)), step("back", "One decision back (left arrow)", () => go(now - 1)), player,
      step("on", "One decision on (right arrow)", () => go(now + 1)), step("last", "To the end (End)", () => go(last)), count),
    segments("Speed", Object.keys(SPEEDS), 1, (name) => { speed = SPEEDS[name]; if (timer) { stop(); start(); } }, slider),
    segments("Hands seen by", ["All", ...replay.bots.map((_, seat) => `${seat + 1}`)], 0, (name) => { eyes = name === "All" ? null : Number(name); show(); }, slider));

  root.replaceChildren(h("div", { class: "watch" },
    table,
    h("section", { class: "watch-side", "aria-label": "The decision" }, h("div", { class: "watch-decision" }, turn, told, options, more), story),
    h("section", { class: "watch-foot", "aria-label": "The game over time" }, h("div", { class: "watch-head" }, seats, note), line.node, slider, controls)));

  function storyItems() {
    const items = [opening];
    frames.forEach((frame, place) => {
      if (rounds.some((round) => round.frame === place) && frame.seat !== null) items.push(h("li", { class: "story-round" }, `Round ${frame.round}`));
      if (lines[place]) items.push(lines[place]);
    });
    return [...items, h("li", { class: "story-end" }, replay.end.map((text) => h("p", { class: "small" }, text)))];
  }

  const saidIn = (frame) => (eyes !== null && frame.seat !== eyes && frame.heard ? frame.heard : frame.told);

  function tellStory() {
    opening.hidden = eyes !== null; // it tells of all hands
    frames.forEach((frame, place) => {
      if (!lines[place]) return;
      const [what, ...then] = saidIn(frame);
      lines[place].firstChild.replaceChildren(h("i", { class: `dot seat-${frame.seat - 1}` }), h("span", {}, h("span", { class: "unseen" }, `Seat ${frame.seat} `), what, then.map((text) => h("span", { class: "story-then" }, text))));
    });
  }

  // The end as bars: the scores, the winner first.
  const standing = () => replay.results.toSorted((one, other) => one.rank - other.rank).map(({ seat, score, win_share: share }) => ({ words: `Seat ${seat} (${replay.bots[seat - 1]})`, value: score, chosen: share > 0 }));
  const winners = () => (replay.results.some(({ rank }) => rank === 1) ? replay.end.filter((_, place) => replay.results[place].rank === 1) : replay.end);

  function showOptions(frame) {
    const isHidden = eyes !== null && frame.seat !== null && frame.seat !== eyes;
    const weighed = frame.seat === null ? standing() : frame.options;
    const values = weighed.map((option) => option.value), low = Math.min(...values, ...(frame.seat === null ? [0] : [])), range = Math.max(...values) - low;
    const shown = isHidden ? [] : weighed;
    options.replaceChildren(...shown.map((option) => h("li", { class: option.chosen ? "chosen" : null, title: option.words },
      h("span", { class: "option-words" }, option.words, option.chosen && h("span", { class: "unseen" }, frame.seat === null ? " (won)" : " (chosen)")),
      h("span", { class: "option-bar" }, h("i", { style: { width: `${range > 0 ? 4 + 96 * (option.value - low) / range : 100}%` } })),
      h("span", { class: "option-value number" }, figure(option.value, frame.seat === null ? 0 : 2)))));
    options.style.setProperty("--rows", ROWS);
    more.textContent = isHidden ? `Seat ${eyes} does not see what seat ${frame.seat} weighs.`
      : frame.seat === null ? "" : frame.options.length === 0 ? "There was no choice." : frame.others > 0 ? `and ${frame.others} more that the bot likes less` : "";
  }

  let seen = { frame: null, eyes: null }; // what the table shows
  function show() {
    const frame = frames[now];
    if (seen.frame !== now || seen.eyes !== eyes) {
      const top = table.scrollTop, left = table.scrollLeft;
      table.replaceChildren(draw(seenBy(scenes[now], eyes), { seat: eyes }));
      table.scrollTo({ top, left, behavior: "instant" });
    }
    if (seen.frame === null || seen.eyes !== eyes) tellStory();
    seen = { frame: now, eyes };
    const said = frame.seat === null ? winners() : saidIn(frame);
    turn.replaceChildren(frame.seat === null ? "The end" : h("span", {}, h("i", { class: `dot seat-${frame.seat - 1}` }), `Seat ${frame.seat} `), h("span", { class: "muted" }, frame.seat === null ? "" : `round ${frame.round}`));
    told.replaceChildren(...said.map((text, place) => h("span", { class: place ? "muted small" : null }, text)));
    showOptions(frame);
    slider.value = now;
    slider.setAttribute("aria-valuetext", frame.seat === null ? "The end" : `Round ${frame.round}, seat ${frame.seat} ${said[0]}`);
    count.textContent = `${now + 1} / ${frames.length}`;
    line.mark(now);
    showChances();
    followStory();
  }

  function showChances() {
    const found = chancesAt(chances, now);
    shares.forEach((share, seat) => { share.textContent = found ? `${figure(100 * found[seat])} %` : "– %"; });
  }

  function followStory() {
    story.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const item = lines[now] ?? story.lastElementChild;
    (lines[now]?.firstChild ?? item).setAttribute("aria-current", "step");
    const where = item.offsetTop - story.clientHeight / 3;
    story.scrollTo({ top: where, behavior: isCalm() || timer ? "instant" : "smooth" });
  }

  function go(frame) {
    const next = Math.min(last, Math.max(0, frame));
    if (next === now) return;
    now = next;
    show();
    if (now === last) stop();
  }

  function goRounds(direction) {
    const starts = rounds.map(({ frame }) => frame);
    go(direction > 0 ? starts.find((frame) => frame > now) ?? last : starts.findLast((frame) => frame < now) ?? 0);
  }

  function start() {
    if (now === last) go(0);
    timer = setInterval(() => go(now + 1), speed);
    showPlayer();
  }
  function stop() { clearInterval(timer); timer = null; showPlayer(); }
  function toggle() { if (timer) stop(); else start(); }
  function showPlayer() {
    player.replaceChildren(icon(timer ? "pause" : "play"));
    const label = timer ? "Pause (space)" : "Play (space)";
    player.setAttribute("aria-label", label);
    player.title = label;
    told.setAttribute("aria-live", timer ? "off" : "polite"); // a reader's voice could not follow
  }

  const KEYS = { ArrowLeft: () => go(now - 1), ArrowRight: () => go(now + 1), Home: () => go(0), End: () => go(last), ArrowUp: () => goRounds(-1), ArrowDown: () => goRounds(1), " ": toggle };
  function onKey(event) {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !KEYS[key]) return;
    if (target.closest?.("select, textarea, dialog, input:not([type=range]), header")) return;
    if (key === " " && target.closest?.("button, a, summary")) return;
    event.preventDefault();
    KEYS[key]();
  }
  addEventListener("keydown", onKey);
  showPlayer();
  show();
  return {
    /** The win chances, when they are known: {playouts, points}, or a sentence that says why not. */
    setChances(found) {
      chances = found.points ?? null;
      line.draw(chances);
      note.textContent = chances ? `Win chance with 95 % interval, ${found.playouts} play-outs from each turn.` : found;
      showChances();
    },
    stop() { stop(); line.stop(); removeEventListener("keydown", onKey); },
  };
}

/** A row of choices of which one holds. After a click the arrow keys belong to `after` again; who chooses by keyboard keeps them here. */
function segments(label, names, chosen, choose, after) {
  const release = (event) => { if (event.detail > 0) after.focus({ preventScroll: true }); };
  const group = `segments-${label.replaceAll(" ", "-").toLowerCase()}`;
  return h("fieldset", { class: "watch-choice" }, h("legend", { class: "field-label" }, label),
    h("span", { class: "segments" }, names.map((name, place) => h("label", {}, h("input", { type: "radio", name: group, value: name, checked: place === chosen, onchange: () => choose(name), onclick: release }), h("span", {}, name)))));
}
