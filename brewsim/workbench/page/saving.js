// Files that the page hands to its reader.

import { h } from "./dom.js";

/** Saves `{name, content}` where the browser keeps downloads. */
export function saveFile({ name, content }, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
