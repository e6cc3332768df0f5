// The colours of pieces, by their names.
const COLOURS = [
  "#7bb6e8", "#f2b36b", "#9bd08a", "#e79aa6", "#c4a8e6", "#f0dd6c", "#7fd3c8", "#d6b08c",
  "#b9c4d2", "#f29ccf", "#a9c94a", "#8fa8f0",
];

/** A colour for each piece, in the order of the names; those that had one `before` keep it. */
export class Colours {
  constructor(names, before = null) {
    const kept = names.filter((name) => before?.numbers.has(name));
    this.numbers = new Map(kept.map((name) => [name, before.numbers.get(name)]));
    for (const name of names) this.of(name);
  }
  of(name) {
    if (!this.numbers.has(name)) {
      const taken = new Set(this.numbers.values());
      let k = 0;
      while (taken.has(k)) k++;
      this.numbers.set(name, k);
    }
    return COLOURS[this.numbers.get(name) % COLOURS.length];
  }
  /** After the first twelve, colours repeat with another pattern. */
  grain(name) {
    this.of(name);
    return Math.floor(this.numbers.get(name) / COLOURS.length) % 4;
  }
}
