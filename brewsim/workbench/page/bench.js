// The view `rules`: the rules, their live answer and the pinned candidates, side by side, or as tabs on a phone.

import { mountAnswer } from "./answer.js";
import { mountPanes } from "./panes.js";
import { mountPins } from "./pins.js";
import { mountRules } from "./rules.js";

const PANES = [["Rules", mountRules], ["Answer", mountAnswer], ["Pins", mountPins]];

export function mount(root, app) {
  const count = () => {
    const { changes, pins } = app.address;
    root.classList.toggle("has-pins", pins.length > 0);
    return [Object.keys(changes).length, null, pins.length];
  };
  return mountPanes(root, app, PANES, count);
}
