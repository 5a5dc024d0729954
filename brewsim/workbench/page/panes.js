// Parts of a view side by side, or as tabs on a phone.

import { h } from "./dom.js";

const shown = new Map(); // view -> the tab on a phone, kept while one looks at another view

/** Mounts `panes`, [name, mount] each; `count()` gives the number beside each tab, and `mount(root, app, go)` may show another by its place. */
export function mountPanes(root, app, panes, count) {
  const { view } = app.address;
  const nodes = panes.map(([name]) => {
    const id = `pane-${name.toLowerCase()}`;
    return h("section", { class: `pane ${id}`, id, "aria-label": name });
  });
  const tabs = panes.map(([name], i) => h("button", {
    class: "tab", "aria-controls": nodes[i].id, onclick: () => show(i),
  }, name, h("span", { class: "tab-count" })));
  const show = (i) => {
    shown.set(view, i);
    nodes.forEach((pane, j) => pane.classList.toggle("shown", i === j));
    tabs.forEach((tab, j) => tab.setAttribute("aria-pressed", String(i === j)));
  };
  const update = () => count().forEach((n, i) => { tabs[i].lastChild.textContent = n || ""; });
  root.classList.add("bench");
  root.append(...nodes, h("nav", { class: "tabs", "aria-label": "Parts of the workbench" }, tabs));
  update();
  // A pane that appears is there before it is filled.
  const ends = [app.on(update), ...panes.map(([, mountPane], i) => mountPane(nodes[i], app, show))];
  show(shown.get(view) ?? 0);
  return () => ends.forEach((end) => end());
}
