// The way to the server: JSON in, JSON out, and a stream of events that comes back after an interruption.

/** What the server refused: `message` for people, `fields` by path of the rules, `status` of the answer (0: no answer). */
export class ApiError extends Error {
  constructor(message, fields, status) {
    super(message);
    this.fields = fields ?? {};
    this.status = status;
  }
}

async function ask(path, options) {
  let answer;
  try {
    answer = await fetch(`api/${path}`, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError("The workbench does not answer. Is it still running in the terminal?", {}, 0);
  }
  const text = await answer.text();
  let body = null;
  try { body = text ? JSON.parse(text) : null; } catch { /* not JSON: the status says enough */ }
  if (!answer.ok) throw new ApiError(body?.message ?? `The workbench refused: ${answer.status}.`, body?.fields, answer.status);
  return body;
}

export const get = (path, { signal } = {}) => ask(path, { signal });

export const post = (path, body = {}, { signal } = {}) =>
  ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal });

/**
 * Listens to events: `listen("questions/ID/events", {answer: (data) => ...})` gives a function that ends it.
 * `lost` is called when the stream breaks, `lost(true)` when the server does not know it any more; it tries again by itself.
 */
export function listen(path, handlers) {
  let source, timer, isOver = false, wait = 500;
  const open = () => {
    source = new EventSource(`api/${path}`);
    for (const [name, handler] of Object.entries(handlers)) {
      if (name !== "lost") source.addEventListener(name, (event) => { wait = 500; handler(JSON.parse(event.data)); });
    }
    source.onerror = () => {
      const isRefused = source.readyState === EventSource.CLOSED;
      source.close();
      if (isOver) return;
      handlers.lost?.(isRefused);
      clearTimeout(timer);
      timer = setTimeout(() => { if (!isOver) open(); }, wait);
      wait = Math.min(wait * 2, 8000);
    };
  };
  open();
  return () => { isOver = true; clearTimeout(timer); source.close(); };
}
