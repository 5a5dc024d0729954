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

/** Asks for one page (a tab, or its pins): `show(answer)` for each answer, `fail(error)` if the server refuses, `lose(isLost)` while it is gone. */
export class Asking {
  constructor(page, { show, fail, lose = () => {} }) {
    Object.assign(this, { page, show, fail, lose, key: null, id: null, turn: 0, hush: () => {} });
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
    const { turn, id, key } = this;
    this.hush();
    this.hush = listen(`questions/${id}/events`, {
      answer: (answer) => {
        if (turn !== this.turn) return;
        this.lose(false);
        keep(key, answer);
        if (isOver(answer)) this.hush();
        this.show(answer);
      },
      // A server that does not know the question any more was started again: ask it once more, it finds what was played.
      lost: async (isRefused) => {
        this.lose(true);
        if (!isRefused || turn !== this.turn) return;
        await get("titles").then(() => { if (turn === this.turn) { this.key = null; this.ask(JSON.parse(key)); } }).catch(() => {});
      },
    });
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
