// A hand against engines. The address has the seed of the deal and all moves, and the server deals
// the same cards for the same seed: a reload, or a server that was started again, loses nothing.

import { box, button, make, onEnter, show } from "./dom.js";
import { figure } from "./figures.js";
import { Gone, listen, Refused } from "./net.js";
import { keepRecord } from "./records.js";
import { rulebookChoice, rulebookTold } from "./rulebooks.js";
import * as see from "./see.js";

const LEVELS = [["beginner", "beginner"], ["casual", "casual"], ["club", "club"], ["expert", "expert"], ["full", "full strength"]];
const TABLE_LEVELS = [["advice", "rules of thumb"], ["full", "full strength"]];
const KEYS = [[["←", "→"], "card"], [["↵"], "play it"], [["?"], "hint"], [["U"], "undo"], [["D"], "deal another"]];

const text = (game) => [game.rules, game.seed, game.level, ...game.moves].join("~");

function read(argument) {
  const [rules, seed, level, ...moves] = argument.split("~");
  return { rules, seed: Number(seed), level, moves };
}

export async function open(argument, context) {
  if (!argument) {
    return choose(context);
  }
  const game = read(argument);
  const search = new AbortController();
  const close = () => search.abort();
  let last = null;
  let problem = "";
  thinking(context, "Dealing");
  try {
    await listen("play", game, search.signal, (kind, data) => {
      if (kind === "line") last = data;
      if (kind === "refused" || kind === "failed") problem = data.text ?? data.error;
      if (kind === "waiting") thinking(context, `${data.before} before you: every processor is searching.`);
      if (kind === "line" && data.thinks) thinking(context, data.thinks === "north" && data.moves.every((each) => ["south", "north"].includes(each.seat)) ? "The opponent thinks" : `${data.thinks} thinks`);
    });
  } catch (error) {
    if (error.name === "AbortError" || error instanceof Gone) return { close };
    problem = error instanceof Refused ? error.message : "";
  }
  if (!context.isOpen()) return {};
  if (problem || !last) {
    show(context.main, make("section", { class: "felt plain" }, make("h1", {}, "This hand cannot go on"), make("p", { class: "refusal", role: "alert" }, problem), button("Deal another", () => context.go("play"), { class: "btn main" })));
    return {};
  }
  if (last.notice) {
    game.moves = last.moves.map((each) => each.move);
    context.stay("play", text(game));
  }
  if (last.record !== null) return over(game, last, context);
  return seated(game, last, context);
}

function thinking(context, words) {
  const answer = context.main.querySelector(".answer");
  if (answer) show(answer, make("h1", {}, words), make("p", { class: "second searching live" }, make("span", { class: "dot" }), "A moment."));
  else show(context.main, make("section", { class: "felt plain" }, make("h1", { role: "status" }, words)));
}

function choose(context) {
  const tables = context.first.rulebooks.filter((each) => each.players > 2);
  const rules = rulebookChoice(context.first.rulebooks, context.first.rulebooks[0].rules, { id: "rules" });
  const level = make("select", { id: "level" });
  const about = make("div", { class: "about", role: "status" });
  const levels = () => {
    const isTable = tables.some((each) => each.rules === rules.value);
    const usual = isTable ? "full" : "casual";
    show(about, rulebookTold(context.first.rulebooks.find((each) => each.rules === rules.value)));
    level.replaceChildren(...(isTable ? TABLE_LEVELS : LEVELS).map(([value, words]) => make("option", { value, selected: value === usual }, words)));
  };
  rules.addEventListener("change", levels);
  levels();
  const deal = () => context.go("play", text({ rules: rules.value, seed: Math.floor(Math.random() * 1e9), level: level.value, moves: [] }));
  context.keys([[["↵"], "deal"]]);
  show(
    context.main,
    make(
      "section",
      { class: "felt plain" },
      make("h1", {}, "Play a hand"),
      make("p", {}, "You sit south. The engines see only their own cards, as you do. You may ask for a hint, take moves back, and review the hand at the end."),
      make("div", { class: "box form" }, make("label", { class: "field" }, make("span", {}, "Game"), rules), about, make("label", { class: "field" }, make("span", {}, "Opponent"), level), button("Deal", deal, { class: "btn main", id: "play" })),
    ),
  );
  return { press: onEnter(deal) };
}

/** The player's turn: the table, the values hidden until a hint is asked for. */
function seated(game, last, context) {
  const made = last.moves;
  const moves = made.map((each) => each.move);
  const play = (move) => context.go("play", text({ ...game, moves: [...moves, move] }));
  const fresh = () => context.go("play", text({ ...game, seed: Math.floor(Math.random() * 1e9), moves: [] }));
  const before = made.findLastIndex((each) => each.is_choice);
  const undo = () => before >= 0 && context.go("play", text({ ...game, moves: moves.slice(0, before) }));
  const { position } = last;
  const mayClaim = position.act === "play" && (position.kind === "playoff" || (position.kind === "table" && !position.face_down));
  // On a phone the box with the other facts lies below the cards.
  const may = () => (position.act === "meld" && last.facts.length ? make("p", {}, make("b", {}, last.facts.at(-1))) : null);
  const undoing = () => button("Undo", undo, { disabled: before < 0, "data-key": "undo" });
  const ending = () => (mayClaim ? [button("Claim the rest", () => play("claim"), { "data-key": "claim" }), button("Concede", () => play("concede"), { "data-key": "concede" })] : null);
  const frame = {
    view: position,
    hidden: true,
    keys: KEYS,
    play,
    answer: (helpers) => [make("h1", {}, "Your turn"), make("p", {}, happened(made, helpers)), may(), choices(helpers), last.notice ? make("p", { class: "refusal", role: "alert" }, last.notice) : null, make("div", { class: "buttons" }, button("Hint", helpers.hint, { "data-key": "hint" }), undoing(), ending())],
    // A hint takes none of the choices away.
    actions: (helpers) => [may(), /^(play|bury)$/.test(position.act) ? null : choices(helpers), make("div", { class: "buttons" }, undoing(), ending())],
    evidence: (helpers) => [
      last.facts.length ? box("The hand", make("ul", { class: "facts" }, last.facts.map((line) => make("li", {}, line)))) : null,
      box("Played", make("ol", { class: "trail" }, made.slice(-24).map((each) => make("li", { class: "step" }, `${helpers.who(each.seat)} `, helpers.said(each.move), each.drawn ? [each.seat === "south" ? ", drew " : "; you drew ", helpers.said(each.drawn)] : "")))),
      make("div", { class: "buttons" }, button("Analyse this position", () => context.go("see", position.text)), button("Deal another", fresh)),
      make("p", { class: "note" }, `${game.rules}, seed ${game.seed}`),
    ],
    press: (event, helpers) => {
      const name = event.key.toLowerCase();
      if (name === "?") helpers.hint();
      else if (name === "u" || name === "backspace") undo();
      else if (name === "d") fresh();
      else return false;
      return true;
    },
  };
  return see.open("", context, frame);
}

/** What was done since the player's last decision: also what the program has done for the player. */
function happened(made, helpers) {
  const at = made.findLastIndex((each) => each.is_choice);
  const own = made.findLast((each) => each.seat === "south");
  const since = made.slice(made[at]?.winner ? at : at + 1);
  const parts = since.map((each) => [helpers.who(each.seat, true), /^[SHDC](?![SHDC])(:|$)/.test(each.move) ? ": trumps " : ": ", helpers.said(each.move), each.why ? ` (${each.why})` : "", each.points && !each.winner ? ` (${each.points})` : "", each.winner ? taken(each, helpers) : "", ". "]);
  const drew = own?.drawn ?? since.findLast((each) => each.drawn)?.drawn;
  return [...parts, drew ? ["You drew ", helpers.said(drew), "."] : ""];
}

/** ", and west takes the trick: 24" */
function taken({ winner, points }, { who }) {
  const taker = who(winner);
  return `, and ${taker} ${taker === "you" ? "take" : "takes"} the trick${points ? `: ${points}` : ""}`;
}

/** What may be done that is not a card to click. */
export function choices(helpers) {
  const { view } = helpers;
  if (view.act === "play") return make("p", { class: "second" }, view.led.length ? "Click the card that you play." : "Click the card that you lead.");
  if (view.act === "bury") return helpers.buryForm();
  const moves = helpers.ordered(view.moves);
  const isBid = view.act === "bid";
  return make("div", { class: isBid ? "list bids" : "list" }, moves.map((each) => button(helpers.said(each.move), () => helpers.play(each.move), { class: isBid ? "btn small choice" : "btn left choice", "data-move": each.move })));
}

function over(game, last, context) {
  const scores = Object.entries(last.scored).map(([seat, points]) => make("div", {}, make("dt", {}, seat.startsWith("south") ? seat.replace("south", "you") : Object.keys(last.scored).length === 2 && seat === "north" ? "the opponent" : seat), make("dd", {}, make("b", {}, figure(points, 0)))));
  const before = last.moves.findLastIndex((each) => each.is_choice);
  const back = () => context.go("play", text({ ...game, moves: last.moves.slice(0, before).map((each) => each.move) }));
  const [how = "The hand is over", ...ended] = last.ended;
  context.keys([]);
  show(
    context.main,
    make(
      "section",
      { class: "felt plain" },
      make("h1", {}, how[0].toUpperCase() + how.slice(1)),
      make("dl", { class: "stats" }, scores),
      ended.length ? make("div", { class: "box ended" }, ended.map((line) => make("p", {}, line))) : null,
      make(
        "div",
        { class: "buttons" },
        button("Review the hand", () => context.go("review", `${keepRecord(last.record)}~0`), { class: "btn main", id: "review" }),
        button("Deal another", () => context.go("play", text({ ...game, seed: Math.floor(Math.random() * 1e9), moves: [] })), { id: "another" }),
        button("Another game", () => context.go("play")),
        before < 0 ? null : button("Take the last decision back", back, { "data-key": "undo" }),
      ),
      make("details", { class: "box" }, make("summary", {}, "The record of the hand"), make("pre", { class: "mono" }, last.record)),
    ),
  );
  return {};
}
