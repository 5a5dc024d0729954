// The view `rules`: the rules, their live answer and the pinned candidates, side by side, or as tabs on a phone.

import { h } from "./dom.js";
import { mountAnswer } from "./answer.js";
import { mountPins } from "./pins.js";
import { mountRules } from "./rules.js";

const PANES = [["Rules", mountRules], ["Answer", mountAnswer], ["Pins", mountPins]];
let shown = 0; // the tab on a phone, kept while one looks at another view

export function mount(root, app) {
  const panes = PANES.map(([name]) => {
    const id = `pane-${name.toLowerCase()}`;
    return h("section", { class: `pane ${id}`, id, "aria-label": name });
  });
  const tabs = PANES.map(([name], i) => h("button", {
    class: "tab", "aria-controls": panes[i].id, onclick: () => show(i),
  }, name, h("span", { class: "tab-count" })));
  const show = (i) => {
    shown = i;
    panes.forEach((pane, j) => pane.classList.toggle("shown", i === j));
    tabs.forEach((tab, j) => tab.setAttribute("aria-pressed", String(i === j)));
  };
  const count = () => {
    const { changes, pins } = app.address;
    tabs[0].lastChild.textContent = Object.keys(changes).length || "";
    tabs[2].lastChild.textContent = pins.length || "";
    root.classList.toggle("has-pins", pins.length > 0);
  };
  root.append(...panes, h("nav", { class: "tabs", "aria-label": "Parts of the workbench" }, tabs));
  count();
  // A pane that appears is there before it is filled.
  const ends = [app.on(count), ...PANES.map(([, mountPane], i) => mountPane(panes[i], app))];
  show(shown);
  return () => ends.forEach((end) => end());
}
