// One question at a time: posted, listened to, paused, gone on with; what was answered is kept to be shown at once again.

import { get, listen, post } from "./api.js";

const OVER = ["done", "failed", "cancelled", "paused"];
const KEPT = 40;
const answers = new Map(); // question as text -> last answer

function keep(key, answer) {
  answers.delete(key);
  answers.set(key, answer);
  if (answers.size > KEPT) answers.delete(answers.keys().next().value);
}

/** The last answer to a question that this page has seen, or null. */
export const known = (question) => answers.get(JSON.stringify(question)) ?? null;

export const isOver = (answer) => OVER.includes(answer?.state);

/** Like `listen`, by a look now and then. */
function look(path, { answer, lost }, wait) {
  let isOver = false, timer;
  const once = async () => {
    try { const body = await get(path); if (!isOver) answer(body); }
    catch (error) { if (!isOver) lost(error.status > 0); }
    if (!isOver) timer = setTimeout(once, wait);
  };
  once();
  return () => { isOver = true; clearTimeout(timer); };
}

/**
 * Asks for one page (a tab, or its pins): `show(answer)` for each answer, `fail(error)` if the server refuses, `lose(isLost)` while it is gone.
 * A browser opens few streams to a server, so only the tab's own question is listened to; `poll`: the milliseconds between looks at others.
 */
export class Asking {
  constructor(page, { show, fail, lose = () => {}, poll = 0 }) {
    Object.assign(this, { page, show, fail, lose, poll, key: null, id: null, turn: 0, isLost: false, hush: () => {} });
  }

  async ask(question) {
    const key = JSON.stringify(question);
    if (key === this.key) return;
    const turn = this.leave();
    this.key = key;
    try {
      const { id } = await post("questions", { ...question, page: this.page });
      if (turn !== this.turn) return;
      this.id = id;
      this.follow();
    } catch (error) {
      if (turn !== this.turn) return;
      this.key = null;
      this.fail(error);
    }
  }

  follow() {
    const { turn, id } = this;
    this.hush();
    this.hush = (this.poll ? look : listen)(this.poll ? `questions/${id}` : `questions/${id}/events`, {
      answer: (answer) => {
        if (turn !== this.turn) return;
        if (this.isLost) this.lose(this.isLost = false);
        keep(this.key, answer);
        if (isOver(answer)) this.hush();
        this.show(answer);
      },
      lost: (isRefused) => { if (turn === this.turn) this.recover(isRefused); },
    }, this.poll);
  }

  // A server that does not know the question any more was started again: ask it once more, it finds what was played.
  async recover(isRefused) {
    const { turn, key } = this;
    this.lose(this.isLost = true);
    if (!isRefused) return;
    try { await get("titles"); } catch { return; }
    if (turn === this.turn) { this.key = null; this.ask(JSON.parse(key)); }
  }

  /** Tells the server what to do with the question: "pause", "go-on" or "more". */
  async order(what) {
    const { id } = this;
    if (!id) return;
    try {
      await post(`questions/${id}/${what}`);
      if (id === this.id && what !== "pause") this.follow();
    } catch (error) { this.fail(error); }
  }

  /** Listens no more; what the server plays goes on. */
  leave() {
    this.hush();
    this.key = this.id = null;
    return ++this.turn;
  }
}
