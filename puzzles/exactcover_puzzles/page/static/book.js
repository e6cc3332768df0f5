// The puzzle that is open: its kind and its text or words; what was before, and its address.

import { History } from "./history.js";

export class Book extends EventTarget {
  puzzle = { text: "", name: "" };
  /** How many puzzles have been opened; one whose text is typed stays the same one. */
  opened = 0;
  history = new History(() => this.puzzle, (puzzle) => this.#is(puzzle, "undo"), 500);

  /** What a question says of the puzzle. */
  get stated() {
    const { kind, text, words } = this.puzzle;
    return words ? { kind, words } : { kind, text };
  }

  /** Open a puzzle, or change it; what was can be had again. Says whether it is another one. */
  put(puzzle, from = "") {
    if (this.begun && same(puzzle, this.puzzle)) return false;
    if (this.begun) this.history.add(this.puzzle);
    this.begun = true;
    this.#is(puzzle, from);
    return true;
  }

  #is(puzzle, from) {
    this.puzzle = puzzle;
    if (from !== "text") this.opened++;
    this.dispatchEvent(new CustomEvent("change", { detail: from }));
  }
}

const same = (one, other) =>
  one.kind === other.kind && one.text === other.text && `${one.words}` === `${other.words}`;

// -- addresses: the whole puzzle, compressed ------------------------------------------------------

/** Characters of a puzzle at most, as Python has it. */
export const MOST = 1_000_000;

/** Bytes through a stream that packs or unpacks them; null if they become too many. */
async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    parts.push(value);
    length += value.length;
    if (length > 4 * MOST) {
      await reader.cancel();
      return null;
    }
  }
}

export async function toAddress({ kind, text, words }) {
  const data = new TextEncoder().encode(JSON.stringify({ kind, text, words }));
  const packed = await through(data, new CompressionStream("deflate-raw"));
  return base64Of(packed).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The puzzle of an address, or null if it holds none. After a dot it has the name of a tab. */
export async function fromAddress(hash) {
  try {
    const packed = bytesOf(hash.split(".")[0].replaceAll("-", "+").replaceAll("_", "/"));
    const data = await through(packed, new DecompressionStream("deflate-raw"));
    if (!data) return null;
    const { kind, text, words } = JSON.parse(new TextDecoder().decode(data));
    const listed = Array.isArray(words) && words.every((word) => typeof word === "string");
    if (typeof kind !== "string" || !(typeof text === "string" || listed)) return null;
    return listed && typeof text !== "string" ? { kind, words, name: "" } : { kind, text, name: "" };
  } catch {
    return null;
  }
}

// -- files --------------------------------------------------------------------------------------

/** The kinds of files, as browsers call them. */
export const TYPES = { svg: "image/svg+xml", png: "image/png", pdf: "application/pdf", dxf: "image/vnd.dxf" };

export function download(name, data, type = "text/plain") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([data], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export const bytesOf = (base64) => Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));

export const base64Of = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
