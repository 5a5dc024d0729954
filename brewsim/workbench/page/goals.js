// Goals between sentences, which the server and the address hold ("rounds 9..11"), and a name with numbers to move. Pure functions.

const NUMBER = "([-+]?\\d{1,12}(?:\\.\\d{1,12})?) ?%?";
const SENTENCE = new RegExp(`^(.*?) (?:(within|below|above) ${NUMBER}|${NUMBER} ?\\.\\. ?${NUMBER})$`);
export const RELATIONS = { within: "within", below: "below", above: "above", "..": "between" };

/** A sentence as {name, relation, numbers}; null if it is none. */
export function readGoal(text) {
  const found = SENTENCE.exec(text.trim());
  if (!found) return null;
  const [, name, relation = "..", limit, ...ends] = found;
  return { name, relation, numbers: (limit === undefined ? ends : [limit]).map(Number) };
}

export function writeGoal({ name, relation, numbers }) {
  return `${name} ${relation === ".." ? numbers.join("..") : `${relation} ${numbers[0]}`}`;
}

/** How far one step moves the number of a goal about this. */
export const stepOf = ({ group }) => (["seats", "cards", "length"].includes(group) ? 0.5 : 1);

/** The number moved by steps, within what its subject can be. */
export function moved(subject, value, steps) {
  const step = stepOf(subject);
  const next = Math.round(value / step + steps) * step;
  return Number(Math.min(subject.most ?? Infinity, Math.max(subject.least ?? -Infinity, next)).toFixed(6));
}

/** The same goal with another relation; its numbers stay where they can. */
export function related(goal, relation) {
  const [first, last = first + 2] = goal.numbers;
  return { ...goal, relation, numbers: relation === ".." ? [first, last] : [relation === "below" ? goal.numbers.at(-1) : first] };
}

/** A first goal about a subject, near the value that it has now, if that is known. */
export function firstGoal({ name, group, relations, unit }, now) {
  const near = now ?? (unit === "%" ? 20 : 10);
  if (relations.includes("within")) return { name, relation: relations[0], numbers: [group === "cards" ? 8 : 2] };
  if (group === "cards") return { name, relation: "below", numbers: [8] };
  if (group === "length") return { name, relation: "..", numbers: [Math.max(1, Math.round(near) - 1), Math.round(near) + 1] };
  return { name, relation: "below", numbers: [Math.max(1, Math.round(near))] };
}

/** What a subject is at now, by the measures of a live answer: {value, briefly}, or null. */
export function nowOf({ key }, measures) {
  if (!key) return null;
  if (key !== "cards") return measures.find((each) => each.key === key)?.base ?? null;
  const cards = measures.filter((each) => each.group === "cards" && each.base).map(({ base }) => base);
  return cards.reduce((most, each) => (most && most.value >= each.value ? most : each), null);
}
