// What is wanted: goals as sentences with numbers to move, each with what it is at now; and what is wrong with one, in its place.

import { MOST_GOALS } from "./address.js";
import { debounce, freshId, h, isSame } from "./dom.js";
import { firstGoal, moved, nowOf, readGoal, RELATIONS, related, writeGoal } from "./goals.js";
import { stepper } from "./stepper.js";

const GROUPS = {
  seats: "Wins by seat", ties: "Ties", length: "Length", leaders: "Leaders", scores: "Scores", cards: "What a card is worth", used: "How often a card is used",
};
const REST = 250; // milliseconds after the last digit

function numberField(subject, label, describe, value, change) {
  const field = stepper({ label, describe, kind: "number", low: subject.least, high: subject.most, by: (steps) => change(moved(subject, value, steps)) });
  const { input } = field;
  const read = () => {
    const text = input.value.trim().replace("−", "-");
    if (/^-?\d{1,12}(\.\d{1,12})?$/.test(text) && Number(text) !== value) change(Number(text));
  };
  const later = debounce(read, REST);
  input.addEventListener("input", later);
  input.addEventListener("change", later.now);
  return {
    node: field.node, input,
    set(number) {
      later.stop();
      value = number;
      if (Number(input.value.replace("−", "-")) !== number || document.activeElement !== input) input.value = String(number);
      input.dataset.committed = input.value;
      field.set(number);
    },
  };
}

/** A goal about something the page knows. */
function sentence(subject, goal, describe, change) {
  const { label, relations, unit } = subject;
  const set = (place, number) => change({ ...goal, numbers: goal.numbers.map((each, i) => (i === place ? number : each)) });
  const fields = goal.numbers.map((value, i) => numberField(
    subject, `${label}, ${goal.relation === ".." ? (i ? "at most" : "at least") : RELATIONS[goal.relation]}`, describe, value, (number) => set(i, number)));
  const relation = relations.length > 1
    ? h("span", { class: "select" }, h("select", { "aria-label": `${label}: kind of limit`, onchange: (event) => change(related(goal, event.target.value)) },
      relations.map((each) => h("option", { value: each, selected: each === goal.relation }, RELATIONS[each]))))
    : h("span", {}, RELATIONS[goal.relation]);
  const update = (next) => { goal = next; fields.forEach((field, i) => field.set(next.numbers[i])); };
  update(goal);
  return {
    nodes: [h("strong", {}, label), relation, fields[0].node, fields[1] && h("span", {}, "and", fields[1].node), unit && h("span", {}, unit)],
    inputs: fields.map(({ input }) => input), update,
  };
}

/** A goal that only the server can read. */
function written(text, describe, change) {
  const input = h("input", { type: "text", value: text, "aria-label": "Goal", "aria-describedby": describe, maxlength: 200, "data-committed": text,
    onchange: () => change(input.value) });
  return { nodes: [input], inputs: [input], update() {} };
}

/** The list of goals; `.wrong(fields)` tells at which of them something is wrong, `.now(measures)` what each is at. */
export function mountWishes(app, subjects) {
  const byName = new Map(subjects.map((each) => [each.name, each]));
  const list = h("ol", { class: "goals", "aria-label": "Goals" });
  const none = h("p", { class: "empty" }, "Nothing is wanted yet. Add a goal: what is to be measured, and its limit.");
  const together = h("p", { class: "wrong", role: "alert" });
  const add = h("select", { "aria-label": "Add a goal", onchange: () => choose(add.value) });
  const node = h("section", { class: "repair-part", "aria-label": "What is wanted" }, h("h3", {}, "What is wanted"), none, list, together, h("span", { class: "select" }, add));
  let rows = [], measures = [], focusAt = null;

  const setGoals = (goals) => app.replace({ goals });
  const shapeOf = (text) => { const goal = readGoal(text); return goal && byName.has(goal.name) ? [goal.name, goal.relation] : text; };

  function choose(name) {
    if (!name) return;
    const subject = byName.get(name);
    focusAt = app.address.goals.length;
    setGoals([...app.address.goals, writeGoal(firstGoal(subject, nowOf(subject, measures)?.value))]);
  }

  function row(text, i) {
    const goal = readGoal(text), subject = byName.get(goal?.name), describe = freshId("goal");
    const change = (next) => setGoals(app.address.goals.map((each, j) => (i === j ? next : each)));
    const body = subject ? sentence(subject, goal, describe, (next) => change(writeGoal(next))) : written(text, describe, change);
    const now = h("span", { class: "goal-now" }), wrong = h("span", { class: "wrong" });
    const remove = h("button", { class: "icon", "aria-label": `Remove the goal: ${text}`, onclick: () => {
      setGoals(app.address.goals.filter((_, j) => i !== j));
      add.focus();
    } }, "×");
    const item = h("li", { class: "goal" }, h("div", { class: "goal-sentence" }, body.nodes), remove, h("p", { class: "goal-note", id: describe }, wrong, now));
    return {
      node: item, shape: shapeOf(text), inputs: body.inputs,
      update(next) { body.update(readGoal(next)); },
      wrong(why) {
        wrong.textContent = why ?? "";
        item.classList.toggle("is-wrong", Boolean(why));
        for (const input of body.inputs) input.setAttribute("aria-invalid", String(Boolean(why)));
      },
      now() {
        const found = subject && nowOf(subject, measures);
        const told = found ? `now ${found.briefly}, at ${app.address.seats} seats` : "";
        if (now.textContent !== told) now.textContent = told;
      },
    };
  }

  function draw() {
    const { goals } = app.address;
    none.hidden = goals.length > 0;
    if (isSame(goals.map(shapeOf), rows.map(({ shape }) => shape))) goals.forEach((text, i) => rows[i].update(text));
    else {
      rows = goals.map(row);
      list.replaceChildren(...rows.map((each) => each.node));
    }
    for (const each of rows) each.now();
    rows[focusAt]?.inputs[0].focus();
    focusAt = null;
    add.replaceChildren(h("option", { value: "" }, goals.length ? "Add another goal …" : "Add a goal …"),
      ...Object.entries(GROUPS).map(([group, label]) => h("optgroup", { label }, subjects.filter((each) => each.group === group)
        .map((each) => h("option", { value: each.name }, each.label)))));
    add.value = "";
    add.disabled = goals.length >= MOST_GOALS;
  }

  draw();
  return {
    node, draw,
    wrong(fields) {
      rows.forEach((each, i) => each.wrong(fields[`goals.${i}`]));
      const [first] = Object.entries(fields).filter(([name]) => !/^goals\.\d+$/.test(name)).map(([, why]) => why);
      together.textContent = first ?? "";
    },
    now(known) { measures = known; for (const each of rows) each.now(); },
  };
}
