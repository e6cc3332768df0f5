// What all tools of the page have in common: each has a tab, and is told when it is shown.

export class Tab {
  /** What is said of its keys. */
  get keys() {
    return "";
  }

  /** The same for fingers. */
  get touch() {
    return "";
  }

  constructor(page) {
    this.page = page;
  }

  /** Whether the puzzle that is open has it: most need a board. */
  get fits() {
    return Boolean(this.page.looked.view);
  }

  /** What Undo takes back: as a rule the last change of the puzzle. */
  get history() {
    return this.page.book;
  }

  /** Another puzzle was opened: nothing is known of it. Called before it is shown first. */
  forget() {}

  /** Show it on the board; the page then shows its panel. */
  enter() {
    this.page.showPuzzle();
  }

  /** Another tab is shown instead. */
  leave() {}

  /** The answer is known. */
  answered() {}
}
