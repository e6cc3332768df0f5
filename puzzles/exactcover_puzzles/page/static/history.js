// Undo and redo.

export class History {
  past = [];
  future = [];

  /** `now`: the present state; `show` restores another one. Before its first state an `earlier` history
      goes on. */
  constructor(now, show, most = Infinity, earlier = null) {
    Object.assign(this, { now, show, most, earlier });
  }

  get canUndo() {
    return this.past.length > 0 || Boolean(this.earlier?.canUndo);
  }

  get canRedo() {
    return this.future.length > 0 || Boolean(this.earlier?.canRedo);
  }

  /** Record the state before a change. */
  add(before) {
    this.past.push(before);
    if (this.past.length > this.most) this.past.shift();
    this.future = [];
  }

  undo() {
    if (this.past.length) this.#back(this.past, this.future);
    else this.earlier?.undo();
  }

  redo() {
    if (this.future.length) this.#back(this.future, this.past);
    else this.earlier?.redo();
  }

  #back(from, to) {
    to.push(this.now());
    this.show(from.pop());
  }
}
