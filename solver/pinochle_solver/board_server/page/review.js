// A record gone through: the curve, every decision with the values of its moves, and the mistakes.

import { box, button, make, show } from "./dom.js";
import { figure, signed, within } from "./figures.js";
import { ask, Gone, isFixed, listen, Refused } from "./net.js";
import { keepRecord, recordOf } from "./records.js";
import * as see from "./see.js";
import { callRows, UNITS } from "./tables.js";

const KEYS = [[["←", "→"], "decision"], [["N"], "next mistake"], [["⇧N"], "previous"], [["H"], "hide the answer"], [["T"], "try it"]];
// What is decided before the first lead, and how the list of decisions has it.
const BEFORE = { call: ["Auction", "bid"], burial: ["Trump", "trump"], meld: ["Melds", "meld"] };
const NAMES = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };
// Reviews by record and hand, and the views of their positions.
const found = new Map();
const views = new Map();
let hides = false;

export async function open(argument, context) {
  const [id, step = "0", hand = "1"] = argument.split("~");
  const record = id ? recordOf(id) : null;
  if (!record) {
    ask_record(context, Boolean(id));
    return {};
  }
  const name = `${id}~${hand}`;
  if (!found.has(name)) {
    const search = new AbortController();
    reviewing(context, 0, 0);
    try {
      let last = null;
      let problem = "";
      await listen("review", { record, hand: Number(hand) }, search.signal, (kind, data) => {
        if (kind === "line") last = data;
        if (kind === "refused" || kind === "failed") problem = data.text ?? data.error;
        if (!context.isOpen()) search.abort();
        else if (last && !last.line) reviewing(context, last.done, last.of);
      });
      if (!context.isOpen()) return {};
      if (problem || !last?.line) {
        ask_record(context, false, problem || "There is no decision in it.");
        return {};
      }
      found.set(name, last);
    } catch (error) {
      if (error.name !== "AbortError" && !(error instanceof Gone)) ask_record(context, false, error instanceof Refused ? error.message : "");
      return {};
    }
  }
  return shown(found.get(name), { id, hand, step: Number(step) }, context);
}

function reviewing(context, done, of) {
  context.keys([]);
  show(context.main, make("section", { class: "felt plain" }, make("h1", {}, "Reviewing"), make("p", { role: "status" }, of ? `Decision ${done} of ${of}` : "A moment."), make("progress", { value: done, max: of || 1, "aria-label": "Decisions reviewed" })));
}

function ask_record(context, isLost, problem = "") {
  context.keys([]);
  const area = make("textarea", { id: "record", rows: 12, spellcheck: "false", "aria-label": "A record", placeholder: '[Dealer "north"]\n[Upcard "9S"]\n…' });
  const begin = () => area.value.trim() && context.go("review", `${keepRecord(area.value)}~0`);
  const file = make("input", { type: "file", accept: ".pnr,.txt", id: "file", "aria-label": "A file of records" });
  const take = async (files) => {
    if (!files.length) return;
    area.value = await files[0].text();
    begin();
  };
  file.addEventListener("change", () => take(file.files));
  const felt = make(
    "section",
    { class: "felt plain" },
    make("h1", {}, "Review a hand"),
    make("p", {}, isLost ? "The record of this address is not in this window any more. Give it again." : "Paste a record, choose a file, or drop one here. It stays on this machine."),
    problem ? make("p", { class: "refusal", role: "alert" }, problem) : null,
    make("div", { class: "box form" }, area, make("div", { class: "buttons" }, button("Review", begin, { class: "btn main", id: "begin" })), make("label", { class: "field" }, make("span", {}, "or a file"), file)),
  );
  felt.addEventListener("dragover", (event) => event.preventDefault());
  felt.addEventListener("drop", (event) => {
    event.preventDefault();
    take(event.dataTransfer.files);
  });
  show(context.main, felt);
}

const lossOf = (decision) => decision.loss?.mean ?? 0;

/** What a loss is counted in. */
const unitOf = ({ objective = "points" }) => UNITS[objective] ?? objective;

/** A loss in that unit; checks are few, so that hundredths count. */
const lost = (loss, decision) => `${figure(loss.mean, digits(decision))} ${within(loss.se, digits(decision))} ${unitOf(decision)}`.replace("  ", " ");
const digits = ({ objective }) => (objective === "checks" ? 2 : 1);

/** When a decision was made, in words and for a narrow column. */
function when({ trick, kind }) {
  return trick ? [`Trick ${trick}`, String(trick)] : BEFORE[kind] ?? ["Before the first trick", "–"];
}

async function shown(review, { id, hand, step }, context) {
  const { line, curves } = review;
  const { decisions } = line;
  const at = Math.max(0, Math.min(step, decisions.length - 1));
  const decision = decisions[at];
  const goTo = (place) => context.go("review", `${id}~${Math.max(0, Math.min(place, decisions.length - 1))}~${hand}`);
  const marked = decisions.flatMap((each, place) => (each.mark ? [place] : []));
  const next = marked.find((place) => place > at);
  const previous = marked.findLast((place) => place < at);
  if (!views.has(decision.position)) views.set(decision.position, await ask("position", { text: decision.position }));
  if (!context.isOpen()) return {};
  const view = views.get(decision.position);
  const moves = decision.moves
    .map((each) => ({ move: each.move, card: each.move, mean: each.mean?.mean, behind: each.behind?.mean ?? null, behind_se: each.behind?.se, loss: each.behind?.mean ?? null }))
    .sort((a, b) => (a.move === decision.best ? -1 : b.move === decision.best ? 1 : (a.behind ?? 1e9) - (b.behind ?? 1e9)));
  const tryIt = () => context.go("see", decision.position, { record: recordOf(id) });
  const names = line.players ?? {};
  const called = (seat) => names[seat] ?? seat;
  const frame = {
    view,
    // Seats by their names, as in the list: with several players gone through none is you.
    isLookedOn: view.kind === "table",
    line: hides ? null : { moves, close: [], exact: true },
    keys: KEYS,
    marks: hides ? {} : { [decision.played]: decision.mark ?? (decision.played === decision.best ? "★" : "●") },
    play: isFixed ? () => {} : tryIt,
    above: curves.length ? curve(review, at) : null,
    answer: (helpers) => [
      make("div", { class: "head" }, make("h1", {}, hides ? `${called(decision.seat)} decides` : [helpers.said(decision.played), lossOf(decision) > 0 ? ` lost ${lost(decision.loss, decision)}` : decision.loss ? " was right" : " is not judged"]), !hides && decision.mark ? make("span", { class: "pill" }, `${decision.mark} ${NAMES[decision.mark]}`) : null),
      make("p", {}, hides ? "The answer is hidden: decide yourself, then show it." : decision.played === decision.best ? "It is the best move." : ["Best was ", helpers.said(decision.best), "."], hides ? "" : ` ${when(decision)[0]}, ${called(decision.seat)}.`),
      !hides && decision.reason ? make("p", { class: "second" }, helpers.sentence(decision.reason.text)) : null,
      make(
        "div",
        { class: "buttons" },
        button("‹ mistake", () => goTo(previous), { disabled: previous === undefined, "data-key": "previous" }),
        button("←", () => goTo(at - 1), { disabled: at === 0, "aria-label": "the decision before", "data-key": "before" }),
        button("→", () => goTo(at + 1), { disabled: at === decisions.length - 1, "aria-label": "the next decision", "data-key": "after" }),
        button("mistake ›", () => goTo(next), { class: "btn main", disabled: next === undefined, "data-key": "next" }),
      ),
      make("div", { class: "buttons" }, button(hides ? "Show the answer" : "Hide the answers", flip, { "data-key": "hides" }), isFixed ? null : button("Try it", tryIt, { "data-key": "try" }), marked.length && !isFixed ? button("Quiz", quiz, { "data-key": "quiz" }) : null),
    ],
    evidence: (helpers) => [hides || view.act === "play" ? null : values(helpers), list(helpers), review.hands > 1 ? hands() : null].filter(Boolean),
    press: (event) => {
      const name = event.key;
      if (name === "ArrowRight") goTo(at + 1);
      else if (name === "ArrowLeft") goTo(at - 1);
      else if (name === "N" && previous !== undefined) goTo(previous);
      else if (name === "n" && next !== undefined) goTo(next);
      else if (name.toLowerCase() === "h") flip();
      else if (name.toLowerCase() === "t" && !isFixed) tryIt();
      else return false;
      return true;
    },
  };

  /** The positions of the marked mistakes as a quiz. */
  function quiz() {
    context.go("quiz", keepRecord(marked.map((place) => decisions[place].position).join("\n")));
  }

  function flip() {
    hides = !hides;
    goTo(at);
  }

  /** What could have been melded, called or buried: the best, what was done, and the others. */
  function values(helpers) {
    const { best, played } = decision;
    const row = (name, marks, cells) => make("tr", { class: marks.includes("★") ? "best" : "" }, make("td", {}, name, marks ? ` ${marks}` : ""), cells);
    const mark = (has) => [has(best) && "★", has(played) && best !== played && "●"].filter(Boolean).join(" ");
    const heads = (...names) => make("thead", {}, make("tr", {}, names.map((each) => make("th", { scope: "col" }, each))));
    if (view.act === "bid") {
      const rows = callRows({ moves: decision.moves, groups: decision.groups });
      const inRows = rows.some(({ has }) => has(played)) || !moves.some((each) => each.move === played);
      const all = inRows ? rows : [{ name: played, has: (call) => call === played, value: decision.moves.find((each) => each.move === played) }, ...rows];
      const rank = ({ has }) => (has(best) ? 0 : has(played) ? 1 : has("p") ? 2 : 3);
      const worth = ({ mean }) => [make("td", {}, mean ? signed(mean.mean) : ""), make("td", { class: "note" }, within(mean?.se))];
      return box(
        null,
        make("div", { class: "head" }, make("h2", {}, "Every call"), make("span", { class: "note" }, unitOf(decision))),
        make("table", { class: "calls" }, heads("call", "worth", ""), make("tbody", {}, [...all].sort((a, b) => rank(a) - rank(b)).map((each) => row(each.name, mark(each.has), worth(each.value))))),
        make("p", { class: "note" }, "★ the best, ● what was called. Of a bid: if it buys the hand. Of a pass: as the others then bid."),
      );
    }
    const first = moves.filter((each) => each.move === best || each.move === played);
    const shown = [...first, ...moves.filter((each) => !first.includes(each))].slice(0, 12);
    return box(
      null,
      make("div", { class: "head" }, make("h2", {}, "Every choice"), make("span", { class: "note" }, unitOf(decision))),
      make("table", {}, heads("move", "behind", ""), make("tbody", {}, shown.map((each) => row(helpers.said(each.move), mark((move) => move === each.move), [make("td", {}, each.behind ? `−${figure(each.behind)}` : "–"), make("td", { class: "note" }, each.behind ? within(each.behind_se) : "")])))),
    );
  }

  function list(helpers) {
    const totals = (line.totals ?? []).filter((each) => each.kind === null && each.lost);
    return box(
      null,
      make("div", { class: "head" }, make("h2", {}, "Decisions"), make("span", { class: "note" }, totals.map((each) => `${called(each.seat)} lost ${figure(each.lost.mean, digits(decision))}`).join(", "), totals.length ? ` ${unitOf(decision)}` : "")),
      make(
        "ol",
        { class: "decisions" },
        decisions.map((each, place) =>
          make(
            "li",
            {},
            make(
              "button",
              { type: "button", "aria-current": place === at ? "step" : null, "data-step": place, onclick: () => goTo(place) },
              make("span", { class: "t" }, when(each)[1]),
              make("span", {}, `${called(each.seat)} `, helpers.said(each.played)),
              each.mark && !hides ? make("span", { class: "pill" }, each.mark) : null,
              !hides && lossOf(each) > 0.05 ? make("span", { class: "note" }, `−${figure(lossOf(each), digits(each))}`) : null,
            ),
          ),
        ),
      ),
    );
  }

  function hands() {
    return box("Hands", make("div", { class: "buttons" }, Array.from({ length: review.hands }, (_, place) => button(String(place + 1), () => context.go("review", `${id}~0~${place + 1}`), { class: "btn small", "aria-pressed": String(place + 1 === Number(hand)) }))));
  }

  const screen = await see.open("", context, frame);
  context.main.querySelector('.decisions [aria-current]')?.scrollIntoView({ block: "nearest" });
  return screen;
}

/** The curve of the hand, with a line at the decision that is shown; after it all is hidden with H. */
function curve(review, at) {
  const parser = new DOMParser();
  const picture = document.importNode(parser.parseFromString(review.curves[0].picture, "image/svg+xml").documentElement, true);
  picture.removeAttribute("width");
  picture.removeAttribute("height");
  const cursor = picture.querySelector(".stop");
  if (cursor) {
    const x = Number(cursor.dataset.left) + at * Number(cursor.dataset.step);
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
  }
  if (hides) picture.querySelectorAll(".curve, .band, .mark, .draw").forEach((each) => each.remove());
  return make("figure", { class: "curvebox" }, picture, make("figcaption", { class: "note" }, review.curves[0].words));
}
