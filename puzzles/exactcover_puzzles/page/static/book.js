// The open puzzle: its kind and its text or words; its history and its address.

import { History } from "./history.js";

export class Book extends EventTarget {
  puzzle = { text: "", name: "" };
  /** The number of puzzles opened so far; typing in a text does not open another one. */
  opened = 0;
  history = new History(() => this.puzzle, (puzzle) => this.#is(puzzle, "undo"), 500);

  /** How a question states the puzzle. */
  get stated() {
    const { kind, text, words } = this.puzzle;
    return words ? { kind, words } : { kind, text };
  }

  /** Open a puzzle, or change it (Undo goes back); returns whether it differs from the last. */
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

/** The most characters of a puzzle, the same as in Python. */
export const MOST = 1_000_000;

/** Bytes, packed or unpacked by a stream; null if there are too many. */
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

/** The text in the bytes of a file, which gzip may have compressed. Throws if it is not UTF-8. */
export async function textOf(bytes) {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const plain = isPacked ? await through(bytes, new DecompressionStream("gzip")) : bytes;
  if (!plain) throw new RangeError("too large");
  return new TextDecoder("utf-8", { fatal: true }).decode(plain);
}

export async function toAddress({ kind, text, words }) {
  const data = new TextEncoder().encode(JSON.stringify({ kind, text, words }));
  const packed = await through(data, new CompressionStream("deflate-raw"));
  return base64Of(packed).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The puzzle of an address, or null if there is none. The name of a tab follows a dot. */
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

/** The media types of files. */
export const TYPES = {
  svg: "image/svg+xml", png: "image/png", pdf: "application/pdf", dxf: "image/vnd.dxf",
  stl: "model/stl", "3mf": "model/3mf",
};

export function download(name, data, type = "text/plain") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([data], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export const bytesOf = (base64) => Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));

export const base64Of = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
