// Games that are played for a card: begun, listened to until they are over, begun again when something changed.

import { get, listen, post } from "./api.js";
import { isOver } from "./asking.js";

/**
 * `show(answer)` for each answer, `fail(error)` if the server refuses. A browser opens few streams to a server, so only one of a
 * page's followers listens; `poll`: the milliseconds between the looks of another.
 */
export class Following {
  constructor(path, { show, fail, poll = 0 }) {
    Object.assign(this, { path, show, fail, poll, id: null, turn: 0, hush: () => {} });
  }

  async ask(body) {
    const turn = ++this.turn;
    try {
      const { id } = await post(this.path, body);
      if (turn !== this.turn || id === this.id) return;
      this.hush();
      this.id = id;
      const hear = (answer) => { if (id === this.id) { if (isOver(answer)) this.hush(); this.show(answer); } };
      // A server that does not know the games any more was started again: it finds what was played.
      const lose = (isRefused) => { if (isRefused && id === this.id) { this.end(); this.ask(body); } };
      this.hush = this.poll ? this.look(id, hear, lose) : listen(`questions/${id}/events`, { answer: hear, lost: lose });
    } catch (error) {
      if (turn === this.turn) this.fail(error);
    }
  }

  look(id, hear, lose) {
    let timer = null, isEnded = false;
    const once = async () => {
      try { hear(await get(`questions/${id}`)); } catch (error) { lose(error.status === 404); }
      if (!isEnded) timer = setTimeout(once, this.poll);
    };
    once();
    return () => { isEnded = true; clearTimeout(timer); };
  }

  /** Listens no more; what the server plays goes on. */
  end() {
    this.turn += 1;
    this.hush();
    this.id = null;
  }
}
