// The view `watch/GAME`: a game behind a number, or the typical, closest or most surprising one.

import { debounce, h, isSame, loadStyle } from "./dom.js";
import { drawingOf } from "./drawing.js";
import { saveFile } from "./saving.js";
import { watch } from "./watcher.js";

const KINDS = { typical: "Typical", closest: "Closest", surprising: "Most surprising" };

export function mount(root, app) {
  const place = h("div", { class: "watch-place" }), why = h("p", { class: "watch-why", role: "status" });
  let shown = null, asking = null, asked = null;

  const game = () => (app.address.rest in KINDS ? app.address.rest : Number.parseInt(app.address.rest, 10) || 0);
  const side = () => app.address.of ?? (Object.keys(app.address.changes).length ? "variant" : "base");
  const question = () => {
    const { games, precision, ...same } = app.question({ of: side(), game: app.address.rest === "" ? "typical" : game() });
    return same;
  };

  const number = h("input", { type: "text", class: "watch-number", inputmode: "numeric", "aria-label": "Number of the game", placeholder: "Game number", onchange: () => {
    const wanted = Number.parseInt(number.value, 10);
    if (wanted >= 0) app.navigate(`watch/${wanted}`, { of: app.address.of, seed: app.address.seed });
  } });
  const kinds = Object.entries(KINDS).map(([kind, label]) => h("a", { class: "button", href: app.href(`watch/${kind}`, { of: app.address.of, seed: app.address.seed }), "aria-current": (app.address.rest || "typical") === kind && "page" }, label));
  const sides = Object.keys(app.address.changes).length > 0 && h("nav", { "aria-label": "Rules" },
    ["base", "variant"].map((of) => h("a", { class: "button", href: app.href(`watch/${app.address.rest || "typical"}`, { of, seed: app.address.seed }), "aria-current": side() === of && "page" }, of === "base" ? "Base" : "Variant")));
  const save = h("button", { class: "button framed", disabled: true, onclick: keep }, "Save as a file");
  const styled = Promise.all([loadStyle("watch.css"), loadStyle("tables/tables.css")]);

  async function keep() {
    save.disabled = true;
    try { saveFile(await app.api.post("replays/file", asked), "text/html"); } catch (error) { app.tell(error.message); }
    save.disabled = false;
  }

  async function load() {
    const wanted = question();
    if (isSame(wanted, asked)) return;
    asked = wanted;
    asking?.abort();
    const { signal } = asking = new AbortController();
    shown?.stop();
    shown = null;
    save.disabled = true;
    why.textContent = "";
    place.replaceChildren(h("div", { class: "watch-wait", role: "status" }, h("p", {}, "The game is being played …"), h("p", { class: "small" }, "The first game of a title takes a while: its rules are compiled.")));
    try {
      const [replay, draw] = await Promise.all([app.api.post("replays", wanted, { signal }), drawingOf(wanted.title), styled]);
      if (signal.aborted) return;
      why.textContent = `Game ${replay.game}. ${replay.why}`;
      number.value = replay.game;
      save.disabled = false;
      shown = watch(place, replay, draw);
      showChances(shown, wanted, signal);
    } catch (error) {
      if (signal.aborted) return;
      asked = null;
      place.replaceChildren(h("div", { class: "watch-wait", role: "alert" }, h("p", {}, error.message), h("p", {}, h("button", { class: "button framed", onclick: load }, "Try again"))));
    }
  }

  async function showChances(mine, wanted, signal) {
    try { mine.setChances(await app.api.post("replays/chances", wanted, { signal })); } catch (error) { if (!signal.aborted) mine.setChances(error.message); }
  }

  styled.then(() => {
    root.replaceChildren(h("header", { class: "watch-bar" }, h("nav", { "aria-label": "Which game" }, kinds), number, sides, why, save), place);
    load();
  });
  const later = debounce(load, 400);
  const end = app.on(later);
  return () => { end(); later.stop(); asking?.abort(); shown?.stop(); };
}
