// The win chance of each seat over a game, as lines that share their axis with the slider below; a click jumps to the frame.

import { svg } from "./dom.js";

const HEIGHT = 100, TOP = 8, BOTTOM = 20, LEFT = 9, RIGHT = 9; // LEFT and RIGHT: half of the slider's thumb

/** `{node, draw(points|null), mark(frame)}` for a game of `frames`, whose rounds begin at `rounds`: [{frame, round}]. */
export function chanceLine({ frames, rounds, seats, jump }) {
  const lines = svg("g", {}), marker = svg("line", { class: "chance-now", y1: TOP, y2: HEIGHT - BOTTOM }), grid = svg("g", {});
  const node = svg("svg", { class: "chance", height: HEIGHT, role: "img", "aria-label": "Win chance of each seat over the game", onclick: (event) => jump(frameAt(event)) }, grid, lines, marker);
  let points = null, width = 600, now = 0;

  const x = (frame) => LEFT + (width - LEFT - RIGHT) * frame / Math.max(1, frames - 1);
  const y = (chance) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance);
  const frameAt = (event) => {
    const place = (event.clientX - node.getBoundingClientRect().left - LEFT) / (width - LEFT - RIGHT);
    return Math.round(Math.min(1, Math.max(0, place)) * (frames - 1));
  };

  function drawGrid() {
    const every = Math.ceil(rounds.length * 26 / width);
    grid.replaceChildren(
      ...[0, 0.5, 1].map((chance) => svg("line", { class: "chance-grid", x1: LEFT, x2: width - RIGHT, y1: y(chance), y2: y(chance) })),
      ...rounds.flatMap(({ frame, round }, place) => [
        svg("line", { class: "chance-round", x1: x(frame), x2: x(frame), y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM + 5 }),
        place % every === 0 ? svg("text", { class: "chance-text", x: x(frame) + 3, y: HEIGHT - 4 }, String(round)) : null,
      ].filter(Boolean)),
      svg("text", { class: "chance-text", x: LEFT + 3, y: y(1) + 11 }, "100 %"),
    );
  }

  function drawLines() {
    lines.replaceChildren();
    if (!points) return;
    for (let seat = 0; seat < seats; seat++) {
      const edge = [...points.map((point) => [x(point.frame), y(point.high[seat])]), ...points.map((point) => [x(point.frame), y(point.low[seat])]).reverse()];
      lines.append(svg("path", { class: `chance-band seat-${seat}`, d: `M${edge.map((place) => place.join(" ")).join("L")}Z` }));
    }
    for (let seat = 0; seat < seats; seat++) {
      const way = points.map((point) => `${x(point.frame)} ${y(point.value[seat])}`).join("L");
      lines.append(svg("path", { class: `chance-line seat-${seat}`, d: `M${way}` }));
    }
  }

  function place() {
    marker.setAttribute("x1", x(now));
    marker.setAttribute("x2", x(now));
  }

  const watching = new ResizeObserver(([entry]) => {
    width = Math.max(120, entry.contentRect.width);
    drawGrid(); drawLines(); place();
  });
  watching.observe(node);
  return {
    node,
    draw(found) { points = found; drawLines(); },
    mark(frame) { now = frame; place(); },
    stop() { watching.disconnect(); },
  };
}

/** The chances at a frame: those of the last point before it. */
export function chancesAt(points, frame) {
  return points?.findLast((point) => point.frame <= frame)?.value ?? null;
}
