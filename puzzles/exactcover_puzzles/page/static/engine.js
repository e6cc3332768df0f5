// Asks the server that sent this page, or Python in a worker of the browser.

/** An error that says why there is no answer. */
export class Refused extends Error {}

/** The error of a question whose answer is no longer wanted. */
export const gone = () => new DOMException("The question was given up.", "AbortError");

const refuse = (why) => () => { throw new Refused(why); };
const SILENT = "The server does not answer. Has it been stopped?";

/** The base: an aborted question is an exception; any other failure is an answer with `error`. */
class Engine {
  ask(question, { onPart = () => {}, signal } = {}) {
    return this.answer(question, onPart, signal).catch((error) => {
      if (signal?.aborted) throw signal.reason;
      return { error: error.message };
    });
  }
}

/** Asks a server. A question that is aborted ends there too. */
class Server extends Engine {
  async answer(question, onPart, signal) {
    const headers = { "Content-Type": "application/json" };
    const asked = { method: "POST", headers, body: JSON.stringify(question), signal };
    const answer = await fetch("ask", asked).catch(refuse(SILENT));
    if (answer.status === 503) throw new Refused("Too many searches are running. Stop one, or wait.");
    if (!answer.ok) throw new Refused(`The server refused the question (${answer.status}).`);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { value, done } = await reader.read().catch(refuse("The server was stopped."));
      if (done) throw new Refused("The answer ended too soon. Has the server been stopped?");
      text += value;
      const lines = text.split("\n");
      text = lines.pop();
      for (const line of lines.filter(Boolean)) {
        const message = JSON.parse(line);
        if (message.done) return message;
        if (message.compiling) this.oncompiling?.();
        else onPart(message);
      }
    }
  }
}

/** Asks Python in a worker. An aborted question ends with its worker, and the next one is ready. */
class Workers extends Engine {
  idle = [];
  number = 0;

  constructor() {
    super();
    this.#start();
  }

  #start() {
    // From memory: such a worker has the content security policy of the page.
    const code = `import ${JSON.stringify(new URL("python.js", import.meta.url).href)};`;
    const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    this.idle.push(new Worker(address, { type: "module" }));
  }

  async answer(question, onPart, signal) {
    signal?.throwIfAborted();
    if (!this.idle.length) this.#start();
    const worker = this.idle.pop();
    const number = ++this.number;
    // A second one stands by, since starting takes seconds.
    if (!this.idle.length && number > 1) this.#start();
    return new Promise((resolve, reject) => {
      const end = () => {
        worker.terminate();
        if (!this.idle.length) this.#start();
        reject(signal.reason);
      };
      signal?.addEventListener("abort", end);
      worker.onmessage = ({ data }) => {
        if (data.number !== number) return;
        if (!data.message.done) return onPart(data.message);
        worker.onmessage = null;
        signal?.removeEventListener("abort", end);
        this.idle.push(worker);
        return resolve(data.message);
      };
      worker.onerror = (event) => {
        signal?.removeEventListener("abort", end);
        reject(new Refused(`Python could not start: ${event.message ?? "reason unknown"}`));
      };
      worker.postMessage({ number, question });
    });
  }
}

/** What the page opens with, and the engine that answers. */
export async function connect() {
  const start = await fetch("start.json")
    .then((answer) => (answer.ok ? answer.json() : {})).catch(refuse(SILENT));
  return { start, engine: start.static ? new Workers() : new Server() };
}
