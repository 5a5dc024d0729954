// Values of the rules between what people type and what the server takes. Pure functions; limits are the server's to judge.

const FLAGS = { true: true, yes: true, 1: true, on: true, false: false, no: false, 0: false, off: false };

/** A value as one edits it, and as a spreadsheet gets it. */
export function asText(value) {
  if (value === true) return "yes";
  if (value === false) return "no";
  if (Array.isArray(value)) return value.some(Array.isArray) ? JSON.stringify(value).replaceAll(",", ", ") : value.join(", ");
  return value === null || value === undefined ? "" : String(value);
}

function number(text) {
  const plain = text.trim().replace("−", "-").replace(/^\+/, "");
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}

function list(text, printed) {
  if (text.trim().startsWith("[")) {
    try { return JSON.parse(text); } catch { return null; }
  }
  const isNumbers = (printed ?? []).every((each) => typeof each === "number");
  const parts = text.split(/[,;]/).map((part) => part.trim()).filter((part) => part !== "");
  const values = isNumbers ? parts.map(number) : parts;
  return values.includes(null) ? null : values;
}

/** What was typed for a value of the rules: {value}, or {error} in one line if it cannot be read. */
export function fromText(spec, text) {
  const { kind, printed, choices, allowed } = spec;
  const typed = text.trim();
  if (kind === "integer" || kind === "number") {
    const value = number(typed);
    if (value === null) return { error: `“${typed}” is not a number; allowed: ${allowed}.` };
    if (kind === "integer" && !Number.isInteger(value)) return { error: `${typed} is not a whole number; allowed: ${allowed}.` };
    return { value };
  }
  if (kind === "flag") {
    const value = FLAGS[typed.toLowerCase()];
    return value === undefined ? { error: `“${typed}” is neither yes nor no.` } : { value };
  }
  if (kind === "choice") {
    const wanted = typed.toLowerCase().replaceAll(" ", "_");
    const value = choices.find((each) => String(each).toLowerCase().replaceAll(" ", "_") === wanted);
    return value === undefined ? { error: `“${typed}” is not one of: ${choices.join(", ")}.` } : { value };
  }
  if (kind === "list") {
    const value = list(typed, printed);
    return value === null ? { error: `This list cannot be read; allowed: ${allowed}.` } : { value };
  }
  return { value: typed };
}

/** The next value by `steps` of an arrow key, inside the limits. */
export function stepped(spec, value, steps) {
  const size = spec.kind === "integer" ? 1 : 0.1;
  const next = Math.round((Number(value) + steps * size) / size) * size;
  return Number(Math.min(spec.high ?? Infinity, Math.max(spec.low ?? -Infinity, next)).toFixed(6));
}

/** A block of cells from the clipboard of a spreadsheet: rows of texts. Quoted cells may hold tabs and line ends. */
export function readBlock(text) {
  const rows = [[]];
  const cell = /("(?:[^"]|"")*"(?=\t|\r|\n|$)|[^\t\r\n]*)(\t|\r\n|\r|\n|$)/y;
  while (cell.lastIndex < text.length || rows.length === 1 && rows[0].length === 0) {
    const [, body, end] = cell.exec(text);
    rows.at(-1).push(body.startsWith('"') && body.length > 1 ? body.slice(1, -1).replaceAll('""', '"') : body);
    if (end === "\t" && cell.lastIndex === text.length) rows.at(-1).push("");
    else if (end && end !== "\t" && cell.lastIndex < text.length) rows.push([]);
  }
  return rows;
}

/** Rows of texts as a spreadsheet takes them. */
export function writeBlock(rows) {
  const quoted = (text) => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => row.map(quoted).join("\t")).join("\n");
}
