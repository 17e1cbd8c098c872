// Studies: every move tried from a position joins its tree, which can be walked, named and kept.

import { box, button, draw, make } from "./dom.js";
import { figure, share, signed } from "./figures.js";
import { ask, Refused } from "./net.js";

const TREES = "pinochle.trees";
const KEPT = "pinochle.study.";
const MOST_TREES = 12;
// The trees of this window, the newest last: root, name, note, record, moves, values.
let trees = stored(TREES, []);

function stored(name, usual, storage = "sessionStorage") {
  try {
    return JSON.parse(globalThis[storage].getItem(name)) ?? usual;
  } catch {
    return usual;
  }
}

function save() {
  trees = trees.slice(-MOST_TREES);
  try {
    sessionStorage.setItem(TREES, JSON.stringify(trees));
  } catch {
    // The trees are kept until the page is loaded again.
  }
}

const emptyTree = (root) => ({ root, name: "", note: "", record: "", moves: [], values: {} });

/** The tree of a position, with the moves that have led to where the page is; they join it. */
export function follow(text, trail, record = "") {
  const root = trail[0]?.from ?? text;
  let tree = trees.find((each) => each.root === root);
  trees = trees.filter((each) => each !== tree);
  tree ??= emptyTree(root);
  trees.push(tree);
  if (record) tree.record = record;
  let at = -1;
  trail.forEach((step, place) => {
    const after = trail[place + 1]?.from ?? text;
    let number = tree.moves.findIndex((each) => each.at === at && each.move === step.move && (each.text ?? "") === after);
    if (number < 0) {
      const { move, seat, winner, scored, drawn, seen = {}, best } = step;
      number = tree.moves.push({ at, move, seat, winner, scored, drawn, seen, best, note: "", text: after || null }) - 1;
    }
    at = number;
  });
  save();
  return { tree, at };
}

/** Take a study in, so that its position has this tree. */
export function adopt(study) {
  trees = trees.filter((each) => each.root !== study.root);
  trees.push({ ...emptyTree(study.root), ...study });
  save();
  return study.root;
}

/** The study of a text that was given, taken in; its position is where it begins. */
export const read = async (text) => adopt(await ask("study", { text }));

export const isStudy = (text) => /^[;#] study( |$)/m.test(text);

/** The trail of a move of a tree, as the page keeps it in its history. */
function trailTo(tree, number) {
  const trail = [];
  for (let at = number; at >= 0; at = tree.moves[at].at) {
    const { move, seat, winner, scored, drawn, seen, best } = tree.moves[at];
    trail.unshift({ move, seat, winner, scored, drawn, seen, best, from: textOf(tree, tree.moves[at].at) });
  }
  return trail;
}

const textOf = (tree, number) => (number < 0 ? tree.root : tree.moves[number].text);
const after = (tree, at) => tree.moves.flatMap((each, number) => (each.at === at ? [number] : []));

/** Remember what a position is worth to the player below, for the curve. */
export function value({ tree }, text, worth) {
  tree.values[text] = worth;
  save();
}

/** The names of the studies that are kept. */
export function names() {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(KEPT)).map((key) => key.slice(KEPT.length)).sort();
  } catch {
    return [];
  }
}

export const kept = (name) => stored(KEPT + name, null, "localStorage");

/** A study as the server knows it. */
function plain({ root, name, note, record, moves }) {
  return { root, name, note, record, moves: moves.map(({ best, ...move }) => move) };
}

/** The list of kept studies, and how one is read from a file. */
export function shelf(context, open) {
  const file = make("input", { type: "file", accept: ".pnr,.pn,.txt", "aria-label": "A file of a study", id: "study-file" });
  const problem = make("p", { class: "refusal", role: "alert", hidden: true });
  file.addEventListener("change", async () => {
    try {
      if (file.files.length) open(await read(await file.files[0].text()));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      problem.textContent = error.message;
      problem.hidden = false;
    }
  });
  const forget = (name, row) => {
    localStorage.removeItem(KEPT + name);
    row.remove();
  };
  const rows = names().map((name) => {
    const row = make("li", {}, button(name, () => open(adopt(kept(name))), { class: "btn left", "data-study": name }), button("Remove", () => forget(name, row), { class: "btn small", "aria-label": `Remove ${name}` }));
    return row;
  });
  return box("Studies", rows.length ? make("ul", { class: "shelf" }, rows) : make("p", {}, "Moves that you try in Analyse make a tree. Name it there, and it is kept here."), make("label", { class: "field" }, make("span", {}, "from a file"), file), problem);
}

/**
 * The tree and what is done with it.
 *
 * @param here the tree and the place in it, of `follow`.
 * @param helpers `who` and `said` of the page, `open` for a position and its trail, `redraw`,
 *     `isFixed` where nothing can be changed.
 */
export function studyBox({ tree, at }, { who, said, open, redraw, isFixed }) {
  if (!tree.moves.length && !tree.name && !tree.note) return null;
  const path = new Set();
  for (let number = at; number >= 0; number = tree.moves[number].at) path.add(number);
  const goTo = (number) => (number >= 0 && tree.moves[number].text === null ? goTo(tree.moves[number].at) : open(textOf(tree, number), trailTo(tree, number)));
  const current = at < 0 ? tree : tree.moves[at];

  function step(number) {
    const { seat, move, winner, note } = tree.moves[number];
    const does = { type: "button", class: "step", "data-key": `node-${number}`, "aria-current": number === at ? "step" : null, onclick: () => goTo(number) };
    return make("li", { class: path.has(number) ? "walked" : "" }, make("button", does, `${who(seat)} `, said(move), winner ? ` · ${who(winner)} took it` : ""), note ? make("span", { class: "note" }, ` ${note}`) : null);
  }

  /** The moves after a place: the first goes on, the others are lines of their own behind it. */
  function line(from) {
    const items = [];
    for (let place = from; ; ) {
      const [main, ...others] = after(tree, place);
      if (main === undefined) return items;
      items.push(step(main));
      for (const each of others) items.push(make("li", { class: "variation" }, make("ol", { class: "trail" }, step(each), line(each))));
      place = main;
    }
  }

  function remove() {
    const gone = new Set([at]);
    tree.moves.forEach((each, number) => gone.has(each.at) && gone.add(number));
    const before = current.at;
    const numbers = tree.moves.map((_, number) => number).filter((number) => !gone.has(number));
    tree.moves = numbers.map((number) => ({ ...tree.moves[number], at: numbers.indexOf(tree.moves[number].at) }));
    save();
    open(textOf(tree, numbers.indexOf(before)), trailTo(tree, numbers.indexOf(before)));
  }

  const set = (what, name, text) => {
    what[name] = text.trim().replace(/\s+/g, " ");
    save();
    redraw();
  };

  function keep() {
    const name = tree.name || `study of ${new Date().toLocaleDateString()}`;
    tree.name = name;
    try {
      localStorage.setItem(KEPT + name, JSON.stringify({ ...plain(tree), values: tree.values }));
    } catch {
      // Nothing is kept in a private window; the file can be saved.
    }
    save();
    redraw("Kept. Analyse, without a position, lists what is kept.");
  }

  async function saveFile() {
    const { text } = await ask("study/text", plain(tree));
    const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: `${tree.name.replace(/[^\p{L}\p{N} -]/gu, "") || "study"}.pnr` });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  const input = (label, name, holder, key) => make("label", { class: "field" }, make("span", {}, label), make("input", { value: holder[name], "data-key": key, name: key, maxlength: 500, onchange: (event) => set(holder, name, event.target.value) }));
  return box(
    tree.name || "Moves tried",
    make("p", { class: "second" }, make("button", { type: "button", class: "step begin", "data-key": "node--1", "aria-current": at < 0 ? "step" : null, onclick: () => goTo(-1) }, "the beginning"), tree.note ? ` ${tree.note}` : ""),
    make("ol", { class: "trail tree" }, line(-1)),
    curve(tree, at),
    isFixed
      ? null
      : make(
          "details",
          { class: "more", "data-key": "study", open: Boolean(tree.name) },
          make("summary", {}, "Name, keep, add a note"),
          input("Name", "name", tree, "study-name"),
          input(at < 0 ? "Note" : "On this move", "note", current, "study-note"),
          make("div", { class: "buttons" }, button("Keep", keep, { class: "btn small", "data-key": "study-keep" }), button("Save a file", saveFile, { class: "btn small", "data-key": "study-save" }), at >= 0 ? button("Remove this move", remove, { class: "btn small", "data-key": "study-remove" }) : null),
        ),
  );
}

/** How the hand stands along the line that the page is in: the chance to win it, or the margin. */
function curve(tree, at) {
  const line = [];
  for (let number = at; number >= 0; number = tree.moves[number].at) line.unshift(number);
  for (let number = at; ; ) {
    [number] = after(tree, number);
    if (number === undefined) break;
    line.push(number);
  }
  const all = [-1, ...line].map((number, place) => ({ place, number, worth: tree.values[textOf(tree, number)] })).filter(({ worth }) => worth);
  if (all.length < 2) return null;
  const isChance = all.every(({ worth }) => worth.win !== null);
  const of = ({ worth }) => (isChance ? 100 * worth.win : worth.margin);
  const [width, height, left] = [340, 110, 40];
  const top = isChance ? 100 : Math.max(10, ...all.map(of));
  const low = isChance ? 0 : Math.min(0, ...all.map(of));
  const x = (place) => left + ((width - left - 12) * place) / Math.max(1, line.length);
  const y = (worth) => 8 + ((height - 16) * (top - worth)) / (top - low);
  const says = (each) => (isChance ? share(each.worth.win) : signed(each.worth.margin));
  const last = all.findLast(({ place }) => place <= line.indexOf(at) + 1) ?? all[0];
  const { unit } = all[0].worth;
  const what = isChance ? "Your chance to win the hand" : unit ? `What the hand is worth to you, in ${unit},` : "How far ahead you end";
  const words = `${what} along this line: ${says(all[0])} at the beginning, ${says(last)} here, ${says(all.at(-1))} at its end.`;
  return make(
    "figure",
    { class: "course" },
    draw(
      "svg",
      { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words },
      [top, isChance ? 50 : 0, low].filter((each, place, list) => list.indexOf(each) === place).map((each) => [draw("path", { class: "axis", d: `M${left} ${y(each)}H${width - 12}` }), draw("text", { x: left - 6, y: y(each) + 4, "text-anchor": "end" }, isChance ? `${each} %` : figure(each, 0))]),
      draw("polyline", { class: "line", points: all.map((each) => `${x(each.place)},${y(of(each))}`).join(" ") }),
      draw("circle", { class: "point", r: 4, cx: x(last.place), cy: y(of(last)) }),
    ),
    make("figcaption", { class: "note" }, words),
  );
}
