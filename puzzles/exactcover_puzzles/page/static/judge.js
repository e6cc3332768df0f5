// Judges the board after each change: what clashes, for what nothing is left, and whether it is solved.

export class Judge {
  constructor(play) {
    this.play = play;
    this.page = play.page;
  }

  /** Another puzzle. */
  forget() {
    Object.assign(this, { clashes: new Set(), seen: [], solved: false, asking: null });
  }

  /** Ask Python; if the board changes meanwhile, again. */
  async look() {
    const { play, page } = this;
    const { leaving } = page;
    if (this.asking === leaving) return;
    this.asking = leaving;
    try {
      const state = () => `${play.all}|${[...play.painted]}`;
      for (let asked = null; asked !== state();) {
        asked = state();
        const found = await page.ask("position", { chosen: play.all, painted: [...play.painted] });
        if (asked === state()) this.#tell(found);
      }
    } finally {
      if (this.asking === leaving) this.asking = null;
    }
  }

  #tell({ clashes = [], marks = [], solved, wrong, places }) {
    const { play } = this;
    const moved = play.chosen.length + play.painted.size > 0;
    Object.assign(this, { clashes: new Set(clashes), seen: marks, solved: Boolean(solved && moved) });
    play.time(!this.solved);
    if (this.page.tab !== play) return;
    if (this.solved) play.help.say({ text: `Solved! It took ${play.clock}.`, solved: true });
    else if (!play.said && moved && wrong) play.help.say({ text: wrong, places, bad: true });
    else if (!play.said && moved && play.rest === 0)
      play.help.say({ text: "Everything is placed, but this is not a solution.", why: true });
    else play.draw();
  }
}
