// What a search found: where the rules stand, then a card for each repair, to be tried at once or kept as a file; or what comes closest.

import { differing, h, loadStyle } from "./dom.js";
import { variantForm } from "./takeaway.js";

const MARKS = { confirmed: ["no-problem", "confirmed"], closest: ["not-known", "closest"], "the rules as they are": ["", "as they are"] };
const STANDINGS = { holds: "no-problem", fails: "problem", "not known": "not-known" };

const asSentence = (goal) => goal.replace(/(\S+)\.\.(\S+)$/, "between $1 and $2");
const arrow = (text) => text.replace(" -> ", " → ");

function goalRow({ goal, standing, text, interval, what, where }) {
  return h("tr", {}, h("th", { scope: "row", title: what }, asSentence(goal)),
    h("td", { class: "number" }, text), h("td", { class: "muted" }, interval),
    h("td", {}, h("span", { class: `grade ${STANDINGS[standing]}` }, standing), h("span", { class: "card-where" }, `worst at ${where}`)));
}

function card(app, found, number, showAnswer) {
  const { changes, words, goals, moves, has_adapted: hasAdapted } = found;
  const [grade, name] = MARKS[found.is], message = h("p", { class: "takeaway-message", role: "status" }), form = h("div");
  const say = (text, isWrong = false) => { message.textContent = text; message.classList.toggle("wrong", isWrong); };
  const isEdited = words.length > 0;
  const title = isEdited ? (found.is === "confirmed" ? `Repair ${number}` : "What comes closest") : "The rules as they are";
  const attempt = h("button", { onclick: () => { app.setVariant({ changes }); showAnswer(); } });
  const keep = h("button", { class: "button framed", onclick: () => {
    const ask = (variant, replace) => app.api.post("takeaway/variant", app.question({ changes, name: variant, replace }));
    const made = variantForm({ name: `repair_${number || "closest"}`, ask, say });
    say("");
    form.replaceChildren(made.node);
    made.focus();
  } }, "Keep as a file");
  const node = h("li", { class: "repair-card", "aria-label": title },
    h("header", {}, h("h3", {}, title), h("span", { class: `grade ${grade}` }, name, hasAdapted && ", also with players that adapted")),
    isEdited ? h("ul", { class: "edits" }, words.map((each) => h("li", {}, arrow(each)))) : null,
    h("table", { class: "reached" }, h("caption", { class: "unseen" }, "What each goal reaches"), h("tbody", {}, goals.map(goalRow))),
    moves && h("p", { class: "small" }, h("span", { class: "muted" }, "What else it moves. "), moves),
    isEdited && h("div", { class: "repair-buttons" }, attempt, keep), form, message);
  const update = () => {
    const isTried = !differing(changes, app.address.changes).length;
    node.classList.toggle("tried", isTried);
    attempt.textContent = isTried ? "These rules are in place" : "Try these rules";
    attempt.className = `button ${isTried ? "framed" : "main"}`;
    attempt.setAttribute("aria-pressed", String(isTried));
  };
  update();
  return { node, update };
}

export function mountCards(app, showAnswer) {
  loadStyle("card.css");
  const verdict = h("p", { class: "verdict", role: "status" }), list = h("ol", { class: "repair-cards", "aria-label": "Repairs" });
  const notes = h("ul", { class: "muted small repair-notes" });
  const node = h("section", { class: "repair-part repair-found", "aria-label": "What was found" }, verdict, list, notes);
  let drawn = null, cards = [];
  return {
    node,
    update(told) {
      const id = told?.cards ? told.id : null;
      node.hidden = id === null;
      if (id !== null && id !== drawn) {
        cards = told.cards.map((found, i) => card(app, found, found.is === "confirmed" ? i : 0, showAnswer)); // the rules as they are come first
        verdict.textContent = told.verdict;
        list.replaceChildren(...cards.map((each) => each.node));
        const report = ["For a report: ", h("code", {}, `brewsim report RUN --with ${told.file}`)];
        notes.replaceChildren(...told.notes.map((text) => h("li", {}, text)), h("li", {}, report));
      }
      drawn = id;
      for (const each of cards) each.update();
    },
  };
}
