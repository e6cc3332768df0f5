// The Photographs tab: two photographs for a jigsaw with two solutions, and sheets to print.
import { base64Of, bytesOf } from "./book.js";
import { field, labelled, make, picture, row } from "./dom.js";
import { Tab } from "./tab.js";

/** Pixels along the longer side of a photograph that is sent. */
const MOST = 1600;
/** The part of a photograph that is shown at first: its magnification and its position (%). */
const MIDDLE = { size: 1, x: 50, y: 50 };

export class Photographs extends Tab {
  name = "Photographs";
  sides = { front: null, back: null };
  /** The file inputs persist, since they show the chosen file. */
  choosers = Object.fromEntries(["front", "back"].map((side) => [side, make("input", {
    type: "file", accept: "image/*", "aria-label": `Photograph for the ${side}`,
    onchange: ({ target: { files: [file] } }) => file && this.#open(side, file),
  })]));

  get available() {
    return Boolean(this.page.looked.photographs); // columns and rows
  }

  forget() {
    this.files = null;
    this.fault = "";
  }

  enter() {
    this.page.showPuzzle();
    this.#draw();
    if (!this.files) this.#show();
  }

  /** The sheets as they are now. */
  async #ask(form) {
    const data = {};
    for (const [side, photo] of Object.entries(this.sides)) data[side] = photo ? await this.#cut(photo) : "";
    return this.page.ask("photographs", { ...data, form, mm: this.mm ?? 25 });
  }

  async #show() {
    this.fault = "…";
    this.page.refresh();
    const answer = await this.#ask("svg");
    this.fault = answer.error ?? "";
    if (answer.files) this.files = new Map(answer.files);
    this.#draw();
    if (this.page.tab === this) this.page.refresh();
  }

  /** Draw both sides, or both solutions while there is no photograph. */
  #draw() {
    if (this.page.tab !== this || !this.files) return;
    const names = ["front.svg", "back.svg"].filter((name) => this.files.has(name));
    const shown = names.length ? names : ["solutions.svg"];
    this.page.board.host.replaceChildren(make("div", { class: "sides" }, ...shown.map((name) =>
      picture(new TextDecoder().decode(bytesOf(this.files.get(name))), `The ${name.replace(".svg", "")}`))));
  }

  /** Open a photograph; at first its middle fills the board. */
  async #open(side, file) {
    try {
      this.sides[side] = { name: file.name, image: await createImageBitmap(file), part: { ...MIDDLE } };
    } catch {
      this.fault = `This browser cannot read ${file.name} as a picture.`;
      return this.page.refresh();
    }
    return this.#show();
  }

  /** The chosen part of a photograph, cropped to the board's shape. */
  async #cut({ image, part }) {
    const [columns, rows] = this.page.looked.photographs;
    const edge = Math.min(image.width / columns, image.height / rows) / part.size;
    const [width, height] = [edge * columns, edge * rows];
    const scale = Math.min(1, MOST / Math.max(width, height));
    const size = [width, height].map((length) => Math.max(1, Math.round(length * scale)));
    const canvas = new OffscreenCanvas(...size);
    const [x, y] = [(image.width - width) * part.x / 100, (image.height - height) * part.y / 100];
    canvas.getContext("2d").drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
    const file = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
    return base64Of(new Uint8Array(await file.arrayBuffer()));
  }

  /** Sliders that choose the part of a photograph. */
  #sliders(side) {
    const photo = this.sides[side];
    const slider = (name, key, min, max, step) => labelled(name, field(photo.part[key], (value) => {
      photo.part[key] = Number(value);
      this.#show();
    }, { type: "range", min, max, step, "aria-label": `${name}, ${side}` }), { class: "slider" });
    return make("div", {}, slider("Size", "size", 1, 4, 0.1), slider("Left or right", "x", 0, 100, 1),
      slider("Up or down", "y", 0, 100, 1));
  }

  panel() {
    const change = (value) => { this.mm = Number(value) || 25; };
    const edge = field(this.mm ?? 25, change, { type: "number", min: 3, max: 500 });
    return [
      make("p", {}, "This puzzle has two solutions. One photograph appears in the first, the other on the "
        + "back of the second. Each fills the board; the sliders choose the visible part."),
      ...["front", "back"].flatMap((side) => [
        labelled(`For the ${side}`, this.choosers[side], { class: "stack" }),
        this.sides[side] && this.#sliders(side)]),
      row(labelled("Edge of a piece (mm) ", edge)),
      this.saver("Save all sheets", ["pdf", "svg", "png"], (form) => this.#ask(form)),
      make("p", { class: "fault", role: "status" }, this.fault)];
  }
}
