// Carrying pieces to the board by mouse, touch or keys.
import { thumbnail } from "./board.js";
import { button, follow, isEnter, make, row, say } from "./dom.js";
import { central, middle, motionOf, nameOf, shapeOf, shifted, shiftOf, sum, turned } from "./shapes.js";

export class Hand {
  /** The held piece: its number and the cell by which it is held; or null. */
  held = null;
  carrying = false;

  constructor(play) {
    this.play = play;
    this.page = play.page;
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
  #looks({ lines, pictures, shapes }, shape) {
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
    this.#carry(event, k, shape, grip, option);
  }

  /** Carry a piece until the pointer is released. */
  #carry(event, k, shape, grip, from = null) {
    const { play } = this;
    const { board } = this.page;
    const piece = this.piece(k);
    const scale = board.svg.getScreenCTM().a; // pixels for a unit of the board
    let carried, gx, gy, x, y, last = event;
    const lift = () => {
      const corners = piece.outlines[shape];
      [gx, gy] = middle(corners[grip]);
      carried?.remove();
      const looks = { ...this.#looks(piece, shape), cells: [[]] }; // over the board, layers are carried
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
      last = now;
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
      const next = turned(piece, shape, motionOf(pressed));
      if (next === null) return;
      pressed.preventDefault();
      pressed.stopPropagation();
      [shape, grip] = [next, central(piece.outlines[next])];
      lift();
      move(last);
    };
    addEventListener("keydown", turn, true);
    follow(move, (now) => {
      removeEventListener("keydown", turn, true);
      this.carrying = false;
      play.shapes[k] = shape;
      carried.remove();
      board.ghost(null);
      // A click chooses the piece; another click or a key places it.
      if (!moved && from === null) return this.hold(k);
      const under = document.elementFromPoint(now.clientX, now.clientY);
      const away = now.type === "pointerup" && moved && !board.host.contains(under);
      if (from !== null && target !== from && (target !== null || away)) return play.move(from, target);
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
      say(`${this.play.called(this.piece().name)} is in your hand. ${this.play.keys}`);
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
    const shift = shiftOf(cells[held.grip], at);
    const shown = this.#reaches(cells[held.grip], board.cursor) ? cells : [];
    const places = shown.map((cell) => play.placeAt.get(`${shifted(cell, shift)}`));
    const there = places.filter((place) => place !== undefined);
    const mark = { places: there, text: this.piece().label };
    return board.ghost(there.length ? { mark, classes: "ghost bad" } : null);
  }

  /** The cells of the piece in the hand, as it is turned. */
  #cells() {
    return this.piece().shapes[this.play.shapes[this.held.k]];
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

  /** The tray of pieces. */
  tray() {
    const { play } = this;
    const each = (piece, k) => {
      const left = play.left(piece);
      const number = piece.most > 1 ? `, ${left} left` : left ? "" : ", placed";
      const corners = piece.outlines[play.shapes[k]];
      const colour = this.page.board.colours.of(piece.name);
      const looks = this.#looks(piece, play.shapes[k]);
      const small = (text, properties) => make("span", { class: "copies", ...properties }, text);
      return button([
        thumbnail(corners, colour, piece.pictures.length ? 64 : 44, {}, looks),
        piece.most > 1 ? small(`${left}`)
          : play.numbers.size && small(play.numbers.get(piece.name), { "aria-hidden": "true" }),
      ], (event) => { if (event.detail === 0 && left > 0) this.hold(k); }, {
        "aria-label": `${play.called(piece.name)}${number}`, "aria-pressed": this.held?.k === k,
        class: left > 0 ? "" : "used", disabled: left <= 0,
        onpointerdown: (event) => {
          if (event.button || left <= 0) return;
          event.preventDefault();
          this.#carry(event, k, play.shapes[k], central(corners));
        },
      });
    };
    const motion = (move, text) =>
      this.can(move) && button(text, () => this.turn(move), { disabled: !this.held });
    return [row(motion("turn", "Turn"), motion("tip", "Tip"), motion("flip", "Flip")),
      make("div", { class: "tray", role: "group", "aria-label": "Pieces" }, ...play.pieces.map(each))];
  }
}
