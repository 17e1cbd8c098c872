// Positions to think about: the puzzles, or one's own mistakes of a review. First the answer is
// given, then the values are shown.

import { withCards } from "./cards.js";
import { box, button, make, onEnter, show } from "./dom.js";
import { figure, signed, within } from "./figures.js";
import { ask } from "./net.js";
import { choices } from "./play.js";
import { recordOf } from "./records.js";
import { TABLES } from "./rulebooks.js";
import * as see from "./see.js";

const KEYS = [[["←", "→"], "card"], [["↵"], "play it"], [["N"], "the next position"]];
const ANY = "any";
const TWO = "two";
let puzzles = null;

/** The puzzles of a game, or of all for two players, of a kind or with a theme. */
function chosen(all, rulebooks, game, kind) {
  const players = Object.fromEntries(rulebooks.map((each) => [each.rules, each.players]));
  const ofGame = all.filter((each) => (game === TWO ? players[each.rules] === 2 : each.rules === game));
  return kind === ANY ? ofGame : ofGame.filter((each) => each.kind === kind || each.themes.includes(kind));
}

/** The same order for the same seed: a sort by numbers that follow from it. */
function shuffled(all, seed) {
  let state = seed;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0);
  next();
  return all.map((each) => [next(), each]).sort(([a], [b]) => a - b).map(([, each]) => each);
}

/** The positions of the quiz: those kept under a name, else puzzles. */
async function questions(name, { game, kind, seed }, rulebooks) {
  const own = name ? recordOf(name) : null;
  if (own) return own.split("\n").map((text) => ({ text, why: [] }));
  return shuffled(chosen(await thePuzzles(), rulebooks, game, kind), seed);
}

async function thePuzzles() {
  puzzles ??= await ask("puzzles");
  return puzzles;
}

/** What to be asked: a game, and a kind of decision or a theme. */
async function choose(context) {
  const all = await thePuzzles();
  if (!context.isOpen()) return {};
  context.keys([[["↵"], "begin"]]);
  const { rulebooks } = context.first;
  const games = make(
    "select",
    { id: "game" },
    TABLES.map(([players, label]) => {
      const some = rulebooks.filter((each) => each.players === players && all.some(({ rules }) => rules === each.rules));
      if (!some.length) return null;
      const option = (value, title) => make("option", { value }, `${title} (${chosen(all, rulebooks, value, ANY).length})`);
      return make("optgroup", { label }, players === 2 ? option(TWO, "every game for two") : null, some.map((each) => option(each.rules, `${each.rules}: ${each.title}`)));
    }),
  );
  const kinds = make("select", { id: "kind" });
  const list = () => {
    const some = chosen(all, rulebooks, games.value, ANY);
    const group = (label, names) => (names.length ? make("optgroup", { label }, names.map((each) => make("option", { value: each }, `${each} (${chosen(all, rulebooks, games.value, each).length})`))) : null);
    show(
      kinds,
      make("option", { value: ANY }, `all (${some.length})`),
      group("Kinds of decision", [...new Set(some.map((each) => each.kind))].sort()),
      group("Themes", [...new Set(some.flatMap((each) => each.themes))].sort()),
    );
  };
  games.addEventListener("change", list);
  list();
  const begin = () => context.go("quiz", ["", 0, games.value, kinds.value, Math.floor(Math.random() * 1e6)].join("~"));
  const field = (label, input) => make("label", { class: "field" }, make("span", {}, label), input);
  show(
    context.main,
    make(
      "section",
      { class: "felt plain" },
      make("h1", {}, "Quiz"),
      make("p", {}, "Positions to think about. Give your answer; then you see the value of every move, and why. They come in another order each time."),
      make("div", { class: "box form" }, field("Game", games), field("About", kinds), button("Begin", begin, { class: "btn main", id: "begin-quiz" })),
    ),
  );
  return { press: onEnter(begin) };
}

export async function open(argument, context) {
  const [name = "", place = "", game = TWO, kind = ANY, seed = "0"] = argument.split("~");
  if (!name && place === "" && (await thePuzzles()).length) {
    return choose(context);
  }
  const all = await questions(name, { game, kind, seed: Number(seed) }, context.first.rulebooks);
  if (!context.isOpen()) return {};
  if (!all.length) {
    show(context.main, make("section", { class: "felt plain" }, make("h1", {}, name ? "These positions are gone" : "No puzzles are installed"), make("p", {}, "Review a hand: its mistakes make a quiz.")));
    return {};
  }
  const argumentAt = (at) => (name ? `${name}~${at}` : ["", at, game, kind, seed].join("~"));
  const at = Number(place) % all.length;
  const question = all[at];
  const next = () => context.go("quiz", argumentAt((at + 1) % all.length));
  const view = await ask("position", { text: question.text });
  if (!context.isOpen()) return {};
  let answered = null;
  const frame = {
    view,
    hidden: true,
    keys: KEYS,
    marks: {},
    play: (move, helpers) => {
      if (answered !== null) return;
      answered = move;
      frame.done = true;
      frame.marks[move] = "●";
      helpers.hint();
    },
    answer: (helpers) => [make("h1", {}, "What do you do?"), make("p", {}, `${at + 1} of ${all.length}${question.rules ? `: ${question.rules}, ${question.kind}` : ""}. The values are shown after your answer.`), choices(helpers), make("div", { class: "buttons" }, button("Skip", next, { "data-key": "next" }))],
    verdict: (helpers) => (answered === null ? null : told(answered, helpers)),
    evidence: () => [make("div", { class: "buttons" }, answered === null ? null : button("Next", next, { class: "btn main", "data-key": "next" }), button("Analyse", () => context.go("see", question.text)))],
    press: (event) => {
      if (event.key.toLowerCase() !== "n") return false;
      next();
      return true;
    },
  };

  function told(move, helpers) {
    return box("Your answer", make("p", {}, make("b", {}, helpers.said(move)), judged(move, helpers)), question.why.map((paragraph) => make("p", { class: "second" }, withCards(paragraph.replaceAll("+-", "±")))));
  }

  /** How good an answer is, as far as that is known yet. */
  function judged(move, helpers) {
    const value = helpers.valueOf(move);
    const best = view.act === "bid" ? helpers.valueOf(helpers.bestCall()) : null;
    if (best && value?.mean !== null && value) {
      const behind = best.mean - value.mean;
      return behind <= 0 ? ": the best." : [": worth ", signed(value.mean), "; ", helpers.said(best.move), " is worth ", figure(behind), " more."];
    }
    const loss = value?.loss ?? value?.behind ?? null;
    return loss === null ? "" : loss <= 0 ? ": the best." : [": ", figure(loss), " ", within(value.behind_se), " behind."];
  }

  return see.open("", context, frame);
}
