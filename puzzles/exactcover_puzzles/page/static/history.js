// What was before, and can be had again.

export class History {
  past = [];
  future = [];

  /** `now`: what there is; `show` shows what was taken back. */
  constructor(now, show, most = Infinity) {
    Object.assign(this, { now, show, most });
  }

  /** Something has changed, and this was before. */
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
