// The games of this browser tab, and the time that one takes.

/** Games that are kept, so that one can go back to them. */
const KEPT = 20;

/** The time of a game, without the pauses. */
export class Clock {
  spent = 0;
  since = null;

  constructor(now = Date.now) {
    this.now = now;
  }

  /** Milliseconds so far. */
  get time() {
    return this.spent + (this.since === null ? 0 : this.now() - this.since);
  }

  start() {
    this.since ??= this.now();
  }

  pause() {
    [this.spent, this.since] = [this.time, null];
  }

  toString() {
    const seconds = Math.floor(this.time / 1000);
    const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((each) => `${each}`.padStart(2, "0"));
    const hours = Math.floor(seconds / 3600);
    return `${hours ? `${hours}:` : ""}${parts.join(":")}`;
  }
}

/** The latest games by puzzle, also those before the page was reloaded. */
export class Games {
  /** `storage` may be refused, or hold anything. */
  constructor(storage = null) {
    this.games = new Map();
    try {
      this.storage = storage ?? sessionStorage;
      for (const [puzzle, game] of JSON.parse(this.storage.getItem("play")) ?? [])
        if (game.slice(0, 3).every(Array.isArray)) this.games.set(puzzle, game);
    } catch { /* then none is known */ }
  }

  of(puzzle) {
    return this.games.get(puzzle) ?? [];
  }

  keep(puzzle, game) {
    this.games.delete(puzzle); // the latest one is the last
    this.games.set(puzzle, game);
    if (this.games.size > KEPT) this.games.delete(this.games.keys().next().value);
    try {
      this.storage.setItem("play", JSON.stringify([...this.games]));
    } catch { /* then they are lost when the page is reloaded */ }
  }
}
