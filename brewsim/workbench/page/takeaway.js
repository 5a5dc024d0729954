// Take away: the variant as a file, the report, the command that does the same, a notebook with it.

import { freshId, h, loadStyle } from "./dom.js";

const WAYS = [["Save as a variant", "variant"], ["Report", "report"], ["Command", "command"], ["Notebook", "notebook"]];

/** Lets the browser save a text as a file. */
function download(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  follow(name, address);
  URL.revokeObjectURL(address);
}

function follow(name, address) {
  const link = h("a", { href: address, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
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
      else if (way === "notebook") {
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
    const id = freshId("name");
    const name = h("input", { type: "text", id, autocomplete: "off", spellcheck: "false", "aria-describedby": freshId("say") });
    name.value = suggested;
    const replace = h("button", { class: "button framed", type: "button", hidden: true, onclick: () => save(true) }, "Replace it");
    const form = h("form", { class: "takeaway-form", onsubmit: (event) => { event.preventDefault(); save(false); } },
      h("label", { class: "unseen", for: id }, "Name of the variant"), name, h("button", { class: "button main", type: "submit" }, "Save"), replace);
    body.replaceChildren(form);
    name.focus();
    name.select();

    async function save(isReplacing) {
      try {
        const saved = await ask("variant", { name: name.value.trim(), replace: isReplacing });
        suggested = name.value.trim();
        replace.hidden = true;
        download(`${saved.name}.toml`, saved.text, "application/toml");
        say(`Saved as ${saved.file}, and in your downloads.`);
      } catch (error) {
        replace.hidden = !error.fields?.replace;
        say(error.message, true);
      }
    }
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
