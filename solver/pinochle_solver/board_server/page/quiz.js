// Positions to think about: the puzzles, or one's own mistakes of a review. First the answer is
// given, then the values are shown.

import { withCards } from "./cards.js";
import { box, button, make, show } from "./dom.js";
import { figure, within } from "./figures.js";
import { ask } from "./net.js";
import { choices } from "./play.js";
import { recordOf } from "./records.js";
import * as see from "./see.js";

const KEYS = [[["←", "→"], "card"], [["↵"], "play it"], [["N"], "the next position"]];
let puzzles = null;

/** The positions of the quiz: those kept under a name, else the puzzles. */
async function questions(name) {
  const own = name ? recordOf(name) : null;
  if (own) return own.split("\n").map((text) => ({ text, why: [] }));
  puzzles ??= await ask("puzzles");
  return puzzles;
}

export async function open(argument, context) {
  const [name = "", place = ""] = argument.split("~");
  const all = await questions(name);
  if (!context.isOpen()) return {};
  if (!all.length) {
    show(context.main, make("section", { class: "felt plain" }, make("h1", {}, "No puzzles are installed"), make("p", {}, "Review a hand: its mistakes make a quiz.")));
    return {};
  }
  if (place === "") {
    context.stay("quiz", `${name}~${name ? 0 : Math.floor(Math.random() * all.length)}`);
    return open(`${name}~${name ? 0 : Math.floor(Math.random() * all.length)}`, context);
  }
  const at = Number(place) % all.length;
  const question = all[at];
  const next = () => context.go("quiz", `${name}~${(at + 1) % all.length}`);
  const view = await ask("position", { text: question.text });
  if (!context.isOpen()) return {};
  let chosen = null;
  const frame = {
    view,
    hidden: true,
    keys: KEYS,
    marks: {},
    play: (move, helpers) => {
      if (chosen !== null) return;
      chosen = move;
      frame.marks[move] = "●";
      helpers.hint();
    },
    answer: (helpers) => [make("h1", {}, "What do you do?"), make("p", {}, `${at + 1} of ${all.length}. The values are shown after your answer.`), choices(helpers), make("div", { class: "buttons" }, button("Skip", next, { "data-key": "next" }))],
    evidence: (helpers) => [chosen === null ? null : told(chosen, helpers), make("div", { class: "buttons" }, chosen === null ? null : button("Next", next, { class: "btn main", "data-key": "next" }), button("Analyse", () => context.go("see", question.text)))],
    press: (event) => {
      if (event.key.toLowerCase() !== "n") return false;
      next();
      return true;
    },
  };

  function told(move, helpers) {
    const value = helpers.valueOf(move);
    const loss = value?.loss ?? value?.behind ?? null;
    return box("Your answer", make("p", {}, make("b", {}, helpers.said(move)), loss === null ? "" : loss <= 0 ? ": the best." : [": ", figure(loss), " ", within(value.behind_se), " behind."]), question.why.map((paragraph) => make("p", { class: "second" }, withCards(paragraph))));
  }

  return see.open("", context, frame);
}
