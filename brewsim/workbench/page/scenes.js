// Scenes of a replay: whole tables from their changes, and what one seat may see of them.

/** The scenes of all frames; only the first one travels whole, see `frames.change`. */
export function scenesOf(frames) {
  const scenes = [];
  for (const frame of frames) scenes.push(frame.scene ?? patched(scenes.at(-1), frame.change));
  return scenes;
}

function patched(old, change) {
  if ("=" in change) return change["="];
  const now = Array.isArray(old) ? [...old] : { ...old };
  for (const [key, inner] of Object.entries(change["~"])) now[key] = patched(old[key], inner);
  return now;
}

/** The scene without what a seat, counted from 1, may not see; all of it for null. The server does the same in `seeing.seen_by`. */
export function seenBy(scene, seat) {
  if (seat === null) return scene;
  const seats = scene.seats.map((own, place) => (place + 1 === seat ? own : stripped(own, seat)));
  return Object.fromEntries(Object.entries(scene).map(([key, value]) => [key, key === "seats" ? seats : stripped(value, seat)]));
}

function stripped(value, seat) {
  if (Array.isArray(value)) return value.map((inner) => stripped(inner, seat));
  if (value === null || typeof value !== "object") return value;
  const kept = Object.entries(value).filter(([key, inner]) => key !== "hidden" || inner?.to?.includes(seat));
  return Object.fromEntries(kept.map(([key, inner]) => [key, stripped(inner, seat)]));
}
