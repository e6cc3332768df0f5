// Asks the server that sent this page, or Python in a worker of the browser.

/** An error that says why there is no answer. */
export class Refused extends Error {}

/** The error of a question whose answer is no longer wanted. */
export const gone = () => new DOMException("The question was given up.", "AbortError");

const refuse = (why) => () => { throw new Refused(why); };
const SILENT = "The server does not answer. Has it been stopped?";
/** Milliseconds that a question takes before another worker of the browser stands by. */
const SOON = 2000;

/** The base: an aborted question is an exception; any other failure is an answer with `error`. */
class Engine {
  ask(question, { onPart = () => {}, onBegin = () => {}, signal } = {}) {
    return this.answer(question, onPart, signal, onBegin).catch((error) => {
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

/** Asks Python in workers, one question at a time each. A question that is aborted ends with its
    worker. What the page asks first was answered when it was exported. */
class Workers extends Engine {
  idle = [];
  starting = null;
  waiting = [];

  constructor(known) {
    super();
    this.known = new Map(known.map(([question, answer]) => [keyOf(question), answer]));
    kept().then(() => this.#start());
  }

  #start() {
    // From memory: such a worker has the content security policy of the page.
    const code = `import ${JSON.stringify(new URL("python.js", import.meta.url).href)};`;
    const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    const worker = (this.starting = new Worker(address, { type: "module" }));
    const ready = (reason) => {
      worker.reason = reason;
      this.starting = null;
      this.#rest(worker);
    };
    worker.onmessage = ({ data }) => (data.ready ? ready() : this.onstarting?.(data.starting));
    worker.onerror = ({ message }) => ready(`Python could not start: ${message ?? "reason unknown"}`);
  }

  /** A worker is at rest: it takes the question that has waited longest. */
  #rest(worker) {
    this.idle.push(worker);
    if (this.waiting.length) this.waiting.shift()();
  }

  async answer(question, onPart, signal, onBegin) {
    const known = this.known.get(keyOf(question));
    if (known) return known;
    signal?.throwIfAborted();
    if (!this.idle.length) await new Promise((resolve, reject) => {
      this.waiting.push(resolve);
      signal?.addEventListener("abort", () => {
        this.waiting = this.waiting.filter((each) => each !== resolve);
        reject(signal.reason);
      });
    });
    const worker = this.idle.pop();
    if (signal?.aborted || worker.reason) {
      if (worker.reason) this.#start(); // perhaps it can be fetched now
      else this.#rest(worker);
      throw signal?.reason ?? new Refused(worker.reason);
    }
    // For the next question there is another one, unless this one is answered at once.
    const spare = setTimeout(() => this.#spare(), SOON);
    return new Promise((resolve, reject) => {
      const end = () => {
        worker.terminate();
        this.#spare();
        reject(signal.reason);
      };
      signal?.addEventListener("abort", end);
      worker.onmessage = ({ data: { message } }) => {
        if (!message.done) return onPart(message);
        clearTimeout(spare);
        signal?.removeEventListener("abort", end);
        this.#rest(worker);
        return resolve(message);
      };
      onBegin();
      worker.postMessage(question);
    });
  }

  #spare() {
    if (!this.idle.length && !this.starting) this.#start();
  }
}

/** A question as a key, whatever the order of its values. */
const keyOf = (question) =>
  JSON.stringify(Object.entries(question).filter(([, value]) => value !== undefined).sort());

/** Have the files kept for the next visit, and from now on fetched by way of what keeps them. */
async function kept() {
  const { serviceWorker } = navigator; // there is none where the address is not trusted
  if (!serviceWorker) return;
  serviceWorker.register("service_worker.js").catch(() => {});
  if (serviceWorker.controller) return;
  await new Promise((resolve) => {
    serviceWorker.addEventListener("controllerchange", resolve, { once: true });
    setTimeout(resolve, 1000);
  });
}

/** What the page opens with, and the engine that answers. */
export async function connect() {
  const start = await fetch("start.json")
    .then((answer) => (answer.ok ? answer.json() : {})).catch(refuse(SILENT));
  return { start, engine: start.static ? new Workers(start.known) : new Server() };
}
