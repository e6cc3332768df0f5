// Undo and redo.

export class History {
  past = [];
  future = [];

  /** `now`: the present state; `show` restores another one. */
  constructor(now, show, most = Infinity) {
    Object.assign(this, { now, show, most });
  }

  /** Record the state before a change. */
  add(before) {
    this.past.push(before);
    if (this.past.length > this.most) this.past.shift();
    this.future = [];
  }

  undo() {
    this.#back(this.past, this.future);
  }

  redo() {
    this.#back(this.future, this.past);
  }

  #back(from, to) {
    if (!from.length) return;
    to.push(this.now());
    this.show(from.pop());
  }
}
