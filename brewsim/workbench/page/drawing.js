// The drawing of a title's table; titles without one are drawn as plain lists.

const drawings = new Map();

/** A promise of `draw(scene, {seat})`. */
export function drawingOf(title) {
  if (!drawings.has(title)) drawings.set(title, import(`./tables/${title}.js`).catch(() => import("./tables/plain.js")).then((module) => module.draw));
  return drawings.get(title);
}
