// The quiet bar on top: which title, how many seats, which bots, how exact; and the ways to the other views.

import { freshId, h, loadStyle } from "./dom.js";

const PRECISIONS = [2, 1, 0.5, 0.25];
const GAMES = [1000, 10000, 100000];
const EACH = "one each";
const WAYS = [["rules", "Rules"], ["repair", "Repair"], ["watch/typical", "Watch a game"], ["play", "Play"]];

/** A select of our own looks, with its label; `options` are [value, text] or {label, options} for a group. */
export function choice({ label, name, options, value, describe, onchange, className = "" }) {
  const make = ([each, text, title]) => h("option", { value: each, selected: String(each) === String(value), title }, text);
  const id = freshId("choice");
  const select = h("select", { id, "aria-label": name, title: describe, onchange: (event) => onchange(event.target.value) },
    h("button", {}, h("selectedcontent")), // what browsers with styled lists show; others leave it out
    options.map((each) => Array.isArray(each) ? make(each) : h("optgroup", { label: each.label }, each.options.map(make))));
  return h("div", { class: `field ${className}` }, label && h("label", { for: id }, label), h("span", { class: "select" }, select));
}

function seatsField(app) {
  const name = freshId("seats");
  return h("div", { class: "field", role: "radiogroup", "aria-label": "Seats" },
    h("span", { class: "field-label", "aria-hidden": "true" }, "Seats"),
    h("div", { class: "segments" }, app.title.seats.map((n) => h("label", {},
      h("input", { type: "radio", name, value: n, checked: n === app.address.seats, "aria-label": `${n} seats`,
        onchange: () => app.replace({ seats: n, bots: app.address.bots.length > 1 ? app.address.bots.slice(0, 1) : app.address.bots }) }),
      h("span", {}, n)))));
}

function botsField(app) {
  const { bots: lineup, seats } = app.address;
  const { bots } = app.title;
  const isEach = lineup.length > 1;
  const { skill } = app.title;
  const sentence = (name) => bots.find((each) => each.name === name)?.sentence;
  const named = (name) => [name, name.replace("search:", "search, play-outs: ").replaceAll("_", " "), sentence(name)];
  const options = [
    { label: "By skill, from weak to strong", options: skill.map(named) },
    { label: "Others", options: bots.map(({ name }) => name).filter((name) => !skill.includes(name)).map(named) },
  ];
  const first = lineup[0] ?? app.title.usual_bot;
  const all = choice({
    label: "Bots", options: [...options, [EACH, "one for each seat …"]],
    value: isEach ? EACH : first, describe: isEach ? null : sentence(first),
    onchange: (name) => app.replace({ bots: name === EACH ? Array(seats).fill(first) : [name] }),
  });
  const each = isEach && Array.from({ length: seats }, (_, seat) => choice({
    label: `Seat ${seat + 1}`, name: `Bot of seat ${seat + 1}`, className: "narrow",
    options, value: lineup[seat] ?? first, describe: sentence(lineup[seat]),
    onchange: (name) => app.replace({ bots: Array.from({ length: seats }, (_, other) => other === seat ? name : lineup[other] ?? first) }),
  }));
  return [all, each];
}

function untilField(app) {
  const { precision, games } = app.address;
  const points = PRECISIONS.includes(precision) || !precision ? PRECISIONS : [...PRECISIONS, precision].sort((a, b) => b - a);
  const counts = GAMES.includes(games) || !games ? GAMES : [...GAMES, games].sort((a, b) => a - b);
  return choice({
    label: "Precision", value: games ? `games ${games}` : `precision ${precision}`,
    options: [
      { label: "Until win shares are known to", options: points.map((n) => [`precision ${n}`, `± ${n} ${n === 1 ? "point" : "points"}`]) },
      { label: "A number of games", options: counts.map((n) => [`games ${n}`, `${n.toLocaleString("en")} games`]) },
    ],
    onchange: (text) => {
      const [kind, number] = text.split(" ");
      app.replace({ precision: null, games: null, [kind]: Number(number) });
    },
  });
}

async function openTakeAway(app) {
  loadStyle("card.css");
  const module = await import("./takeaway.js");
  const body = h("div", { class: "dialog-body" });
  const dialog = h("dialog", { class: "dialog", "aria-label": "Take away" },
    h("button", { class: "icon dialog-close", "aria-label": "Close", onclick: () => dialog.close() }, "×"), body);
  document.body.append(dialog);
  const unmount = module.mount(body, app);
  dialog.addEventListener("close", () => { unmount?.(); dialog.remove(); });
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  dialog.showModal();
}

/** Draws the bar and keeps it as the address is. */
export function mountBar(root, app) {
  let isOpen = false;
  const draw = () => {
    const { address } = app;
    const links = WAYS.map(([path, text]) => h("a", {
      class: "button", href: app.href(path), "aria-current": path.startsWith(address.view) ? "page" : null,
    }, text));
    const bots = address.bots.length ? address.bots.join(", ") : app.title.usual_bot;
    const controls = () => [...root.querySelectorAll("select, input, a, button")];
    const focused = controls().indexOf(document.activeElement);
    const until = address.games ? `${address.games.toLocaleString("en")} games` : `± ${address.precision}`;
    const sum = h("button", {
      class: "bar-sum", "aria-expanded": String(isOpen), "aria-controls": "settings", onclick: () => { isOpen = !isOpen; draw(); },
    }, `${address.seats} seats · ${bots.replaceAll("_", " ")} · ${until}`);
    root.classList.toggle("open", isOpen);
    root.replaceChildren(
      h("p", { class: "brand" }, "brewsim ", h("span", {}, "workbench")),
      choice({ name: "Title", className: "title", value: address.title, options: app.titles.map(({ name, label }) => [name, label]),
        onchange: (title) => { location.hash = `#/${title}/rules`; } }),
      sum,
      h("div", { id: "settings", class: "settings", role: "group", "aria-label": "Table" },
        seatsField(app), untilField(app), botsField(app)),
      h("nav", { class: "ways", "aria-label": "Views" },
        links,
        h("button", { class: "button", onclick: () => openTakeAway(app).catch((error) => app.tell(error.message)) }, "Take away")));
    controls()[focused]?.focus();
  };
  draw();
  return app.on((address, before) => {
    // Links hold the whole address, so they are drawn again with it, but not under an open list.
    if (["title", "view", "seats", "bots", "games", "precision"].some((key) => address[key] !== before[key])) draw();
    else root.querySelectorAll(".ways a").forEach((link, i) => { link.href = app.href(WAYS[i][0]); });
  });
}
