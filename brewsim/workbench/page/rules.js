// The rules as a designer sees them: sections of values with meaning, limits and basis, searched, changed, listed, undone.

import { debounce, differing, freshId, h, icon, isSame, words } from "./dom.js";
import { mountGrid } from "./grid.js";
import { stepper } from "./stepper.js";
import { asText, fromText, stepped } from "./values.js";

const kept = { title: null, search: "", scroll: 0 }; // while one looks at another view

const UNDO = "M5.5 3 2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H7";
const REDO = "m10.5 3 3 3-3 3m3-3h-7a4 4 0 0 0 0 8H9";

export function badge(basis, source) {
  return basis ? h("span", { class: `badge ${basis}`, title: source }, basis) : null;
}

function numberField(spec, app, describe) {
  const now = () => app.address.changes[spec.path] ?? spec.printed;
  return stepper({ ...spec, describe, by: (steps) => app.change({ [spec.path]: stepped(spec, now(), steps) }) });
}

function choiceField(spec, app, describe) {
  const select = h("select", {
    "aria-label": spec.label, "aria-describedby": describe, onchange: () => app.change({ [spec.path]: spec.choices[select.selectedIndex] }),
  }, spec.choices.map((each) => h("option", { value: String(each) }, words(each))));
  return { node: h("span", { class: "select" }, select), set(value) { select.value = String(value); } };
}

function flagField(spec, app, describe) {
  const input = h("input", {
    type: "checkbox", role: "switch", "aria-label": spec.label, "aria-describedby": describe,
    onchange: () => app.change({ [spec.path]: input.checked }),
  });
  const text = h("span", { class: "switch-text", "aria-hidden": "true" });
  return { node: h("label", { class: "switch" }, input, text), set(value) { input.checked = value; text.textContent = words(value); } };
}

function textField(spec, app, describe) {
  const input = h("input", {
    type: "text", autocomplete: "off", spellcheck: "false", "aria-label": spec.label, "aria-describedby": describe,
  });
  return { node: input, input, set() {} };
}

const FIELDS = { integer: numberField, number: numberField, choice: choiceField, flag: flagField };

/** One value with its control; `.update()` shows it as the address and the server's complaints are. */
function ruleRow(spec, section, app) {
  const describe = freshId("about"), wrongId = freshId("wrong");
  const field = (FIELDS[spec.kind] ?? textField)(spec, app, `${describe} ${wrongId}`);
  const { input } = field;
  const wrong = h("p", { class: "wrong", id: wrongId });
  const reset = h("button", {
    class: "link", "aria-label": `Reset ${spec.label}`, onclick: () => app.change({ [spec.path]: undefined }),
  }, "reset");
  const printed = h("span", { class: "printed" }, `printed ${words(spec.printed)}`);
  let local = "";
  const commit = () => {
    const { value, error } = fromText(spec, input.value);
    local = error ?? "";
    if (error) row.update();
    else { input.dataset.committed = ""; app.change({ [spec.path]: value }); row.update(); }
  };
  if (input) {
    input.addEventListener("change", commit);
    const commitNumber = debounce(() => { if (!fromText(spec, input.value).error) commit(); }, 250);
    if (FIELDS[spec.kind]) input.addEventListener("input", commitNumber);
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") commit();
      if (event.key === "Escape") { local = ""; input.dataset.committed = ""; row.update(true); }
    });
  }
  const isWide = !FIELDS[spec.kind];
  const row = h("div", { class: `rule${isWide ? " wide" : ""}`, "data-path": spec.path },
    h("div", { class: "rule-text" },
      h("p", { class: "rule-label" }, spec.label, " ", spec.basis !== section.basis && badge(spec.basis, spec.source)),
      h("p", { class: "meaning", id: describe }, spec.meaning.replaceAll("_", " ")), wrong),
    h("div", { class: "rule-side" }, field.node,
      h("p", { class: "rule-note" },
        h("span", { class: "allowed" }, spec.kind === "choice" || spec.kind === "flag" ? "" : spec.allowed.replaceAll("_", " ")),
        h("span", { class: "was" }, reset, " · ", printed))));
  row.update = (isForced) => {
    const value = app.address.changes[spec.path] ?? spec.printed;
    const isChanged = spec.path in app.address.changes;
    const message = local || app.wrong[spec.path] || "";
    row.classList.toggle("changed", isChanged);
    row.classList.toggle("is-wrong", message !== "");
    wrong.textContent = message;
    (input ?? field.node.querySelector("input, select")).setAttribute("aria-invalid", String(message !== ""));
    field.set(value);
    if (input && !local && (isForced || input.dataset.committed !== asText(value))) input.value = input.dataset.committed = asText(value);
  };
  row.forget = () => { local = ""; };
  row.text = `${section.label} ${spec.label} ${spec.meaning} ${spec.path}`.toLowerCase();
  row.update();
  return row;
}

function sectionOf(section, app) {
  const head = h("header", { class: "section-head" },
    h("h2", {}, section.label, " ", badge(section.basis, section.source)), h("p", { class: "source" }, section.source));
  const node = h("section", { class: "rules-section", "aria-label": section.label }, head);
  if (section.is_grid) {
    const grid = mountGrid(section, app);
    node.append(grid.node);
    return {
      node, paths: new Map(section.values.map(({ path }) => [path, grid])),
      search(terms) { const found = grid.search(terms); node.hidden = !found; return found; },
    };
  }
  const rows = section.values.map((spec) => ruleRow(spec, section, app));
  node.append(...rows);
  const owner = (row) => ({ update() { row.forget(); row.update(); }, go() { row.querySelector("input, select").focus(); } });
  return {
    node, paths: new Map(rows.map((row, i) => [section.values[i].path, owner(row)])),
    search(terms) {
      let found = 0;
      for (const row of rows) { row.hidden = !terms.every((term) => row.text.includes(term)); if (!row.hidden) found++; }
      node.hidden = !found;
      return found;
    },
  };
}

/** What is changed, as a line of its own height at the foot: nothing above moves when a change is made. */
export function footer(app, go) {
  const list = h("ul", { class: "chips" });
  const undo = h("button", { class: "icon", "aria-label": "Undo", title: "Undo (Ctrl+Z)", onclick: app.undo }, icon(UNDO));
  const redo = h("button", { class: "icon", "aria-label": "Redo", title: "Redo (Ctrl+Shift+Z)", onclick: app.redo }, icon(REDO));
  const reset = h("button", { class: "button", onclick: () => app.setVariant({ changes: {} }) }, "Reset all");
  const node = h("footer", { class: "changes", role: "group", "aria-label": "Changes" },
    list, h("div", { class: "changes-tools" }, undo, redo, reset));
  const update = () => {
    const changes = Object.entries(app.address.changes);
    undo.disabled = !app.canUndo;
    redo.disabled = !app.canRedo;
    reset.disabled = !changes.length;
    list.replaceChildren(...changes.map(([path, value]) => {
      const label = app.value(path)?.label ?? path;
      return h("li", { class: path in app.wrong ? "chip is-wrong" : "chip" },
        h("button", { class: "chip-name", title: app.wrong[path] ?? path, onclick: () => go(path) }, label, " ",
          h("span", { class: "from" }, words(app.printed(path))), " → ", h("strong", {}, words(value))),
        h("button", { class: "chip-reset", "aria-label": `Reset ${label}`, onclick: () => app.change({ [path]: undefined }) }, "×"));
    }));
    const hint = h("span", { class: "hint" }, "Change a number to see what it does.");
    if (!changes.length) list.append(h("li", { class: "muted small" }, "The rules as printed. ", hint));
  };
  update();
  return { node, update };
}

export function mountRules(root, app) {
  if (kept.title !== app.address.title) Object.assign(kept, { title: app.address.title, search: "", scroll: 0 });
  const { sections } = app.rules;
  const parts = sections.map((section) => sectionOf(section, app));
  const owners = new Map(parts.flatMap((part) => [...part.paths]));
  const none = h("p", { class: "empty", hidden: true }, "No rule or card with these words.");
  const body = h("div", { class: "pane-body" }, parts.map(({ node }) => node), none);
  const find = () => {
    kept.search = search.value;
    const terms = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = parts.map((part) => part.search(terms)).some(Boolean);
    none.hidden = found;
  };
  const search = h("input", {
    type: "search", placeholder: "Search rules and cards", "aria-label": "Search rules and cards", value: kept.search, oninput: find,
    onkeydown: (event) => { if (event.key === "Escape") { search.value = ""; find(); } },
  });
  const jumps = h("nav", { class: "jumps", "aria-label": "Sections" }, parts.map((part, i) => h("button", {
    class: "jump", onclick: () => { if (search.value) { search.value = ""; find(); } part.node.scrollIntoView({ block: "start" }); },
  }, sections[i].label)));
  const go = (path) => {
    if (search.value) { search.value = ""; find(); }
    owners.get(path)?.go(path);
  };
  const foot = footer(app, go);
  root.replaceChildren(h("div", { class: "pane-head" }, h("div", { class: "search" }, search), jumps), body, foot.node);
  body.scrollTop = kept.scroll;
  body.addEventListener("scroll", () => { kept.scroll = body.scrollTop; }, { passive: true });
  if (kept.search) find();

  const check = debounce(() => app.check(), 120);
  const slash = (event) => {
    if (event.key === "/" && !event.target.matches("input, textarea, select, td")) { event.preventDefault(); search.focus(); }
  };
  addEventListener("keydown", slash);
  const end = app.on((address, before) => {
    const paths = differing(address.changes, before.changes);
    for (const path of paths) owners.get(path)?.update(path);
    foot.update();
    if (paths.length || ["base", "seats", "bots"].some((key) => !isSame(address[key], before[key]))) check();
  });
  const endWrong = app.onWrong((paths) => { for (const path of paths) owners.get(path)?.update(path); foot.update(); });
  check.now();
  return () => { end(); endWrong(); check.stop(); removeEventListener("keydown", slash); };
}
