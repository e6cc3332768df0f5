// Playing: pieces are carried to the board by mouse, touch or keys; marks are chosen for a place.
import { middle } from "./board.js";
import { button, byId, follow, grouped, make, say, sentence } from "./dom.js";
import { thumbnail } from "./design.js";
import { Tab } from "./tab.js";

export class Play extends Tab {
  name = "Play";

  get keys() {
    return this.pieces?.length
      ? `Choose a piece with [ and ]${this.#can("turn") ? ", turn it with R" : ""}${this.#can("flip") ? ", flip it with F" : ""}; arrow keys move it, Enter puts it down, Delete takes it away.`
      : this.paints ? "Click or drag to paint, again to mark as empty. Arrow keys move, Enter paints, X marks as empty, Delete clears."
      : "Arrow keys move. Type what you put there, or Enter for the choices; Delete takes it away.";
  }

  get touch() {
    if (this.paints) return "Tap or drag to paint, again to mark as empty.";
    if (!this.pieces?.length) return "Tap a place for the choices.";
    return `Drag a piece to the board${this.#can("turn") ? "; tap it first to turn it" : ""}. Drag it off the board to take it away.`;
  }

  /** What was played before the page was loaded again. */
  kept = stored();
  past = [];
  future = [];

  /** Here Undo takes back a move. */
  get history() {
    return this;
  }

  undo() {
    this.#back(this.past, this.future);
  }

  redo() {
    this.#back(this.future, this.past);
  }

  #back(from, to) {
    if (!from.length) return;
    to.push(this.#now);
    [this.chosen, this.painted] = from.pop();
    this.#anew();
  }

  /** Another puzzle: nothing is chosen. */
  forget() {
    this.chosen = [];
    this.painted = new Map();
    this.past = [];
    this.future = [];
    this.options = null;
    this.held = null;
    this.said = null;
    this.seen = [];
    this.pieces = null;
  }

  /** Tiles are shuffled, turned and numbered anew, in the same way whenever a puzzle is opened: in
      their files they may lie as in a solution. */
  #shuffle(pieces) {
    const random = randomOf(JSON.stringify(this.page.book.stated));
    const tiles = pieces.some(({ pictures }) => pictures.length);
    const drawn = pieces.map((piece) => [tiles ? random() : 0, piece]).sort(([one], [other]) => one - other);
    this.pieces = drawn.map(([, piece]) => piece);
    this.shapes = this.pieces.map(({ shapes }) => (tiles ? Math.floor(random() * shapes.length) : 0));
    this.numbers = new Map(tiles ? this.pieces.map(({ name }, k) => [name, `${k + 1}`]) : []);
  }

  /** What an option puts on the board is called. */
  #named(option) {
    const [, piece, text] = this.options[option];
    return piece ? this.#called(piece) : text;
  }

  /** What a piece is called here. */
  #called(name) {
    return this.numbers.has(name) ? `piece ${this.numbers.get(name)}` : name;
  }

  async enter() {
    const { page } = this;
    page.showPuzzle();
    if (!page.looked.view) return;
    const { view } = page.looked;
    if (!this.pieces) this.#shuffle(view.pieces);
    page.board.look(view.pictures, true);
    this.paints = Object.keys(view.painted).length > 0;
    if (!this.options) {
      const answer = await page.ask("options").catch((error) => ({ error: error.message }));
      if (answer.error) {
        this.said = { text: answer.error };
        page.refresh();
        return;
      }
      this.options = answer.marks;
      this.number = new Map(this.options.map((mark, k) => [nameOf(mark), k]));
      this.placeAt = new Map(view.places.map(({ at }, k) => [`${at}`, k]));
      const [stated, chosen, painted] = this.kept ?? [];
      this.kept = null;
      if (stated === JSON.stringify(page.book.stated)) {
        for (const option of chosen) if (this.#free(option)) this.chosen.push(option);
        this.painted = new Map(painted);
      }
      if (page.tab !== this) return;
    }
    const { board } = page;
    board.describe = (k) => {
      const lies = this.#on(k);
      if (this.paints) return `${view.places[k].text || view.places[k].name}, ${this.painted.get(k) ?? "open"}`;
      return `${view.places[k].name}, ${lies === null ? "free" : this.#named(lies)}`;
    };
    board.onkey = (event, k) => this.#key(event, k);
    board.onmove = () => this.#ghost();
    board.svg.addEventListener("pointerdown", (event) => this.#down(event));
    board.svg.addEventListener("pointermove", (event) => {
      // A piece that was chosen follows the mouse.
      const place = this.held && !this.carrying ? board.at(event.clientX, event.clientY) : null;
      if (place === null || place === board.cursor) return;
      board.moveTo(place);
      this.#fitGrip();
      this.#ghost();
    });
    this.#draw();
    this.#look();
    page.refresh();
  }

  leave() {
    this.page.board.look(this.page.looked.view?.pictures ?? []);
  }

  // -- what lies on the board ----------------------------------------------------------------

  answered() {
    this.#draw();
  }

  get #all() {
    return [...(this.page.looked.given ?? []), ...this.chosen];
  }

  /** The option that lies on a place, or null. */
  #on(place) {
    return this.#all.find((option) => this.options[option][0].includes(place)) ?? null;
  }

  #draw() {
    const { board, looked } = this.page;
    if (!this.options || this.page.tab !== this) return;
    store([JSON.stringify(this.page.book.stated), this.chosen, [...this.painted]]);
    const given = new Set(looked.given);
    const painted = [...this.painted].map(([k, shade]) => ({ mark: [[k], "", "", shade] }));
    const seen = this.seen.map((mark) => ({ mark }));
    const lie = this.#all.map((option) => ({ mark: this.options[option], classes: given.has(option) ? "given" : "" }));
    board.marks([...painted, ...lie, ...seen]);
    const named = this.said?.places?.map((k) => [k, this.said.bad ? "bad" : ""]);
    board.name(named ?? this.page.placesOfReason(this.page.answer));
    if (this.said?.show !== undefined) board.ghost({ mark: this.options[this.said.show], classes: "hint" });
    else this.#ghost();
  }

  /** What else is seen, now that something else lies there. */
  async #look() {
    if (!this.page.looked.view.seen) return;
    const chosen = this.#all;
    const found = await this.page.ask("seen", { chosen }).catch(() => ({ marks: [] }));
    if (`${chosen}` !== `${this.#all}`) return; // it has changed again
    this.seen = found.marks;
    this.#draw();
  }

  /** What lies there now, as a change that follows may be taken back to it. */
  get #now() {
    return [[...this.chosen], new Map(this.painted)];
  }

  /** What was there before can be had again; not if nothing has changed. */
  #remember(before) {
    const [was, is] = [before, this.#now].map(([chosen, painted]) => JSON.stringify([chosen, [...painted]]));
    if (was === is) return;
    this.past.push(before);
    this.future = [];
  }

  /** Whether there is such an option, and nothing lies where it would lie. */
  #free(option) {
    return Boolean(this.options[option]) && this.options[option][0].every((place) => this.#on(place) === null);
  }

  #anew() {
    this.said = null;
    this.#draw();
    this.#look();
    this.page.refresh();
  }

  #put(option) {
    if (!this.#free(option)) return;
    const before = this.#now;
    this.chosen.push(option);
    this.#changed(before, `${this.#named(option)} is placed.`);
  }

  #take(option) {
    const before = this.#now;
    this.chosen = this.chosen.filter((each) => each !== option);
    this.#changed(before, `${this.#named(option)} is taken away.`);
  }

  #changed(before, text) {
    this.#remember(before);
    const { view } = this.page.looked;
    const covered = new Set(this.#all.flatMap((option) => this.options[option][0]));
    const black = [...this.painted.values()].filter((shade) => shade === "black").length;
    const full = covered.size >= view.places.filter(({ shade }) => shade !== "black").length;
    const complete = this.paints ? black === view.painted.black && "Enough is painted"
      : view.spare ? this.pieces.every((piece) => piece.most - this.#left(piece) >= piece.least) && "All pieces are placed"
      : full ? "All places are filled"
      : this.#all.length >= this.page.size && "As many are placed as in a solution";
    this.said = null;
    say(text);
    this.#draw();
    this.#look();
    this.page.refresh();
    if (complete) this.#check(complete);
  }

  /** Whether what lies there is a solution, now that it may be one: why it may. */
  async #check(complete) {
    // What is not painted stays empty, once enough is.
    const places = this.paints ? this.page.looked.view.places.flatMap(({ shade }, k) =>
      (shade === "clue" ? [] : [[k, this.painted.get(k) ?? "light"]])) : [];
    const found = await this.#ask("fits", { painted: places });
    const unknown = found.error || found.possible === null;
    if (unknown || (this.paints && !found.possible)) return; // that many can be wrong
    const { spare } = this.page.looked.view;
    if (found.possible && !this.paints && !spare && this.#placeable(found).length) return;
    this.said = { text: found.possible ? "Solved!" : `${complete}, but something does not fit together. Ask why.` };
    say(this.said.text);
    this.page.refresh();
  }

  /** The options that may still be placed, as propagation knows it. */
  #placeable({ live }) {
    const chosen = new Set(this.#all);
    return live.filter((option) => !chosen.has(option) && this.options[option][0].length);
  }

  /** How many copies of a piece are left. */
  #left(piece) {
    const used = this.#all.filter((option) => this.options?.[option][1] === piece.name).length;
    return piece.most - used;
  }

  // -- carrying pieces -----------------------------------------------------------------------

  /** The option that puts a shape so that its cell number `grip` lies on a place; or null. */
  #option(k, shape, grip, place, without = null) {
    const { view } = this.page.looked;
    const cells = this.pieces[k].shapes[shape];
    const shift = view.places[place].at.map((number, d) => number - cells[grip][d]);
    if (shift.reduce((a, b) => a + b, 0) % view.parity) return null;
    const places = [];
    for (const cell of cells) {
      const at = this.placeAt.get(`${cell.map((number, d) => number + shift[d])}`);
      if (at === undefined) return null;
      const lies = this.#on(at);
      if (lies !== null && lies !== without) return null;
      places.push(at);
    }
    const { name, label, pictures } = this.pieces[k];
    return this.number.get(nameOf([places, name, label, "", [], pictures[shape]])) ?? null;
  }

  #down(event) {
    if (!this.options || event.button) return;
    const { board } = this.page;
    const place = board.at(event.clientX, event.clientY);
    if (place === null) return;
    event.preventDefault();
    board.host.focus({ preventScroll: true });
    board.moveTo(place);
    const option = this.#on(place);
    if (this.paints) {
      this.#paint(event, place);
      return;
    }
    if (!this.pieces.length) {
      this.#choices(place);
      return;
    }
    if (option === null) {
      // A piece that was chosen in the tray is put where one clicks.
      if (this.held) this.#drop(place);
      return;
    }
    if (!this.chosen.includes(option)) return;
    const [places, name] = this.options[option];
    const k = this.pieces.findIndex((piece) => piece.name === name);
    const cells = places.map((each) => this.page.looked.view.places[each].at);
    const picture = this.options[option][5] ?? null;
    const shape = picture === null ? this.#shapeOf(k, cells) : this.pieces[k].pictures.indexOf(picture);
    const at = this.page.looked.view.places[place].at;
    const first = cells[0].map((number, d) => number - this.pieces[k].shapes[shape][0][d]);
    const grip = this.pieces[k].shapes[shape].findIndex((cell) => cell.every((number, d) => number + first[d] === at[d]));
    this.#carry(event, k, shape, grip, option);
  }

  #can(move) {
    return this.pieces.some(({ moves }) => moves[move]);
  }

  /** How a piece looks that is more than its cells. */
  #looks({ lines, pictures }, shape) {
    return { lines, picture: this.page.board.pictures[pictures[shape]] };
  }

  #shapeOf(k, cells) {
    const form = (each) => each.map((cell) => cell.map((number, d) => number - each[0][d])).join(";");
    const here = form(cells);
    const kinds = this.pieces[k].shapes;
    const sum = (cell) => cell.reduce((a, b) => a + b, 0);
    const { parity } = this.page.looked.view;
    return kinds.findIndex((shape) => form(shape) === here && (sum(shape[0]) - sum(cells[0])) % parity === 0);
  }

  /** Carry a piece until the pointer is let go. */
  #carry(event, k, shape, grip, from = null) {
    const { board, looked } = this.page;
    const piece = this.pieces[k];
    const scale = board.scale;
    let carried, cells, last = event, gx, gy, x, y;
    const lift = () => {
      const corners = piece.outlines[shape];
      cells = piece.shapes[shape];
      [gx, gy] = middle(corners[grip]);
      carried?.remove();
      carried = thumbnail(corners, board.colours.of(piece.name), 10, { class: "carried" }, this.#looks(piece, shape));
      let width, tall;
      [x, y, width, tall] = carried.getAttribute("viewBox").split(" ").map(Number);
      carried.setAttribute("width", width * scale);
      carried.setAttribute("height", tall * scale);
      document.body.append(carried);
    };
    lift();
    this.carrying = true;
    const sum = (cell) => cell.reduce((a, b) => a + b, 0);
    const fits = (place) => (sum(looked.view.places[place].at) - sum(cells[grip])) % looked.view.parity === 0;
    if (from !== null) board.marks(this.#all.filter((each) => each !== from).map((each) => ({ mark: this.options[each] })));
    let target = null, moved = false;
    const move = (now) => {
      last = now;
      if (Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) > 5) moved = true;
      carried.style.transform = `translate(${now.clientX - (gx - x) * scale}px, ${now.clientY - (gy - y) * scale}px)`;
      const place = board.nearest(board.toBoard(now.clientX, now.clientY), fits, 0.9);
      const option = place === null ? null : this.#option(k, shape, grip, place, from);
      if (option !== target) {
        target = option;
        board.ghost(option === null ? null : { mark: this.options[option], classes: "ghost" });
      }
    };
    const turn = (pressed) => {
      const turned = this.#turned(k, shape, motionOf(pressed));
      if (turned === null) return;
      pressed.preventDefault();
      pressed.stopPropagation();
      [shape, grip] = [turned, central(piece.outlines[turned])];
      lift();
      move(last);
    };
    addEventListener("keydown", turn, true);
    const end = (now) => {
      removeEventListener("keydown", turn, true);
      this.carrying = false;
      this.shapes[k] = shape;
      carried.remove();
      board.ghost(null);
      const away = now.type === "pointerup" && moved && board.at(now.clientX, now.clientY) === null && !board.host.contains(document.elementFromPoint(now.clientX, now.clientY));
      if (!moved && from === null) {
        // A click chooses the piece, to be put down by another click or by keys.
        this.#hold(k);
        return;
      }
      if (from !== null && target !== from && (target !== null || away)) {
        const before = this.#now;
        this.chosen = this.chosen.filter((each) => each !== from);
        if (target !== null && this.#free(target)) this.chosen.push(target);
        this.#changed(before, target === null ? `${this.#called(piece.name)} is taken away.` : `${this.#called(piece.name)} is moved.`);
      } else if (from === null && target !== null) {
        this.held = null;
        this.#put(target);
      } else this.#draw();
    };
    follow(move, end);
    move(event);
  }

  // -- keys ----------------------------------------------------------------------------------

  #hold(k) {
    this.held = k === null ? null : { k, grip: 0 };
    if (k !== null) {
      say(`${this.#called(this.pieces[k].name)} is in your hand. ${this.keys}`);
      this.page.board.host.focus({ preventScroll: true });
    }
    this.#ghost();
    this.page.refresh();
  }

  #ghost() {
    const { board } = this.page;
    if (!this.held || !this.options) {
      board.ghost(null);
      return;
    }
    const { k, grip } = this.held;
    const option = this.#landing(board.cursor);
    if (option !== null) {
      board.ghost({ mark: this.options[option], classes: "ghost" });
      return;
    }
    // It does not fit here: its cells that are on the board are shown.
    const { view } = this.page.looked;
    const cells = this.pieces[k].shapes[this.shapes[k]];
    const shift = view.places[board.cursor].at.map((number, d) => number - cells[grip][d]);
    const even = shift.reduce((a, b) => a + b, 0) % view.parity === 0;
    const shown = even ? cells.map((cell) => this.placeAt.get(`${cell.map((number, d) => number + shift[d])}`)) : [];
    const places = shown.filter((place) => place !== undefined);
    board.ghost(places.length ? { mark: [places, "", this.pieces[k].label, ""], classes: "ghost bad" } : null);
  }

  /** What a motion makes of a shape, or null. */
  #turned(k, shape, move) {
    const { moves } = this.pieces[k];
    if (move === "back") return moves.turn?.indexOf(shape) ?? null;
    return moves[move]?.[shape] ?? null;
  }

  #turn(move) {
    if (!this.held) return false;
    const { k } = this.held;
    const turned = this.#turned(k, this.shapes[k], move);
    if (turned === null) return false;
    this.shapes[k] = turned;
    this.#fitGrip();
    this.#ghost();
    this.page.refresh();
    return true;
  }

  /** On some grids a cell of another kind lies on each place: grip one that can lie here. */
  #fitGrip() {
    const { board, looked } = this.page;
    const { k } = this.held;
    const cells = this.pieces[k].shapes[this.shapes[k]];
    const sum = (cell) => cell.reduce((a, b) => a + b, 0);
    const at = sum(looked.view.places[board.cursor].at);
    const fits = (grip) => (at - sum(this.pieces[k].shapes[this.shapes[k]][grip])) % looked.view.parity === 0;
    if (fits(this.held.grip)) return;
    const other = cells.findIndex((_, grip) => fits(grip));
    if (other >= 0) this.held.grip = other;
    else if (this.pieces[k].pictures.length) this.#turnTo(k, fits);
  }

  /** A tile that does not lie on places of this kind as it is turned: turn it until it does. */
  #turnTo(k, fits) {
    const { turn } = this.pieces[k].moves;
    for (let tried = 0; turn && tried < turn.length && !fits(0, k); tried++) this.shapes[k] = turn[this.shapes[k]];
  }

  /** The option that puts the piece in the hand on a place. Any of its cells may lie there, the one
      in the hand first. */
  #landing(place) {
    const { k, grip } = this.held;
    const grips = [grip, ...this.pieces[k].shapes[this.shapes[k]].keys()];
    return grips.map((each) => this.#option(k, this.shapes[k], each, place)).find((each) => each !== null) ?? null;
  }

  #drop(place) {
    const { k } = this.held;
    this.page.board.cursor = place;
    this.#fitGrip();
    const found = this.#landing(place);
    if (found === null || this.#left(this.pieces[k]) <= 0) {
      say("It does not fit there.");
      return;
    }
    this.#put(found);
    if (this.#left(this.pieces[k]) <= 0) this.#hold(null);
  }

  #key(event, place) {
    if (!this.options) return false;
    const name = event.key.toLowerCase();
    if (this.paints && name !== "h") {
      if (name === "enter" || name === " ") return this.#paintOne(place, "black");
      if (name === "x") return this.#paintOne(place, "light");
      return (name === "delete" || name === "backspace") && this.#paintOne(place, null);
    }
    if (name === "delete" || name === "backspace") {
      const option = this.#on(place);
      if (option !== null && this.chosen.includes(option)) this.#take(option);
      return true;
    }
    if (name === "h") {
      this.#hint();
      return true;
    }
    if (!this.pieces.length) {
      if (name === "enter" || name === " ") {
        this.#choices(place);
        return true;
      }
      return name.length === 1 && this.#type(place, name);
    }
    if (name === "[" || name === "]") {
      const free = this.pieces.flatMap((piece, k) => (this.#left(piece) > 0 ? [k] : []));
      if (free.length) {
        const now = free.indexOf(this.held?.k ?? -1);
        const step = name === "]" ? 1 : -1;
        this.#hold(free[(now < 0 ? (step > 0 ? 0 : free.length - 1) : now + step + free.length) % free.length]);
        this.#fitGrip();
        this.#ghost();
      }
      return true;
    }
    const move = motionOf(event);
    if (move) return this.#turn(move) || true;
    if (name === "g" && this.held) {
      this.held.grip = (this.held.grip + 1) % this.pieces[this.held.k].shapes[0].length;
      this.#fitGrip();
      this.#ghost();
      return true;
    }
    if (name === "escape") {
      this.#hold(null);
      return true;
    }
    if (name === "enter" || name === " ") {
      if (this.held) this.#drop(place);
      return true;
    }
    return false;
  }

  // -- places that are painted ---------------------------------------------------------------

  #paint(event, first) {
    const { board, looked } = this.page;
    const next = { undefined: "black", black: "light", light: undefined }[this.painted.get(first)];
    const shade = event.shiftKey ? "light" : next;
    const painted = new Set();
    const add = (k) => {
      if (k === null || painted.has(k) || looked.view.places[k].shade === "clue") return;
      painted.add(k);
      if (shade) this.painted.set(k, shade);
      else this.painted.delete(k);
      this.#draw();
    };
    const before = this.#now;
    add(first);
    const move = (moved) => add(board.at(moved.clientX, moved.clientY));
    follow(move, () => this.#changed(before, `${painted.size} painted.`));
  }

  #paintOne(place, shade) {
    if (this.page.looked.view.places[place].shade === "clue") return true;
    const before = this.#now;
    if (shade && this.painted.get(place) !== shade) this.painted.set(place, shade);
    else this.painted.delete(place);
    this.#changed(before, `${this.page.looked.view.places[place].name}, ${this.painted.get(place) ?? "open"}`);
    return true;
  }

  // -- places that are filled by choice ------------------------------------------------------

  #type(place, text) {
    const option = this.options.findIndex(([places, , shown]) => places.length === 1 && places[0] === place && shown.toLowerCase() === text);
    if (option < 0) return false;
    this.#replace(place, option);
    return true;
  }

  #replace(place, option) {
    const lies = this.#on(place);
    if (lies !== null && !this.chosen.includes(lies)) return;
    const before = this.#now;
    const taken = new Set(this.options[option][0]);
    const given = this.page.looked.given ?? [];
    if (given.some((each) => this.options[each][0].some((k) => taken.has(k)))) return;
    this.chosen = this.chosen.filter((each) => !this.options[each][0].some((k) => taken.has(k)));
    if (lies !== option) this.chosen.push(option);
    this.#changed(before, `${this.options[option][2] || this.options[option][1]} at ${this.page.looked.view.places[place].name}.`);
  }

  #choices(place) {
    const { dialog, looked } = this.page;
    const found = this.options.flatMap((mark, k) => (mark[0].includes(place) ? [[mark, k]] : []));
    if (!found.length || (looked.given ?? []).includes(this.#on(place))) return;
    const names = found.map(([[places, piece, text], k]) => {
      const where = places.length > 1 ? ` on ${places.map((each) => looked.view.places[each].name).join(" ")}` : "";
      return button(`${text || piece || "here"}${where}`, () => {
        dialog.close();
        this.#replace(place, k);
        this.page.board.host.focus();
      });
    });
    const lies = this.#on(place);
    if (this.chosen.includes(lies)) {
      names.push(button("Empty", () => {
        dialog.close();
        this.#take(lies);
        this.page.board.host.focus();
      }));
    }
    dialog.replaceChildren(make("h2", {}, looked.view.places[place].name), make("div", { class: "row" }, ...names),
      make("div", { class: "row" }, button("Cancel", () => dialog.close())));
    dialog.showModal();
  }

  // -- help ----------------------------------------------------------------------------------

  /** Ask about what lies there. If that changes meanwhile, the answer is of no use: who waits for it
      waits forever. */
  async #ask(name, values = {}) {
    const asked = { chosen: this.#all, painted: [...this.painted] };
    const answer = await this.page.ask(name, { ...asked, ...values }).catch((error) => ({ error: error.message }));
    const now = { chosen: this.#all, painted: [...this.painted] };
    return JSON.stringify(now) === JSON.stringify(asked) ? answer : new Promise(() => {});
  }

  /** The same for who looks at the panel. */
  #wonder(name, values) {
    this.said = { text: "…" };
    this.page.refresh();
    return this.#ask(name, values);
  }

  #tell(said) {
    const text = said.text.replace(/\bpiece ([^\s:;,.]+)/g, (all, name) => (this.numbers.has(name) ? this.#called(name) : all));
    this.said = { ...said, text: sentence(text) };
    say(this.said.text);
    this.#draw();
    this.page.refresh();
    byId("said")?.scrollIntoView({ block: "nearest" });
  }

  async #hint() {
    const found = await this.#wonder("hint");
    if (found.error) return this.#tell({ text: found.error });
    const places = found.item?.[1] ?? [];
    if (found.action === "solved") return this.#tell({ text: "It is finished: nothing is left to find." });
    if (found.paint) {
      if (!found.paint.length) return this.#tell({ text: `This can no longer be finished: ${found.words}.`, bad: true });
      return this.#tell({ text: `Look at ${found.words}.`, places: found.paint.map(([k]) => k), paint: found.paint });
    }
    if (found.action === "impossible")
      return this.#tell({ text: `This can no longer be finished: nothing is left for ${found.item[0]}.`, places, bad: true });
    const gone = found.removed.length ? `${grouped(found.removed.length)} placements would leave something without any; without them, ` : "";
    if (found.action === "take")
      return this.#tell({ text: `Look at ${found.item[0]}: ${gone}only one possibility is left.`, places, reveal: found.option });
    if (found.item)
      return this.#tell({ text: `Nothing follows at once. The fewest possibilities, ${found.left}, are left for ${found.item[0]}.`, places });
    return this.#tell({ text: "Nothing follows at once." });
  }

  async #why() {
    const fits = await this.#wonder("fits");
    if (fits.error) return this.#tell({ text: fits.error });
    if (fits.possible) return this.#tell({ text: "So far so good: there is a way to finish this." });
    const why = await this.#wonder("explain", { seconds: 30 });
    if (why.error) return this.#tell({ text: why.error });
    if (why.impossible === undefined) return this.#tell({ text: "It could not be decided in half a minute." });
    if (!why.impossible) return this.#tell({ text: "So far so good: there is a way to finish this." });
    return this.#tell({ text: `This can no longer be finished: ${why.why}.`, places: (why.items ?? []).flatMap((item) => item[1]), bad: true });
  }

  async #fitting() {
    const found = await this.#wonder("fits");
    if (found.error) return this.#tell({ text: found.error });
    const free = this.#placeable(found);
    const held = this.held && this.pieces[this.held.k].name;
    const here = free.filter((option) => (held ? this.options[option][1] === held : this.options[option][0].includes(this.page.board.cursor)));
    const of = held ? `of ${this.#called(held)}` : `at ${this.page.looked.view.places[this.page.board.cursor].name}`;
    const end = found.possible === false ? " This can no longer be finished." : "";
    const places = held ? [...new Set(here.flatMap((option) => this.options[option][0]))] : [];
    return this.#tell({ text: `${grouped(here.length)} possibilities ${of} are left, ${grouped(free.length)} in all.${end}`, places });
  }

  async #unique() {
    const found = await this.#wonder("unique", { seconds: 30 });
    if (found.error) return this.#tell({ text: found.error });
    if (found.verdict === "impossible") return this.#tell({ text: `There is no solution: ${found.why}.`, bad: true });
    if (found.verdict === "unique") return this.#tell({ text: "There is exactly one solution from here." });
    const number = `${found.complete ? "" : "at least "}${grouped(found.count)}`;
    const fewest = found.words.length ? `With ${found.words.join(", and ")} it has exactly one.` : "";
    const places = (found.choice ?? []).flatMap((option) => this.options[option][0]);
    return this.#tell({ text: `${number} solutions from here. ${fewest}`, places });
  }

  panel() {
    const made = make("div");
    const { said } = this;
    if (!this.options) {
      made.append(make("p", {}, said?.text ?? "…"));
      return made;
    }
    made.append(make("div", { class: "row" },
      button("Hint", () => this.#hint(), { "aria-keyshortcuts": "H" }),
      this.paints ? null : button("What still fits?", () => this.#fitting()),
      button("Can it be finished?", () => this.#why()),
      this.paints ? null : button("What makes it unique?", () => this.#unique())));
    made.append(make("div", { class: "row" },
      button("Take back", () => this.undo(), { disabled: !this.past.length }),
      button("Start again", () => {
        const before = this.#now;
        this.chosen = [];
        this.painted = new Map();
        this.#remember(before);
        this.#anew();
      }, { disabled: !this.chosen.length && !this.painted.size })));
    if (said) {
      made.append(make("p", { class: said.bad ? "fault" : "", id: "said" }, said.text));
      if (said.reveal !== undefined && said.show === undefined)
        made.append(button("Show it", () => this.#tell({ ...said, show: said.reveal })));
      if (said.paint)
        made.append(button("Paint them", () => {
          const before = this.#now;
          for (const [k, shade] of said.paint) this.painted.set(k, shade);
          this.#changed(before, "Painted.");
        }));
      if (said.show !== undefined)
        made.append(button("Put it there", () => this.#put(said.show)));
    }
    if (this.pieces.length) {
      const tray = make("div", { class: "tray", role: "group", "aria-label": "Pieces" });
      this.pieces.forEach((piece, k) => {
        const left = this.#left(piece);
        const chosen = this.held?.k === k;
        const each = button("", (event) => { if (event.detail === 0 && left > 0) this.#hold(k); }, {
          "aria-label": `${this.#called(piece.name)}${piece.most > 1 ? `, ${left} left` : left ? "" : ", placed"}`,
          "aria-pressed": chosen, class: left > 0 ? "" : "used", disabled: left <= 0,
        });
        each.append(thumbnail(piece.outlines[this.shapes[k]], this.page.board.colours.of(piece.name), piece.pictures.length ? 64 : 44, {}, this.#looks(piece, this.shapes[k])));
        if (piece.most > 1) each.append(make("span", { class: "copies" }, `${left}`));
        else if (this.numbers.size) each.append(make("span", { class: "copies", "aria-hidden": "true" }, this.numbers.get(piece.name)));
        each.addEventListener("pointerdown", (event) => {
          if (event.button || left <= 0) return;
          event.preventDefault();
          this.#carry(event, k, this.shapes[k], central(piece.outlines[this.shapes[k]]));
        });
        tray.append(each);
      });
      made.append(make("div", { class: "row" },
        this.#can("turn") && button("Turn", () => this.#turn("turn"), { disabled: !this.held }),
        this.#can("tip") && button("Tip", () => this.#turn("tip"), { disabled: !this.held }),
        this.#can("flip") && button("Flip", () => this.#turn("flip"), { disabled: !this.held })), tray);
    }
    if (this.page.looked.sketch?.at) {
      // What lies there can become part of the puzzle.
      const given = this.page.looked.given ?? [];
      made.append(make("div", { class: "row" },
        button("State these as given", () => this.page.edit({ given: this.#all }), { disabled: !this.chosen.length }),
        given.length ? button("Nothing is given", () => this.page.edit({ given: [] })) : null));
    }
    return made;
  }
}

/** The motion of a piece that a key stands for. */
const motionOf = ({ key, shiftKey }) => ({ r: shiftKey ? "back" : "turn", f: "flip", t: "tip" })[key.toLowerCase()];

/** The cell in the middle of a piece. */
function central(corners) {
  const centres = corners.map(middle);
  const [x, y] = middle(centres);
  const far = centres.map(([a, b]) => Math.hypot(a - x, b - y));
  return far.indexOf(Math.min(...far));
}

/** Numbers below 1, the same for the same text. */
function randomOf(text) {
  let state = 0;
  for (const each of text) state = Math.imul(state ^ each.codePointAt(0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Notes of this tab of the browser; it may have none. */
function stored() {
  try {
    return JSON.parse(sessionStorage.getItem("play"));
  } catch {
    return null;
  }
}

function store(played) {
  try {
    sessionStorage.setItem("play", JSON.stringify(played));
  } catch { /* then it is gone when the page is loaded again */ }
}

const nameOf = ([places, piece, text, , , picture]) => `${piece}|${text}|${picture ?? ""}|${[...places].sort((a, b) => a - b)}`;
