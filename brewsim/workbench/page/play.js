// The view `play/ID`: a seat at the table against the bots. The server sends what the seat may see, nothing else.

import { h, loadStyle } from "./dom.js";
import { drawingOf } from "./drawing.js";
import { saveFile } from "./saving.js";

const FEW = 9; // options that need neither groups nor a filter

export function mount(root, app) {
  let sitting = null, draw = null, isOver = false;
  const styled = Promise.all([loadStyle("watch.css"), loadStyle("tables/tables.css")]);

  async function ask(path, body) {
    root.setAttribute("aria-busy", "true");
    try { return await (body ? app.api.post(path, body) : app.api.get(path)); } finally { root.removeAttribute("aria-busy"); }
  }

  async function show(found) {
    draw = await drawingOf(found.title);
    await styled;
    if (isOver) return;
    app.tell(null);
    sitting = found;
    if (app.address.rest !== found.id) app.replace({ rest: found.id, view: "play" });
    layOut();
  }

  // Before the game: a seat, or a log.
  function showSetup(message) {
    sitting = null;
    let seat = 1;
    const { seats } = app.address;
    const start = h("button", { class: "button main", onclick: () => sit({ ...table(), seat }) }, "Sit down");
    root.replaceChildren(h("div", { class: "play-setup" },
      h("h1", {}, "Play"),
      h("p", {}, `Take a seat of ${app.title.label} against the bots, by the rules as they are changed now. You see what your seat may see.`),
      message && h("p", { class: "muted", role: "status" }, message),
      h("fieldset", { class: "watch-choice" }, h("legend", { class: "field-label" }, "Your seat"), h("span", { class: "segments" },
        Array.from({ length: seats }, (_, place) => h("label", {}, h("input", { type: "radio", name: "seat", checked: place === 0, onchange: () => { seat = place + 1; } }), h("span", {}, `${place + 1}`))))),
      h("div", { class: "row" }, start, reader())));
  }

  const table = () => {
    const { games, precision, base, ...same } = app.question();
    return same;
  };

  async function sit(body) {
    root.replaceChildren(h("div", { class: "watch-wait", role: "status" }, h("p", {}, "The cards are being dealt …"), h("p", { class: "small" }, "The first game of a title takes a while: its rules are compiled.")));
    try { await show(await ask("sittings", body)); } catch (error) { if (!isOver) showSetup(error.message); }
  }

  function reader() {
    const input = h("input", { type: "file", accept: ".json,application/json", "aria-label": "Read a log", onchange: async () => {
      const [file] = input.files;
      input.value = "";
      if (!file) return;
      try {
        const log = JSON.parse(await file.text());
        await show(await ask("sittings/read", { log }));
      } catch (error) {
        app.tell(error instanceof SyntaxError ? `${file.name} is not the log of a game: it is not JSON` : error.message);
      }
    } });
    return h("label", { class: "button framed file" }, "Read a log", input);
  }

  async function choose(option) {
    for (const button of root.querySelectorAll(".play-option")) button.disabled = true;
    try {
      await show(await ask(`sittings/${sitting.id}/choose`, { option, step: sitting.step }));
    } catch (error) {
      app.tell(error.message);
      if (error.status === 404) showSetup(error.message); else load();
    }
  }

  async function save() {
    try {
      const log = await ask(`sittings/${sitting.id}/log`);
      saveFile({ name: `${log.title}_game_${log.game}_seat_${log.seat}.json`, content: `${JSON.stringify(log, null, 1)}\n` }, "application/json");
    } catch (error) { app.tell(error.message); }
  }

  // The table, the choices, the story.
  function layOut() {
    const kept = root.querySelector(".watch-table");
    const top = kept?.scrollTop ?? 0;
    const board = h("div", { class: "watch-table", role: "region", "aria-label": "The table as you see it", tabindex: 0 }, draw(sitting.scene, { seat: sitting.seat }));
    const story = storyOf();
    root.replaceChildren(
      h("header", { class: "watch-bar" }, h("h2", {}, `You are seat ${sitting.seat}`), h("p", { class: "watch-why" }, `Against ${others()}. ${byRules()}, game ${sitting.game}.`),
        h("button", { class: "button framed", onclick: save }, "Save the log"), h("button", { class: "button framed", onclick: leave }, "Another game")),
      h("div", { class: "watch-place" }, h("div", { class: "watch" }, board,
        h("section", { class: "watch-side", "aria-label": "Your choice and the story" }, sitting.is_over ? resultOf() : choicesOf(), story))));
    board.scrollTop = top;
    story.scrollTop = story.scrollHeight;
    if (matchMedia("(pointer: fine)").matches) root.querySelector(".play-filter, .play-option, .play-result button")?.focus({ preventScroll: true });
  }

  const others = () => sitting.bots.flatMap((bot, place) => (place + 1 === sitting.seat ? [] : [`seat ${place + 1} ${bot}`])).join(", ");

  const byRules = () => (sitting.changes.length === 0 ? "Printed rules" : sitting.changes.length === 1 ? "1 changed rule" : `${sitting.changes.length} changed rules`);

  function leave() { app.navigate("play"); showSetup(); }

  function resultOf() {
    return h("div", { class: "play-choices play-result", role: "status" }, h("h2", {}, "The end"), sitting.end.map((line) => h("p", { class: "small" }, line)),
      h("p", {}, h("button", { class: "button main", onclick: () => sit({ ...table(), seat: sitting.seat }) }, "Play again")));
  }

  function choicesOf() {
    const { options } = sitting, list = h("div", { class: "play-list" });
    const fill = (text) => {
      const words = text.toLowerCase().split(/\s+/).filter(Boolean);
      const fitting = options.map((told, option) => ({ told, option })).filter(({ told }) => words.every((word) => told.toLowerCase().includes(word)));
      const groups = options.length > FEW ? Object.entries(Object.groupBy(fitting, ({ told }) => told.split(" ")[0])) : [[null, fitting]];
      list.replaceChildren(...groups.flatMap(([verb, each]) => [verb && h("h3", {}, `${verb} (${each.length})`), ...each.map(({ told, option }) => h("button", { class: "play-option", onclick: () => choose(option) }, told))].filter(Boolean)));
      if (!fitting.length) list.append(h("p", { class: "muted small" }, "No option has these words."));
    };
    const filter = options.length > FEW && h("input", { type: "search", class: "play-filter", placeholder: `Type to find one of ${options.length} options`, "aria-label": "Find an option", oninput: () => fill(filter.value), onkeydown: (event) => { if (event.key === "Enter") list.querySelector(".play-option")?.click(); } });
    fill("");
    return h("div", { class: "play-choices" }, h("h2", { "aria-live": "polite" }, `Round ${sitting.round}: your choice`), filter, list);
  }

  function storyOf() {
    const items = [];
    sitting.story.forEach(({ round, seat, lines: [what, ...then] }, place) => {
      if (place === 0 || round !== sitting.story[place - 1].round) items.push(h("li", { class: "story-round" }, `Round ${round}`));
      items.push(h("li", {}, h("div", { class: `story-line${place >= sitting.fresh ? " story-fresh" : ""}` }, h("i", { class: `dot seat-${seat - 1}` }),
        h("span", {}, seat === sitting.seat ? "You: " : `Seat ${seat} `, what, then.map((text) => h("span", { class: "story-then" }, text))))));
    });
    return h("ol", { class: "story", "aria-label": "What happened", tabindex: 0 }, items);
  }

  async function load() {
    if (!app.address.rest) { showSetup(); return; }
    try { await show(await ask(`sittings/${encodeURIComponent(app.address.rest)}`)); } catch (error) { if (!isOver) showSetup(error.status === 404 ? error.message : null); if (error.status !== 404) app.tell(error.message); }
  }

  const end = app.on((address, before) => { if (!sitting && address.seats !== before.seats) showSetup(); });
  styled.then(() => { if (!isOver) load(); });
  return () => { isOver = true; end(); };
}
