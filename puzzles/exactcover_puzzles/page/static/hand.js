// Carrying pieces to the board by mouse, touch or keys.
import { thumbnail } from "./board.js";
import { follow, isEnter, say } from "./dom.js";
import { central, middle, motionOf, nameOf, shapeOf, shifted, shiftOf, sum, turned } from "./shapes.js";

/** Between two turns by the wheel, in milliseconds. */
const PAUSE = 120;

export class Hand {
  /** The held piece: its number and the cell by which it is held; or null. */
  held = null;
  carrying = false;

  constructor(play) {
    this.play = play;
    this.page = play.page;
  }

  get keys() {
    const turn = this.can("turn") ? ", turn it with R, the wheel or the right button" : "";
    const flip = this.can("flip") ? ", flip it with F" : "";
    const click = this.play.fill.clicks ? "Click an empty cell to try each piece there. " : "";
    return `${click}Choose a piece with [ and ]${turn}${flip}. Arrow keys move it, `
      + "Enter places it, Delete removes it.";
  }

  get touch() {
    const click = this.play.fill.clicks ? "Tap an empty cell to try each piece there. " : "";
    const first = this.can("turn") ? "; tap it first to turn it" : "";
    return `${click}Drag a piece onto the board${first}. Drag it off the board to remove it.`;
  }

  /** The piece in the hand, or a piece by its number. */
  piece(k = this.held?.k) {
    return this.play.pieces[k];
  }

  /** Whether any piece has a motion. */
  can(move) {
    return this.play.pieces.some(({ moves }) => moves[move]);
  }

  /** Whether a cell can be moved to a place: on some grids only every other one is like it. */
  #reaches(cell, place) {
    const { view } = this.page.looked;
    return (sum(view.places[place].at) - sum(cell)) % view.parity === 0;
  }

  /** The option that puts a shape so that its cell number `grip` lies on a place; or null. */
  #option(k, shape, grip, place, without = null) {
    const { play } = this;
    const { name, label, pictures, shapes } = this.piece(k);
    if (!this.#reaches(shapes[shape][grip], place)) return null;
    const shift = shiftOf(shapes[shape][grip], this.page.looked.view.places[place].at);
    const places = shapes[shape].map((cell) => play.placeAt.get(`${shifted(cell, shift)}`));
    const free = (at) => at !== undefined && [null, without].includes(play.on(at));
    if (!places.every(free)) return null;
    return play.number.get(nameOf({ places, piece: name, text: label, picture: pictures[shape] })) ?? null;
  }

  /** How a piece looks that is more than its cells. */
  looks({ lines, pictures, shapes }, shape) {
    return { lines, picture: this.page.board.pictures[pictures[shape]], cells: shapes[shape] };
  }

  /** Lift the option on a place off the board. */
  lift(event, place, option) {
    const { places: all, parity } = this.page.looked.view;
    const { places, piece: name, picture = null } = this.play.options[option];
    const k = this.play.pieces.findIndex((piece) => piece.name === name);
    const { shapes, pictures } = this.piece(k);
    const cells = places.map((each) => all[each].at);
    const shape = picture === null ? shapeOf(shapes, cells, parity) : pictures.indexOf(picture);
    const shift = shiftOf(shapes[shape][0], cells[0]);
    const grip = shapes[shape].findIndex((cell) => `${shifted(cell, shift)}` === `${all[place].at}`);
    this.carry(event, k, shape, grip, option);
  }

  /** Carry a piece until the pointer is released. */
  carry(event, k, shape, grip, from = null) {
    const { play } = this;
    const { board } = this.page;
    const piece = this.piece(k);
    const scale = board.svg.getScreenCTM().a; // pixels for a unit of the board
    let carried, gx, gy, x, y, last = event;
    const lift = () => {
      const corners = piece.outlines[shape];
      [gx, gy] = middle(corners[grip]);
      carried?.remove();
      const looks = { ...this.looks(piece, shape), cells: [[]] }; // over the board, layers are carried
      carried = thumbnail(corners, board.colours.of(piece.name), 10, { class: "carried" }, looks);
      const shown = carried.viewBox.baseVal;
      [x, y] = [shown.x, shown.y];
      carried.setAttribute("width", shown.width * scale);
      carried.setAttribute("height", shown.height * scale);
      document.body.append(carried);
    };
    lift();
    this.carrying = true;
    const rest = play.all.filter((each) => each !== from);
    if (from !== null) board.marks(rest.map((each) => ({ mark: play.options[each] })));
    let target = null, moved = false;
    const move = (now) => {
      // Another button that is pressed meanwhile is a pointermove.
      const pressed = now !== last && now.button > 0 && now.buttons & (now.button === 2 ? 2 : 4);
      last = now;
      if (pressed) return turn(now);
      if (Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) > 5) moved = true;
      const [left, top] = [now.clientX - (gx - x) * scale, now.clientY - (gy - y) * scale];
      carried.style.transform = `translate(${left}px, ${top}px)`;
      const here = (each) => this.#reaches(piece.shapes[shape][grip], each);
      const place = board.nearest(board.toBoard(now), here, 0.9);
      const option = place === null ? null : this.#option(k, shape, grip, place, from);
      if (option === target) return;
      target = option;
      board.ghost(option === null ? null : { mark: play.options[option], classes: "ghost" });
    };
    const turn = (pressed) => {
      const next = turned(piece, shape, this.#motion(pressed));
      if (next === null) return;
      pressed.preventDefault();
      pressed.stopPropagation();
      [shape, grip] = [next, central(piece.outlines[next])];
      lift();
      move(last);
    };
    const turning = new AbortController();
    const turns = { capture: true, passive: false, signal: turning.signal };
    for (const name of ["keydown", "wheel"]) addEventListener(name, turn, turns);
    addEventListener("contextmenu", (pressed) => pressed.preventDefault(), turns);
    follow(move, (now) => {
      turning.abort();
      this.carrying = false;
      play.shapes[k] = shape;
      carried.remove();
      board.ghost(null);
      if (now.type === "pointercancel") return play.draw();
      // A click chooses the piece; another click or a key places it.
      if (!moved && from === null) return this.hold(k);
      if (!moved && play.fill.clicks) return play.fill.click(board.cursor);
      const under = document.elementFromPoint(now.clientX, now.clientY);
      const away = now.type === "pointerup" && moved && !board.host.contains(under);
      if (from !== null && target !== from && (target !== null || away)) return play.move(from, target);
      if (target === null && !away && board.host.contains(under))
        play.help.say({ text: `${play.called(piece.name)} does not fit there.` });
      if (from !== null || target === null) return play.draw();
      this.held = null;
      return play.put(target);
    });
    move(event);
  }

  /** Pick up a piece, or none. */
  hold(k) {
    this.held = k === null ? null : { k, grip: 0 };
    if (k !== null) {
      say(`${this.play.called(this.piece().name)} is in your hand. ${this.keys}`);
      this.page.board.host.focus({ preventScroll: true });
    }
    this.ghost();
    this.page.refresh();
  }

  /** Show where the piece in the hand would lie. */
  ghost() {
    const { play, held } = this;
    const { board } = this.page;
    if (!held || !play.options) return board.ghost(null);
    const option = this.#landing(board.cursor);
    if (option !== null) return board.ghost({ mark: play.options[option], classes: "ghost" });
    // It does not fit here: its cells that are on the board are shown.
    const cells = this.#cells();
    const { at } = this.page.looked.view.places[board.cursor];
    const shown = cells.some((cell) => this.#reaches(cell, board.cursor)) ? cells : [];
    const grips = [held.grip, ...cells.keys()].map((each) => cells[each]);
    const shift = shiftOf(grips.find((cell) => this.#reaches(cell, board.cursor)) ?? at, at);
    const places = shown.map((cell) => play.placeAt.get(`${shifted(cell, shift)}`));
    const there = places.filter((place) => place !== undefined);
    const mark = { places: there, text: this.piece().label };
    return board.ghost(there.length ? { mark, classes: "ghost bad" } : null);
  }

  /** The cells of the piece in the hand, as it is turned. */
  #cells() {
    return this.piece().shapes[this.play.shapes[this.held.k]];
  }

  /** The motion that an event stands for; from a wheel one at a time. */
  #motion(event) {
    if (event.type === "wheel") {
      event.preventDefault();
      if (event.timeStamp - (this.wheeled ?? -Infinity) < PAUSE) return null;
      this.wheeled = event.timeStamp;
    }
    return motionOf(event);
  }

  /** Turn or flip the piece in the hand by the mouse. */
  twist(event) {
    if (!this.held || this.carrying) return;
    const move = this.#motion(event);
    if (!move) return;
    event.preventDefault();
    this.turn(move);
  }

  turn(move) {
    if (!this.held) return;
    const { shapes } = this.play;
    const next = turned(this.piece(), shapes[this.held.k], move);
    if (next === null) return;
    shapes[this.held.k] = next;
    this.moved();
    this.page.refresh();
  }

  /** The cursor is elsewhere, or the piece is another one. On some grids a cell of another kind lies on
      each place: grip one that can lie here. */
  moved() {
    const { k, grip } = this.held;
    const { cursor } = this.page.board;
    const may = (each) => this.#reaches(this.#cells()[each], cursor);
    if (!may(grip)) {
      const other = this.#cells().findIndex((_, each) => may(each));
      const { turn = [] } = this.piece().moves;
      if (other >= 0) this.held.grip = other;
      // A tile that does not lie on places of this kind as it is turned: turn it until it does.
      else if (this.piece().pictures.length)
        for (let n = 0; n < turn.length && !may(0); n++) this.play.shapes[k] = turn[this.play.shapes[k]];
    }
    this.ghost();
  }

  /** The option that puts the piece in the hand on a place. Any of its cells may lie there, the one
      in the hand first. */
  #landing(place) {
    const { k, grip } = this.held;
    const grips = [grip, ...this.#cells().keys()];
    const options = grips.map((each) => this.#option(k, this.play.shapes[k], each, place));
    return options.find((option) => option !== null) ?? null;
  }

  /** Place the piece in the hand. */
  drop(place) {
    const { play } = this;
    this.page.board.cursor = place;
    this.moved();
    const found = this.#landing(place);
    if (found === null || play.left(this.piece()) <= 0) return say("It does not fit there.");
    play.put(found);
    if (play.left(this.piece()) <= 0) this.hold(null);
  }

  /** Handle a key; returns whether it means something. */
  key(event, place) {
    const name = event.key.toLowerCase();
    const move = motionOf(event);
    if (name === "[" || name === "]") this.#next(name === "]" ? 1 : -1);
    else if (move) this.turn(move);
    else if (name === "escape") this.hold(null);
    else if (name === "g" && this.held) {
      this.held.grip = (this.held.grip + 1) % this.piece().shapes[0].length;
      this.moved();
    } else if (isEnter(event)) {
      if (this.held) this.drop(place);
      else if (this.play.fill.clicks) this.play.fill.click(place);
    } else return false;
    return true;
  }

  /** Pick up the next piece of which a copy is left. */
  #next(step) {
    const { pieces } = this.play;
    const free = [...pieces.keys()].filter((k) => this.play.left(pieces[k]) > 0);
    if (!free.length) return;
    const now = free.indexOf(this.held?.k ?? -1);
    const next = now < 0 ? (step > 0 ? 0 : free.length - 1) : now + step + free.length;
    this.hold(free[next % free.length]);
    this.moved();
  }
}
