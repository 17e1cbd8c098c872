// Elements made in a line each. Text is always text: nothing here reads markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, each] of Object.entries(value)) element.style.setProperty(key, each);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An element: `make("p", {class: "note"}, "text", other)`. */
export function make(name, properties = {}, ...children) {
  return fill(document.createElement(name), properties, children);
}

/** An element of SVG. */
export function draw(name, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, name), properties, children);
}

/** A button: what it shows, what it does, and more of its properties. */
export function button(label, does, properties = {}) {
  return make("button", { type: "button", class: "btn", onclick: does, ...properties }, label);
}

/** What a screen does on Enter, unless that presses a button that has the focus. */
export function onEnter(does) {
  return (event) => {
    if (event.key !== "Enter" || event.target.closest("button, a, summary")) return false;
    does();
    return true;
  };
}

/** A key as it is shown beside what it does. */
export function key(...names) {
  return names.map((name) => make("kbd", {}, name));
}

/** A box of the side column, under a heading. */
export function box(title, ...children) {
  return make("section", { class: "box" }, title ? make("h2", {}, title) : null, ...children);
}

/** Put these in place of what an element holds; what has the focus keeps it, by its data-key. */
export function show(element, ...children) {
  const kept = document.activeElement?.dataset?.key;
  const inside = kept && element.contains(document.activeElement);
  element.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (inside) element.querySelector(`[data-key="${CSS.escape(kept)}"]`)?.focus({ preventScroll: true });
}
