// Take away: the variant as a file, the rules as a sheet, the report, the command that does the same, a notebook with it.

import { freshId, h, loadStyle } from "./dom.js";

const WAYS = [["Save as a variant", "variant"], ["Sheet", "sheet"], ["Report", "report"], ["Command", "command"], ["Notebook", "notebook"]];
const SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Lets the browser save a text, or bytes, as a file. */
function download(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  follow(name, address);
  URL.revokeObjectURL(address);
}

function follow(name, address) {
  const link = h("a", { href: address, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
}

/** The name of a variant that is to be saved; `ask(name, replace)` saves it, `say(text, isWrong)` tells what came of it. */
export function variantForm({ name: suggested, ask, say }) {
  const id = freshId("name");
  const name = h("input", { type: "text", id, autocomplete: "off", spellcheck: "false" });
  name.value = suggested;
  const replace = h("button", { class: "button framed", type: "button", hidden: true, onclick: () => save(true) }, "Replace it");
  const node = h("form", { class: "takeaway-form", onsubmit: (event) => { event.preventDefault(); save(false); } },
    h("label", { class: "unseen", for: id }, "Name of the variant"), name, h("button", { class: "button main", type: "submit" }, "Save"), replace);

  async function save(isReplacing) {
    try {
      const saved = await ask(name.value.trim(), isReplacing);
      replace.hidden = true;
      download(`${saved.name}.toml`, saved.text, "application/toml");
      say(`Saved as ${saved.file}, and in your downloads.`);
    } catch (error) {
      replace.hidden = !error.fields?.replace;
      say(error.message, true);
    }
  }
  return { node, focus() { name.focus(); name.select(); } };
}

export function mount(root, app) {
  loadStyle("card.css");
  const message = h("p", { class: "takeaway-message", role: "status" });
  const body = h("div", { class: "takeaway-body" });
  const buttons = WAYS.map(([name, way]) => h("button", { class: "button framed", type: "button", onclick: () => take(way) }, name));
  const node = h("section", { class: "takeaway", "aria-label": "Take away" }, h("h3", {}, "Take away"), h("div", { class: "takeaway-ways" }, buttons), body, message);
  root.append(node);
  let suggested = "my_variant";

  function say(text, isWrong = false) {
    message.textContent = text;
    message.classList.toggle("wrong", isWrong);
  }

  async function ask(way, more = {}) {
    return app.api.post(`takeaway/${way}`, { ...app.question(), ...more });
  }

  async function take(way) {
    body.replaceChildren();
    say(way === "report" ? "The report is being made; this takes some seconds." : "");
    try {
      if (way === "variant") drawForm();
      else if (way === "command") drawCommand((await ask(way)).command);
      else if (way === "sheet") {
        const { name, base64 } = await ask(way);
        download(name, Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)), SHEET);
        say(`${name} is in your downloads; brewsim compare TITLE ${name} plays it.`);
      } else if (way === "notebook") {
        const { name, text } = await ask(way);
        download(name, text, "application/x-ipynb+json");
        say(`${name} is in your downloads.`);
      } else {
        const made = await ask(way);
        follow(made.name, `api/${made.download}`);
        say(`${made.name} is in your downloads; open index.html in it. It also lies in ${made.file}.`);
      }
    } catch (error) {
      say(error.message, true);
    }
  }

  function drawForm() {
    const form = variantForm({
      name: suggested, say,
      async ask(name, replace) { const saved = await ask("variant", { name, replace }); suggested = name; return saved; },
    });
    body.replaceChildren(form.node);
    form.focus();
  }

  function drawCommand(command) {
    const copy = h("button", { class: "button framed", type: "button", onclick: async () => {
      try {
        await navigator.clipboard.writeText(command);
        say("Copied.");
      } catch {
        getSelection().selectAllChildren(code);
        say("Press Ctrl+C to copy.");
      }
    } }, "Copy");
    const code = h("code", {}, command);
    body.replaceChildren(h("div", { class: "takeaway-command" }, code, copy));
    copy.focus();
  }

  return () => node.remove();
}
