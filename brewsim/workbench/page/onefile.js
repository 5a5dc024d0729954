// A replay in a file of its own: what it shows stands in the file, nothing is fetched.

import { h, words } from "./dom.js";
import { watch } from "./watcher.js";

export function open(draw) {
  const replay = JSON.parse(document.getElementById("replay").textContent);
  const facts = [`game ${replay.game}, seed ${replay.seed}`, replay.changes.length ? null : "printed rules"].filter(Boolean).join(" · ");
  document.getElementById("bar").append(h("h1", {}, replay.label), h("p", { class: "muted small" }, facts),
    ...replay.changes.map(({ path, printed, value }) => h("span", { class: "badge" }, `${words(path.replaceAll(".", " "))}: ${words(printed)} → ${words(value)}`)));
  const place = h("div", { class: "watch-place" });
  document.getElementById("view").append(h("div", { class: "view view-watch" }, place));
  watch(place, replay, draw).setChances(replay.chances);
}
