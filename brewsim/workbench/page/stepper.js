// A number that one types, or moves by buttons and arrow keys.

import { h } from "./dom.js";

/** `by(steps)` moves it, ten times as far with Shift; `.set(value)` shows the value, what is typed is read from `.input`. */
export function stepper({ label, describe, kind, low, high, by }) {
  const input = h("input", {
    type: "text", inputmode: kind === "integer" ? "numeric" : "decimal", autocomplete: "off",
    role: "spinbutton", "aria-label": label, "aria-describedby": describe, "aria-valuemin": low, "aria-valuemax": high,
  });
  const button = (steps, sign, word) => h("button", {
    type: "button", tabindex: -1, "aria-label": `${word} ${label}`, onclick: (event) => by(event.shiftKey ? steps * 10 : steps),
  }, sign);
  input.addEventListener("keydown", (event) => {
    const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (steps) { event.preventDefault(); by(event.shiftKey ? steps * 10 : steps); }
  });
  const less = button(-1, "−", "Less"), more = button(1, "+", "More");
  return {
    node: h("span", { class: "stepper" }, less, input, more), input,
    set(value) {
      input.setAttribute("aria-valuenow", value);
      less.disabled = low !== null && value <= low;
      more.disabled = high !== null && value >= high;
    },
  };
}
