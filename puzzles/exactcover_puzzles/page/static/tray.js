// The tray: the pieces beside the board.
import { thumbnail } from "./board.js";
import { button, make, row } from "./dom.js";
import { central, randomOf } from "./shapes.js";

/** Pieces in the order of the tray, and how each lies there: tiles are shuffled, turned and renumbered,
    since a file may list them as in a solution. The same text always gives the same order. */
export function shuffled(all, text) {
  const random = randomOf(text);
  const tiles = all.some(({ pictures }) => pictures.length);
  const drawn = all.map((piece) => [tiles ? random() : 0, piece]).sort(([one], [other]) => one - other);
  const pieces = drawn.map(([, piece]) => piece);
  const shapes = pieces.map((piece) => (tiles ? Math.floor(random() * piece.shapes.length) : 0));
  return { pieces, shapes, numbers: new Map(tiles ? pieces.map(({ name }, k) => [name, `${k + 1}`]) : []) };
}

/** The tray of pieces of a hand. */
export function tray(hand) {
  const { play, page } = hand;
  const each = (piece, k) => {
    const left = play.left(piece);
    const number = piece.most > 1 ? `, ${left} left` : left ? "" : ", placed";
    const corners = piece.outlines[play.shapes[k]];
    const colour = page.board.colours.of(piece.name);
    const looks = hand.looks(piece, play.shapes[k]);
    const small = (text, properties) => make("span", { class: "copies", ...properties }, text);
    return button([
      thumbnail(corners, colour, piece.pictures.length ? 64 : 44, {}, looks),
      piece.most > 1 ? small(`${left}`)
        : play.numbers.size && small(play.numbers.get(piece.name), { "aria-hidden": "true" }),
    ], (event) => { if (event.detail === 0 && left > 0) hand.hold(k); }, {
      "aria-label": `${play.called(piece.name)}${number}`, "aria-pressed": hand.held?.k === k,
      class: left > 0 ? "" : "used", disabled: left <= 0,
      onpointerdown: (event) => {
        if (event.button || left <= 0) return;
        event.preventDefault();
        hand.carry(event, k, play.shapes[k], central(corners));
      },
    });
  };
  const motion = (move, text) =>
    hand.can(move) && button(text, () => hand.turn(move), { disabled: !hand.held });
  return [row(motion("turn", "Turn"), motion("tip", "Tip"), motion("flip", "Flip")),
    make("div", { class: "tray", role: "group", "aria-label": "Pieces" }, ...play.pieces.map(each))];
}
