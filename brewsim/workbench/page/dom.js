// Elements without a library: `h` and `svg` make them, data only ever becomes text, never markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, text] of Object.entries(value)) element.style.setProperty(key, text);
    else if (name === "value" || name === "checked") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An HTML element: h("button", {class: "quiet", onclick: save}, "Save"). */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element, in the same way. */
export function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** A line drawing of 16 by 16, for `.icon`. */
export function icon(path) {
  return svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: path }));
}

/** Loads a style sheet of this folder once; the promise ends when it holds. */
const sheets = new Map();
export function loadStyle(file) {
  if (!sheets.has(file)) {
    const link = h("link", { rel: "stylesheet", href: `page/${file}` });
    sheets.set(file, new Promise((done) => { link.onload = link.onerror = done; }));
    document.head.append(link);
  }
  return sheets.get(file);
}

/** Calls `action` once, `wait` milliseconds after the last call; `.now()` does it at once, `.stop()` forgets it. */
export function debounce(action, wait) {
  let timer;
  const later = () => { clearTimeout(timer); timer = setTimeout(action, wait); };
  later.stop = () => clearTimeout(timer);
  later.now = () => { clearTimeout(timer); action(); };
  return later;
}

let numbers = 0;
/** An id that no other element has, for labels. */
export const freshId = (word = "id") => `${word}-${++numbers}`;

/** Whether the reader asked for less motion. */
export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A number as people read it: thousands apart, at most `digits` after the point, a true minus sign. */
export function figure(value, digits = 0) {
  if (value === null || value === undefined) return "–";
  const text = value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return text.replace("-", "−").replace(/^−(0(\.0*)?)$/, "$1");
}

/** A value of the rules as people read it. */
export function words(value) {
  if (value === undefined || value === null) return "–";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (Array.isArray(value)) return value.map(words).join(", ");
  if (typeof value === "object") return Object.entries(value).map(([key, each]) => `${words(key)} ${words(each)}`).join(", ");
  return typeof value === "number" ? String(value).replace("-", "−") : String(value).replaceAll("_", " ");
}

export const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The keys whose values differ between two objects. */
export function differing(one, other) {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((key) => !isSame(one[key], other[key]));
}
