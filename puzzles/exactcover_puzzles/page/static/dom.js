// Elements, made in one call. Text is always text: nothing that Python sends becomes HTML.

/** An element with its properties (`on…` are listeners, `class`, `data-…`, `aria-…`) and children. */
export function make(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

const SVG = "http://www.w3.org/2000/svg";

/** The same in SVG. */
export function draw(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    const states = name.startsWith("aria-"); // these say "false" as well
    if (value === undefined || value === null || (value === false && !states)) continue;
    if (name.startsWith("on")) listen(element, name.slice(2), value);
    else if (name === "style") element.style.cssText = value; // the policy of the page allows it so
    else if (name === "value") element.value = element.stated = value;
    else element.setAttribute(name, value === true && !states ? "" : value);
  }
  element.append(...children.flat().filter((child) => child || child === "").map(standIn));
  return element;
}

/** A kept element that is shown stays where it is while a description is made: a comment stands for it. */
function standIn(child) {
  if (!child.kept || !child.isConnected) return child;
  return Object.assign(document.createComment(""), { standsFor: child });
}

/** Have a listener in place of an earlier one. */
function listen(element, name, listener) {
  element.listeners ??= {};
  const hear = (event) => element.listeners[name]?.(event);
  if (!(name in element.listeners)) element.addEventListener(name, hear);
  element.listeners[name] = listener;
}

/** Make the children of an element what a new description says. What is alike stays, and with it the
    focus, the caret, and a slider in mid-drag; its listeners become those of the description, so they
    ask their event for its `target`. An element with `kept` looks after itself. */
export function update(parent, children) {
  const rest = [...parent.childNodes];
  const shown = children.map((each) => each.standsFor ?? each).map((child) => {
    const alike = (each) => !each.kept && !child.kept && called(each) === called(child);
    const k = rest.findIndex((each) => each === child || alike(each));
    const [there] = k < 0 ? [child] : rest.splice(k, 1);
    if (there !== child) patch(there, child);
    else if (k < 0 && !child.kept) taken(child);
    return there;
  });
  for (const each of rest) each.remove();
  shown.forEach((each, k) => {
    if (parent.childNodes[k] !== each) parent.insertBefore(each, parent.childNodes[k] ?? null);
  });
}

/** What is new takes the kept elements that it describes. */
function taken(node) {
  for (const each of [...node.childNodes])
    if (each.standsFor) each.replaceWith(each.standsFor);
    else taken(each);
}

/** What an element is recognized by: its id and `data-key`; buttons without an id by their label. */
const called = (node) => [node.nodeName, node.id, node.dataset?.key,
  node.nodeName === "BUTTON" && !node.id && (node.ariaLabel ?? node.textContent)].join(" ");

/** Make a node what another one is. */
function patch(node, described) {
  if (node.nodeType === Node.TEXT_NODE) {
    if (node.data !== described.data) node.data = described.data;
    return;
  }
  for (const { name } of [...node.attributes]) if (!described.hasAttribute(name)) node.removeAttribute(name);
  for (const { name, value } of described.attributes)
    if (name === "style") node.style.cssText = value;
    else if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  const listeners = { ...described.listeners };
  for (const name of Object.keys(node.listeners ?? {})) listeners[name] ??= null;
  for (const [name, listener] of Object.entries(listeners)) listen(node, name, listener);
  update(node, [...described.childNodes]);
  // What the user types stays until the description says something else; a text while it is typed.
  if (node.nodeName === "SELECT" ? node.value !== described.value : node.stated !== described.stated)
    if (node.nodeName !== "TEXTAREA" || node !== document.activeElement) node.value = described.value;
  node.stated = described.stated;
  if (node.checked !== described.checked) node.checked = described.checked;
}

const opened = new Set();

/** A part of a panel below its title, which shows or hides it. */
export const folding = (title, ...children) => {
  // (The event `toggle` comes later, when a new description may have closed it again.)
  const onclick = () => opened.delete(title) || opened.add(title);
  return make("details", { "data-key": title, open: opened.has(title) },
    make("summary", { onclick }, title), ...children);
};

/** Elements in a row. */
export const row = (...children) => make("div", { class: "row" }, ...children);

/** An element with a label. */
export const labelled = (text, element, properties = {}) => make("label", properties, text, element);

/** A drop-down list of values with their texts; `now` is selected. */
export const select = (label, values, now, choose, properties = {}) =>
  make("select", {
    "aria-label": label, onchange: ({ target }) => choose(values[target.selectedIndex][0]), ...properties,
  }, ...values.map(([value, text]) => make("option", { value, selected: value === now }, text)));

/** A remark in small print. */
export const note = (text, properties = {}) => make("p", { class: "note", ...properties }, text);

/** A field to write in. */
export const field = (value, change, properties = {}) =>
  make("input", { ...properties, value, onchange: ({ target }) => change(target.value) });

export const button = (text, onclick, properties = {}) =>
  make("button", { type: "button", onclick, ...properties }, text);

/** Ends what follows the pointer, as if the browser had taken the pointer away. */
export let letGo = () => {};

/** Follow the pointer until it is released, or taken away: then `end` gets an event "pointercancel", and
    nothing is to happen. A second finger takes it away. */
export function follow(move, end) {
  letGo();
  const followed = new AbortController();
  const { signal } = followed;
  const ended = (event) => {
    followed.abort();
    letGo = () => {};
    end(event);
  };
  letGo = () => ended(new Event("pointercancel"));
  addEventListener("pointermove", (event) => event.isPrimary && move(event), { signal });
  addEventListener("pointerdown", ({ isPrimary }) => isPrimary || letGo(), { signal, capture: true });
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, ended, { signal });
}

/** Whether a key is Enter or the space bar. */
export const isEnter = ({ key }) => key === "Enter" || key === " ";

/** A picture that Python drew, as an image: nothing in it can run. */
export function picture(svg, alt) {
  const image = make("img", { alt });
  image.kept = true;
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  image.addEventListener("load", () => {
    URL.revokeObjectURL(image.src);
    image.style.setProperty("--wide", image.naturalWidth / image.naturalHeight); // to fill the stage
  }, { once: true });
  return image;
}

export const byId = (id) => document.getElementById(id);

/** Announce something to screen readers. */
export const say = (text) => { byId("spoken").textContent = text; };

/** Digits in groups of three. */
export const grouped = (digits) => `${digits}`.replace(/\B(?=(\d{3})+$)/g, ",");

/** A text as a sentence. Names of cells begin as they are. */
export const sentence = (text) => {
  const begun = /^[a-z]+[\s,:;.'-]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.!?…)]$/.test(begun) || !begun ? begun : `${begun}.`;
};
