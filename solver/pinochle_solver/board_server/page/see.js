// A position and what its moves are worth: the answer in words, then the table, then the evidence.

import { burial, trumpChoice } from "./burial.js";
import { bySuits, fan, named, picture, short, spoken, still, suit, withCards } from "./cards.js";
import { box, button, draw, make, show } from "./dom.js";
import { count, either, figure, half, share, signed, within } from "./figures.js";
import { ask, Gone, isFixed, isGone, knows, listen, Refused } from "./net.js";
import { picker } from "./picker.js";
import * as study from "./study.js";
import { chanceCurve, closeTo, moveWords, tableAnswer, tableEvidence, whereabouts } from "./tables.js";

const MOST_BAR = 84;
const SCALES = [4, 2, 1, 0.5];
const SAY_AGAIN = 5000;
const DRAGGED = "application/x-pinochle-move";
const FIRST_SECONDS = 8;
const MORE_SECONDS = 30;
// Which melds that wait for cards are worth a line.
const LEAST_CHANCE = 0.05;
const MOST_OUTS = 6;
const KEYS = {
  stock: [[["←", "→"], "card"], [["↵"], "play it"], [["B"], "play the best"], [["U"], "undo"], [["Space"], "pause or go on"], [["H"], "hide the values"], [["E"], "edit"]],
  playoff: [[["←", "→"], "step"], [["↵"], "play the card"], [["B"], "play the best"], [["Esc"], "back to the best line"], [["U"], "undo"], [["H"], "hide the values"], [["E"], "edit"]],
  table: [[["←", "→"], "card"], [["↵"], "play it"], [["U"], "undo"], [["Space"], "pause or go on"], [["H"], "hide the values"], [["E"], "edit"]],
};

/**
 * @param frame what stands around the table where it is part of another screen: `view` and `line`
 *     to show, `play` for a card that is clicked, `answer`, `evidence`, `above`, `marks`, `press`;
 *     `isLookedOn` if no seat is to be called you; `actions` that stay beside
 *     the values; `done` once there is nothing more to decide, and
 *     `verdict` on what was decided.
 */
export async function open(argument, context, frame = null) {
  const state = {
    view: null,
    line: null,
    advice: null,
    planned: null,
    tricks: [],
    funnel: [],
    kind: "",
    problem: "",
    asked: null,
    seen: {},
    move: "",
    trail: history.state?.trail ?? [],
    hidden: frame ? (frame.hidden ?? false) : (history.state?.hidden ?? false),
    where: history.state?.where ?? [],
    before: 0,
  };
  let search = null;
  let announced = 0;
  let here = null;
  let notice = "";

  if (!argument && !frame) {
    empty();
    return {};
  }
  try {
    state.view = frame?.view ?? (await ask("position", { text: argument }));
    state.line = frame?.line ?? null;
  } catch (error) {
    if (error instanceof Gone) return {};
    refused(error);
    return {};
  }
  if (!context.isOpen()) return {};
  const { view } = state;
  if (!frame) here = study.follow(view.text, state.trail, history.state?.record);
  context.keys(frame?.keys ?? KEYS[view.kind]);
  const widow = context.first.rulebooks.find((each) => each.rules === view.rules)?.widow ?? 0;
  // What another player names and lays is clicked together, and so is a widow that is turned up.
  let trump = "";
  let shown = null;
  if (view.may_show && !isFixed) shown = picker(view.may_show, view.may_show.length, render);
  const buried = view.act === "bury" && view.knows && !isFixed ? burial(widow, (move) => play(move), render) : null;

  function empty() {
    show(context.main, make("section", { class: "felt plain" }, make("h1", {}, "Nothing to analyse yet"), make("p", {}, "Set up a hand first."), button("Set up a hand", () => context.go("setup"), { class: "btn main" }), study.shelf(context, (text) => context.go("see", text))));
    context.keys([]);
  }

  function refused(error) {
    show(
      context.main,
      make("section", { class: "felt plain" }, make("h1", {}, "This is no possible position"), make("p", { class: "refusal", role: "alert" }, withCards(error.message)), button("Put it right", () => context.go("setup", argument), { class: "btn main" })),
    );
    context.keys([]);
  }

  // The search

  async function start(seconds) {
    if (!view.knows) return;
    search?.abort();
    search = new AbortController();
    state.kind = "begun";
    state.problem = "";
    render();
    const mine = search;
    try {
      await listen("search", { text: view.text, seconds, where: state.where }, mine.signal, (kind, data) => {
        if (mine !== search) return;
        state.kind = kind;
        if (kind === "waiting") state.before = data.before;
        if (kind === "line") take(data);
        if (kind === "refused" || kind === "failed") state.problem = data.text ?? data.error;
        render();
      });
    } catch (error) {
      if (mine !== search) return;
      if (error.name === "AbortError") return;
      state.kind = error instanceof Gone ? "gone" : "failed";
      state.problem = error instanceof Refused ? error.message : "";
      render();
    }
  }

  function take({ line, tricks, advice }) {
    state.line = line;
    state.advice = advice;
    state.tricks = tricks;
    const second = line.moves?.[1];
    const isFunnel = view.kind === "stock" || (view.kind === "table" && view.act !== "bid" && !line.exact);
    if (isFunnel && second && second.behind !== null && line.worlds > (state.funnel.at(-1)?.worlds ?? 0)) {
      state.funnel.push({ worlds: line.worlds ?? line.moves[0].visits, ahead: second.behind, se: second.behind_se });
    }
    const worth = here && worthOf(line);
    if (worth) study.value(here, view.text, worth);
  }

  /** What the position is worth to the player below: the margin that he ends with, his chance. */
  function worthOf(line) {
    const other = me() === "south" ? "north" : "south";
    const knows = view.seats.some((seat) => seat.points);
    const sofar = knows ? 0 : state.trail.reduce((sum, { scored = {} }) => sum + total(scored[me()]) - total(scored[other]), 0);
    if (view.kind === "playoff") {
      if (!line.exact) return null;
      const left = line.final ?? line.value;
      const margin = sofar + left[me()] - left[other];
      return { margin, win: line.final ? Number(margin > 0) : null };
    }
    const [best] = line.moves ?? [];
    if (view.turn !== me() || !best || best.mean === null) return null;
    return { margin: sofar + best.mean, win: best.win ?? null, unit: view.kind === "table" ? line.objective : "" };
  }

  const total = (points) => (points ?? [0, 0]).reduce((sum, each) => sum + each, 0);

  function stop() {
    search?.abort();
    search = null;
    if (state.kind === "line" || state.kind === "begun" || state.kind === "waiting") state.kind = "stopped";
    render();
  }

  const isSearching = () => ["begun", "waiting", "line"].includes(state.kind);

  function pause() {
    if (isSearching()) stop();
    else if (!isGone()) start(MORE_SECONDS);
  }

  // Moves

  async function play(move, seen = {}) {
    if (isGone() || !canPlay(move)) return;
    if (frame) {
      frame.play(move, helpers);
      return;
    }
    try {
      const made = await ask("move", { text: view.text, move, seen });
      if (made.asked) {
        state.asked = made;
        if (made.asked === "widow") shown = picker(made.choices, widow, render);
        state.move = move;
        state.seen = seen;
        render();
        context.main.querySelector(".choice")?.focus();
        return;
      }
      const best = bestMoves().includes(move);
      const step = { seat: made.seat, move: made.move, seen, drawn: made.drawn, winner: made.winner, scored: made.scored, from: view.text, best };
      const trail = [...state.trail, step];
      const kept = { trail, hidden: state.hidden };
      if (made.position) context.go("see", made.position.text, kept);
      else over(made, trail);
    } catch (error) {
      if (error instanceof Refused) {
        state.problem = error.message;
        render();
      }
    }
  }

  /** An exported page knows what follows the moves of its study, and no others. */
  const canPlay = (move) => !isFixed || knows("move", { text: view.text, move });

  /** Make the moves of the best line up to a step of it. */
  async function walk(cards) {
    let { text } = view;
    const trail = [...state.trail];
    for (const move of cards) {
      if (isFixed && !knows("move", { text, move })) break;
      const made = await ask("move", { text, move });
      trail.push({ seat: made.seat, move, drawn: made.drawn, winner: made.winner, scored: made.scored, from: text, best: true });
      if (!made.position) return over(made, trail);
      text = made.position.text;
    }
    return context.go("see", text, { trail, hidden: state.hidden });
  }

  function over(made, trail) {
    search?.abort();
    search = null;
    if (here) here = study.follow("", trail);
    const scored = Object.entries(made.scored).map(([seat, [melds, tricks]]) => `${who(seat)} ${melds + tricks}`);
    const { move } = trail.at(-1);
    const told = view.kind === "table" && view.act !== "play" ? endedBy(move) : scored.length ? `The last trick: ${scored.join(", ")}.` : made.winner ? `${who(made.winner, true)} took the last trick.` : "";
    show(
      context.main,
      make(
        "section",
        { class: "felt plain" },
        make("h1", {}, "The hand is over"),
        make("p", {}, told),
        make("div", { class: "form" }, triedBox(() => over(made, trail))),
        make("div", { class: "buttons" }, button("Back one move", () => open_again(trail.at(-1).from, trail.slice(0, -1)), { class: "btn main" }), button("Set up a hand", () => context.go("setup"))),
      ),
    );
  }

  /** Why a hand of three or four ends before a card is played. */
  function endedBy(move) {
    if (move === "concede") return `${who(view.turn, true)} ${view.turn === me() ? "have" : "has"} given the contract up.`;
    return view.act === "bid" ? "Nobody has bid." : "The melds alone make the contract: nothing has to be played.";
  }

  const open_again = (text, trail) => context.go("see", text, { trail, hidden: state.hidden });

  function backToLine() {
    const wrong = state.trail.findIndex((step) => !step.best);
    if (wrong >= 0) open_again(state.trail[wrong].from, state.trail.slice(0, wrong));
  }

  function bestMoves() {
    const { line } = state;
    if (!line?.moves?.length) return [];
    if (view.kind === "playoff") return line.moves.filter((each) => each.loss === 0).map((each) => each.card);
    if (view.kind === "stock") return [line.moves[0].move, ...(line.close ?? [])];
    return view.act === "bid" ? [] : [line.moves[0], ...closeTo(line)].map((each) => each.move);
  }

  // Words

  const capital = (seat) => seat[0].toUpperCase() + seat.slice(1);
  const me = () => view.viewer ?? "south";
  function who(seat, start = false) {
    const its = view.seats.find((each) => each.seat === seat);
    if (its?.name) return its.name;
    if (frame?.isLookedOn) return start ? capital(seat) : seat;
    if (seat === me()) return start ? "You" : "you";
    if (view.kind === "table") return start ? capital(seat) : seat;
    return start ? "The opponent" : "the opponent";
  }

  /** A sentence of the program, its seats by what the page calls them, cards drawn. */
  function sentence(text) {
    const mine = new RegExp(`\\b${me()}\\b`, "g");
    const other = new RegExp(`\\b${me() === "south" ? "north" : "south"}\\b`, "g");
    return withCards(view.kind === "table" ? text : text.replace(mine, "you").replace(other, who(me() === "south" ? "north" : "south")));
  }

  function said(move) {
    if (/^[ATKQJ987][SHDC](@|$)/.test(move)) {
      const [card, source] = move.split("@");
      return [named(card), source ? ` from ${source === "hand" ? "hand" : "the table"}` : ""];
    }
    if (move === "pass") return [view.act === "dix" ? "no dix" : "no meld"];
    if (view.kind === "table") return [moveWords(move)];
    return withCards(
      move
        .split("+")
        .map((each) => {
          const [name, cards = ""] = each.split(":");
          return `${name.replaceAll("-", " ")}${cards ? ` ${cards.replace(/@\d/g, "").split(".").join(" ")}` : ""}`;
        })
        .join(" and "),
    );
  }

  function valueOf(move) {
    const moves = state.line?.moves ?? [];
    return moves.find((each) => (each.move ?? each.card) === move);
  }

  // What is shown

  function render() {
    if (!context.isOpen()) return;
    const felt = [frame?.above, make("div", { class: "others" }, opponentRow()), middle(), ...ownRows(), state.hidden || state.asked || !state.line ? null : chanceCurve(view, state.line, state.advice)];
    const side = [answer(), ...(frame ? [frame.verdict?.(helpers), ...(state.hidden ? [] : hints()), ...frame.evidence(helpers)] : evidence())];
    show(context.main, make("section", { class: "felt table" }, felt), make("aside", { class: "side" }, side), frame ? null : lineBox());
  }

  function seatHead(seat, more = "") {
    const points = seat.points ? `${seat.points[0]} melds + ${seat.points[1]} tricks` : "";
    const turn = seat.seat === view.turn ? due() : "";
    const words = [points, more, ...called(seat.seat), turn].filter(Boolean).join(" · ");
    return make("div", { class: "who" }, make("b", {}, who(seat.seat, true)), make("span", { class: "second" }, words));
  }

  /** What a seat has called so far, and the contract that it plays. */
  function called(seat) {
    const { bids, dealer, bidder, contract } = view.tokens;
    if (bidder === seat && contract) return [`${seat === me() && !frame?.isLookedOn ? "play" : "plays"} for ${contract}`];
    if (view.act !== "bid") return [];
    const deals = dealer === seat ? ["dealt"] : [];
    if (!bids || !dealer) return deals;
    const seats = view.seats.map((each) => each.seat);
    const calls = bids.split(",");
    // Whoever has passed is not asked again.
    const found = Object.fromEntries(seats.map((each) => [each, []]));
    let at = seats.indexOf(dealer);
    for (const call of calls) {
      do at = (at + 1) % seats.length; while (found[seats[at]]?.includes("p") && Object.values(found).some((each) => !each.includes("p")));
      found[seats[at]].push(call);
    }
    const bid = found[seat].filter((each) => each !== "p").join(", ");
    return [...deals, bid && `bid ${bid}`, found[seat].includes("p") && "passed"].filter(Boolean);
  }

  const due = () => (view.act === "play" || view.act === "card" ? (view.led.length ? "to play" : "to lead") : view.act === "bid" ? "to bid" : view.act === "bury" ? "to bury" : "may meld");

  function opponentRow() {
    return view.seats
      .filter((seat) => seat.seat !== me())
      .map((seat) => {
        const isTurn = seat.seat === view.turn && view.knows && view.act === "play";
        return make(
          "div",
          { class: "seat" },
          seatHead(seat, seat.hidden ? `${seat.hidden} hidden` : ""),
          make(
            "div",
            { class: "row" },
            seat.hidden ? fan(seat.hidden) : null,
            isTurn ? hand(seat.hand, "hand") : groups(seat.hand),
            seat.table.length ? make("span", { class: "laid" }, isTurn ? hand(seat.table, "table") : groups(seat.table), make("span", { class: "second" }, "on the table")) : null,
            seat.melds.length && view.kind === "table" ? make("span", { class: "second" }, withCards(`melds: ${seat.melds.join("+").split("+").map((each) => each.replaceAll(/[:.]/g, " ").replaceAll("-", " ")).join(", ")}`)) : null,
          ),
        );
      });
  }

  const groups = (cards) => make("div", { class: "hand" }, bySuits(cards).map((group) => make("span", { class: "group" }, group.map((card) => still(card, true)))));

  function middle() {
    const parts = [];
    if (view.face_down || view.upcard) {
      const words = [view.face_down ? `${view.face_down} face down` : "", view.upcard ? [view.face_down ? ", then " : "", named(view.upcard)] : ""];
      parts.push(make("figure", { class: "pile" }, make("span", { class: "cards" }, view.face_down ? still(null) : null, view.upcard ? still(view.upcard, true) : null), make("figcaption", {}, words)));
    }
    const seats = view.seats.map((each) => each.seat);
    const leader = seats.indexOf(view.turn) - view.led.length + seats.length;
    view.led.forEach((card, place) => parts.push(make("figure", {}, still(card, true), make("figcaption", {}, `${who(seats[(leader + place) % seats.length], true)} ${place ? "played" : "led"}`))));
    if (view.act === "play" || view.act === "card") parts.push(make("figure", {}, make("span", { class: "slot", ...dropped() }, `${who(view.turn)}:`, make("br"), view.led.length ? "play" : "lead"), make("figcaption", {}, `trick ${view.trick}`)));
    if (view.trump) parts.push(make("figure", { class: "trump" }, suit(view.trump), make("figcaption", {}, "trumps")));
    return make("div", { class: "mid" }, parts);
  }

  function ownRows() {
    const seat = view.seats.find((each) => each.seat === me());
    const isTurn = seat.seat === view.turn && view.knows && view.act === "play";
    const rows = [make("div", { class: "seat mine" }, seatHead(seat, seat.hidden ? `${seat.hidden} hidden` : ""))];
    const parts = [];
    if (seat.table.length) parts.push(make("div", { class: "part" }, isTurn ? hand(seat.table, "table") : groups(seat.table), make("p", { class: "under" }, "On the table: the opponent sees these")));
    const isBidder = buried && widow && seat.seat === view.turn;
    parts.push(make("div", { class: "part" }, isTurn ? hand(seat.hand, "hand") : isBidder ? toBury(seat.hand) : groups(seat.hand), seat.table.length ? make("p", { class: "under" }, "In hand") : null));
    const size = seat.hand.length + seat.table.length > 12 ? "many" : parts.length > 1 ? "two" : "";
    rows.push(make("div", { class: `parts ${size}` }, parts));
    return rows;
  }

  /** The bidder's cards, of which some are buried. */
  const toBury = (cards) => make("div", { class: "hand" }, bySuits(cards).map((group) => make("span", { class: "group" }, group.map((card, place) => buried.card(card, `${card}-${place}`)))));

  const buryForm = () => (buried ? buried.form(view.moves.some((each) => each.move === "concede")) : null);

  /** Cards that can be played, each with what it is worth below it. */
  function hand(cards, source) {
    const ends = (state.line?.moves ?? []).map((each) => (each.loss ?? each.behind ?? 0) + half(each.behind_se));
    const most = Math.max(1, ...ends);
    const scale = SCALES.find((each) => each * most <= MOST_BAR) ?? 0.5;
    const tall = state.line && !state.hidden ? Math.min(MOST_BAR, most * scale) + 1 : MOST_BAR;
    const numbers = {};
    return make(
      "div",
      { class: "hand", style: { "--tall": `${tall}px` } },
      bySuits(cards).map((group) =>
        make(
          "span",
          { class: "group" },
          group.map((card) => {
            const number = (numbers[card] = (numbers[card] ?? 0) + 1);
            const move = view.moves.filter((each) => each.card === card && (!each.source || each.source === source))[source === "table" ? number - 1 : 0] ?? view.moves.find((each) => each.card === card && (!each.source || each.source === source));
            return playable(card, move?.move, { scale, tall }, `${card}-${source}-${number}`);
          }),
        ),
      ),
    );
  }

  function playable(card, move, { scale, tall }, name) {
    const value = state.hidden || !move ? undefined : valueOf(move);
    const best = !state.hidden && move && bestMoves().includes(move);
    const loss = value?.loss ?? value?.behind ?? null;
    const isClose = view.kind !== "playoff" && best && bestMoves().length > 1;
    const mark = frame?.marks?.[move] ?? (best ? (isClose ? "≈" : "★") : "");
    const label = [spoken(card)];
    if (!move) label.push("may not be played now");
    else if (value && loss !== null) {
      if (best && !isClose) label.push(view.kind === "playoff" ? "best" : "best so far");
      else if (isClose) label.push(loss > 0 ? `too close to call, ${figure(loss)} points behind, plus or minus ${half(value.behind_se).toFixed(1)}` : "too close to call, ahead so far");
      else label.push(`${figure(loss, view.kind === "playoff" ? 0 : 1)} points behind${value.behind_se ? `, plus or minus ${half(value.behind_se).toFixed(1)}` : ""}`);
    }
    const digits = view.kind === "playoff" ? 0 : 1;
    const bar = value && loss ? draw("svg", { class: "bar", viewBox: `0 0 24 ${tall}`, "aria-hidden": "true" }, bars(loss, value.behind_se, scale)) : make("span", { class: "bar" });
    return make(
      "span",
      { class: best ? "lie best" : "lie" },
      mark ? make("span", { class: "mark", "aria-hidden": "true" }, mark) : null,
      make("button", { type: "button", class: move && canPlay(move) ? "play" : "play no", "aria-label": label.join(": "), "aria-disabled": move ? null : "true", "data-key": name, "data-move": move, ...dragged(move && canPlay(move) ? move : ""), onclick: () => move && play(move) }, picture(card, true), picture(card)),
      view.knows && !state.hidden ? [bar, make("span", { class: "loss", "aria-hidden": "true" }, value && loss !== null ? (loss === 0 ? "0" : `−${figure(loss, digits)}`) : " "), view.kind !== "playoff" ? make("span", { class: "se", "aria-hidden": "true" }, value && loss ? `±${half(value.behind_se).toFixed(1)}` : value ? "best" : " ") : null] : null,
    );
  }

  /** A card may be dragged to the trick instead of clicked. */
  function dropped() {
    return {
      ondragover: (event) => event.dataTransfer.types.includes(DRAGGED) && event.preventDefault(),
      ondrop: (event) => {
        event.preventDefault();
        const move = event.dataTransfer.getData(DRAGGED);
        if (move) play(move);
      },
    };
  }

  const dragged = (move) => (move ? { draggable: "true", ondragstart: (event) => event.dataTransfer.setData(DRAGGED, move) } : {});

  function bars(loss, se, scale) {
    const height = Math.max(0, Math.min(MOST_BAR, loss * scale));
    const parts = [draw("rect", { x: 3, y: 0, width: 18, height })];
    if (se) {
      const low = Math.max(0, Math.min(MOST_BAR - 1, (loss - half(se)) * scale));
      const high = Math.max(low, Math.min(MOST_BAR - 1, (loss + half(se)) * scale));
      parts.push(draw("path", { class: "whisker", d: `M12 ${low}V${high}M8 ${low}H16M8 ${high}H16` }));
    }
    return parts;
  }

  // The answer

  function answer() {
    const attributes = { class: "box answer", "aria-label": "The answer" };
    // A screen reader is told at most once in five seconds.
    const now = Date.now();
    if (now - announced > SAY_AGAIN || !isSearching()) {
      attributes["aria-live"] = "polite";
      announced = now;
    }
    const isFrames = frame && (state.hidden || !frame.hidden);
    const told = isFrames ? frame.answer(helpers) : state.asked ? question() : !view.knows ? opponents() : state.hidden ? concealed() : found();
    return make("section", attributes, told, isFrames ? null : buryForm(), isFrames ? null : frame?.actions?.(helpers));
  }

  function concealed() {
    return [make("h1", {}, "Decide yourself"), make("p", {}, "The values are hidden. Play a card, or show them."), make("div", { class: "buttons" }, button("Show the values", hide, { class: "btn main" }))];
  }

  function question() {
    const { asked, seat, choices } = state.asked;
    const back = make("div", { class: "buttons" }, button("Take the move back", () => { state.asked = null; render(); }));
    if (asked === "widow") {
      const turnUp = (cards) => play(state.move, { ...state.seen, widow: cards });
      const isFull = shown.chosen().length === widow;
      return [
        make("h1", {}, "What is in the widow?"),
        make("p", {}, `It is turned up for ${who(seat)}. Click its ${widow} cards.`),
        shown.form(),
        make("div", { class: "buttons" }, button("Go on", () => turnUp(shown.chosen().join(" ")), { class: "btn main", disabled: !isFull, "data-key": "go-on" })),
        sayBox("or type them: AC 9H 9D", turnUp),
        problem(),
        back,
      ];
    }
    const title = { drawn: "Which card did you draw?", laid: `Which cards did ${who(seat)} lay from the hand?`, last_dix: `Did ${who(seat)} draw a dix as the last card?` }[asked];
    const answered = (choice) => play(state.move, { ...state.seen, [asked]: choice });
    return [
      make("h1", {}, title),
      make("p", {}, ["After ", said(state.move), "."]),
      make("div", { class: "choices" }, choices.map((choice) => choiceButton(choice, () => answered(choice)))),
      back,
    ];
  }

  /** A line to type something in; what it is for stands above it. */
  function sayBox(example, does) {
    const input = make("input", { "data-key": "say", placeholder: example, "aria-label": "Type it" });
    const typed = (event) => {
      event.preventDefault();
      if (input.value.trim()) does(input.value.trim());
    };
    return make("form", { class: "assume", onsubmit: typed }, input, make("button", { class: "btn small" }, "OK"));
  }

  const problem = () => (state.problem ? make("p", { class: "refusal", role: "alert" }, sentence(state.problem)) : null);

  function choiceButton(choice, does) {
    if (typeof choice === "boolean") return button(choice ? "Yes" : "No", does, { class: "btn choice" });
    const cards = Array.isArray(choice) ? choice : [choice];
    return make("button", { type: "button", class: "choice", "aria-label": cards.map(spoken).join(", ") || "none", onclick: does }, cards.length ? cards.map((card) => picture(card)) : "none");
  }

  function opponents() {
    if (shown) return showing();
    const plays = view.moves.filter((each) => each.card);
    const shows = view.moves.filter((each) => !each.card);
    const isBid = view.act === "bid";
    return [
      make("h1", {}, `What does ${who(view.turn)} ${{ bid: "call", bury: "name and bury", play: "play", dix: "show" }[view.act] ?? "meld"}?`),
      make("p", {}, "Choose what was seen; then the hand goes on."),
      plays.length ? make("div", { class: "choices" }, plays.map((each) => make("button", { type: "button", class: "choice", "aria-label": `${spoken(each.card)}${each.source ? ` from ${each.source}` : ""}`, "data-move": each.move, onclick: () => play(each.move) }, picture(each.card), each.source ? make("small", {}, each.source) : null))) : null,
      shows.length ? make("div", { class: isBid ? "list bids" : "list" }, ordered(shows).map((each) => button(said(each.move), () => play(each.move), { class: isBid ? "btn small choice" : "btn left choice", "data-move": each.move }))) : null,
      view.kind === "table" && !isBid && view.act !== "play" ? sayBox("or type it", (move) => play(move)) : null,
      problem(),
    ];
  }

  /** What another player, whose cards are hidden, names and lays on the table. */
  function showing() {
    const names = view.act === "bury";
    const cards = shown.chosen().join(" ") || "none";
    const buries = names && widow ? ` What ${who(view.turn)} buries stays hidden.` : "";
    const mayConcede = view.moves.some((each) => each.move === "concede");
    return [
      make("h1", {}, `What does ${who(view.turn)} ${names ? "name and lay" : "meld"}?`),
      make("p", {}, `Click the cards that are laid on the table, if any.${buries}`),
      names ? trumpChoice(trump, (each) => { trump = each; render(); }) : null,
      shown.form(),
      make(
        "div",
        { class: "buttons" },
        button(cards === "none" ? "No meld" : "Lay these", () => play(names ? `${trump}/${cards}` : cards), { class: "btn main", disabled: names && !trump, "data-key": "go-on" }),
        mayConcede ? button(`${who(view.turn, true)} gives up`, () => play("concede"), { "data-key": "give-up" }) : null,
      ),
      sayBox(names ? "or type it: S/KS QS 9S" : "or type them: KC QC", (move) => play(move)),
      problem(),
    ];
  }

  /** Passes first, then the rest as it comes; of many only the first. */
  const ordered = (moves) => [...moves.filter((each) => /^p(ass)?$/.test(each.move)), ...moves.filter((each) => !/^p(ass)?$/.test(each.move))].slice(0, 60);

  function found() {
    const { line } = state;
    if (state.problem) return [make("h1", {}, "No values"), make("p", { class: "refusal", role: "alert" }, sentence(state.problem)), make("div", { class: "buttons" }, button("Edit the position", edit))];
    if (!line?.moves?.length) {
      const words = state.kind === "waiting" ? `${state.before} before you: every processor is searching.` : state.kind === "gone" ? "The server has stopped." : "Thinking";
      return [make("h1", {}, words), make("p", { class: "second" }, "The first figures come in a moment.")];
    }
    if (view.kind === "table") return tableAnswer(line, view, { who, play, canPlay: frame?.done ? () => false : canPlay, advice: state.advice });
    if (view.kind === "playoff") return playoffAnswer(line);
    return stockAnswer(line);
  }

  const verb = () => (view.act === "play" ? (view.led.length ? "Play" : "Lead") : "Lay");

  function playoffAnswer(line) {
    if (!line.exact) return [make("h1", {}, "Not proven yet"), make("p", {}, "The search was cut short. What is proven so far stands in the list.")];
    const best = line.moves.filter((each) => each.loss === 0);
    const other = me() === "south" ? "north" : "south";
    const stats = [["still to come", [make("b", {}, String(line.value[me()])), ` ${who(me())}, `, make("b", {}, String(line.value[other])), ` ${who(other)}`]]];
    if (line.final) stats.push(["the hand ends", [make("b", {}, `${line.final[me()]} to ${line.final[other]}`)]]);
    const all = best.length === line.moves.length && best.length > 1;
    return [
      make("h1", {}, all ? `${verb()} any card` : [`${verb()} `, either(best.slice(0, 4).map((each) => named(each.card))), best.length > 4 ? " …" : ""]),
      make("p", {}, make("b", {}, `★ ${all ? "All are equally good" : best.length > 1 ? `${best.length} cards are best` : line.moves.length > 1 ? "The one best card" : "The only card"}.`), " Every value is exact."),
      facts(stats),
    ];
  }

  function facts(stats) {
    return make("dl", { class: "stats" }, stats.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value))));
  }

  function stockAnswer(line) {
    const [best, second] = line.moves;
    const close = line.close ?? [];
    const moves = [best.move, ...close];
    const parts = [make("h1", {}, [best.move === "pass" ? "" : `${verb()} `, either(moves.slice(0, 4).map((move) => said(move))), moves.length > 4 ? ` and ${moves.length - 4} more` : ""])];
    const hasErrors = best.mean !== null;
    if (!second) parts.push(make("p", {}, make("b", {}, "★ The only move.")));
    else if (close.length) parts.push(make("p", {}, make("b", {}, "≈ Too close to call. "), said(best.move), ` is ahead of `, said(second.move), ` by ${figure(second.behind)} ${within(second.behind_se)}.`));
    else if (line.guess) parts.push(make("p", {}, make("b", {}, "A first guess: "), "very few worlds so far."));
    else parts.push(make("p", {}, make("b", {}, "★ Sure enough. "), said(best.move), ` is ${figure(second.behind)} ${within(second.behind_se)} better than `, said(second.move), "."));
    if (line.reason) parts.push(make("p", { class: "second reason" }, sentence(line.reason.text)));
    if (hasErrors) {
      parts.push(
        facts([
          [view.seats.some((seat) => seat.points) ? "you end ahead by" : "ahead from here on", [make("b", {}, signed(best.mean)), ` ${within(best.mean_se)}`]],
          [view.tokens.score ? "win the game" : "win the hand", [make("b", {}, share(best.win)), ` (${share(best.win_low)} to ${share(best.win_high)})`]],
        ]),
      );
    }
    if (state.where.length) parts.push(make("p", { class: "second" }, `Assumed: ${state.where.join("; ")}.`));
    return parts;
  }

  // The evidence

  function evidence() {
    if (!view.knows || state.asked) return [triedBox(), tools()];
    if (state.hidden) return [triedBox(), tools()];
    if (view.kind === "table") return [progress(), ...(state.line ? tableEvidence(state.line, view, play, state.advice) : []), state.line ? whereabouts(state.line.cards ?? [], who) : null, triedBox(), tools()];
    if (view.kind === "playoff") return [leads(), triedBox(), tools()];
    return [progress(), meldBox(), planBox(), cardBox(), assumeBox(), triedBox(), tools()];
  }

  /** What a hint adds to the hand that is played. */
  function hints() {
    if (!frame.hidden) return [];
    if (view.kind === "playoff") return [leads()];
    return [progress(), ...(view.kind === "table" ? (state.line ? tableEvidence(state.line, view, play, state.advice) : []) : [meldBox()])];
  }

  function leads() {
    const { line } = state;
    if (!line?.moves?.length) return null;
    const other = me() === "south" ? "north" : "south";
    const most = Math.max(1, ...line.moves.map((each) => each.loss ?? 0));
    return box(
      null,
      make("div", { class: "head" }, make("h2", {}, `Every ${view.led.length ? "card" : "lead"}, ${line.exact ? "exact" : "as far as proven"}`), make("span", { class: "note" }, `${count(line.nodes)} nodes`)),
      make(
        "table",
        {},
        make("thead", {}, make("tr", {}, ["card", who(me()), who(other), "loss"].map((each) => make("th", { scope: "col" }, each)))),
        make(
          "tbody",
          {},
          line.moves.map((each) =>
            make(
              "tr",
              { class: each.loss === 0 ? "best" : "", "data-card": each.card },
              make("td", {}, named(each.card), each.loss === 0 ? " ★" : ""),
              each.value ? [make("td", {}, String(each.value[me()])), make("td", {}, String(each.value[other]))] : [make("td", {}, each.bounds[me()].join("–")), make("td", {}, each.bounds[other].join("–"))],
              make("td", { class: "lossbar" }, each.loss ? [draw("svg", { viewBox: "0 0 60 8", "aria-hidden": "true" }, draw("rect", { width: (60 * each.loss) / most, height: 8 })), `−${each.loss}`] : each.loss === 0 ? "–" : ""),
            ),
          ),
        ),
      ),
    );
  }

  function progress() {
    const { line } = state;
    const worlds = line?.worlds ?? line?.moves?.[0]?.visits ?? 0;
    const words = {
      begun: "Thinking",
      waiting: `Waiting: ${state.before} before you`,
      line: `Getting surer: ${count(worlds)} worlds`,
      done: line?.exact ? "Exact: all worlds gone through" : `${line?.close?.length ? "Still too close; more worlds may not tell" : "Done"}: ${count(worlds)} worlds`,
      stopped: `Stopped at ${count(worlds)} worlds`,
      gone: `Stopped at ${count(worlds)} worlds: no server`,
      failed: "The search failed",
      refused: "No search",
    }[state.kind];
    const control = isSearching() ? "Pause" : "Go on";
    return box(
      null,
      make("div", { class: `head progress ${isSearching() ? "searching" : ""}` }, make("h2", { class: "live" }, make("span", { class: "dot" }), words ?? ""), line?.exact || isFixed ? null : button(control, pause, { class: "btn small", disabled: isGone(), "data-key": "pause" })),
      funnel(),
    );
  }

  function funnel() {
    const points = state.funnel;
    if (points.length < 2 || points.every((point) => !point.ahead && !point.se)) return null;
    const width = 340;
    const height = 96;
    const lowest = Math.min(0, ...points.map((point) => point.ahead - half(point.se)));
    const highest = Math.max(1, ...points.map((point) => point.ahead + half(point.se)));
    const x = (place) => 8 + ((width - 16) * place) / (points.length - 1);
    const y = (value) => 8 + ((height - 28) * (highest - value)) / (highest - lowest);
    const ups = points.map((point, place) => `${x(place)},${y(point.ahead + half(point.se))}`);
    const downs = points.map((point, place) => `${x(place)},${y(point.ahead - half(point.se))}`).reverse();
    const last = points.at(-1);
    const words = `Lead of the best move over the next, with its 95% interval, by worlds tried: ${figure(last.ahead)} ${within(last.se)} after ${count(last.worlds)}.`;
    return [
      draw(
        "svg",
        { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words },
        draw("polygon", { class: "band", points: [...ups, ...downs].join(" ") }),
        draw("path", { class: "zero", d: `M8 ${y(0)}H${width - 8}` }),
        draw("polyline", { class: "line", points: points.map((point, place) => `${x(place)},${y(point.ahead)}`).join(" ") }),
        draw("circle", { class: "point", r: 4, cx: x(points.length - 1), cy: y(last.ahead) }),
        draw("text", { x: 8, y: height - 2 }, count(points[0].worlds)),
        draw("text", { x: width - 8, y: height - 2, "text-anchor": "end" }, count(last.worlds)),
      ),
      make("p", { class: "note" }, "Lead of the best move over the next, with its 95% interval, by worlds tried. Dashed: no difference."),
    ];
  }

  function meldBox() {
    const moves = (state.line?.moves ?? []).filter((each) => each.price || each.move === "pass");
    if (view.act === "play" || !moves.length) return null;
    return box(
      "What to lay",
      make(
        "div",
        { class: "melds" },
        moves.slice(0, 12).map((each) => {
          const best = bestMoves().includes(each.move);
          const price = each.price;
          return make(
            "button",
            { type: "button", class: `meld ${best ? "close" : ""}`, "data-key": `meld-${each.move}`, "data-move": each.move, onclick: () => play(each.move) },
            make("span", { class: "nm" }, said(each.move)),
            make("span", { class: "bh" }, make("b", {}, best ? (bestMoves().length > 1 ? "≈" : "★ best") : `−${figure(each.behind)}`), each.behind ? make("small", {}, ` ${within(each.behind_se)}`) : ""),
            price ? make("span", { class: "pr" }, `${price.points} now${price.later === null ? "" : `, ${signed(price.later)} ${within(price.later_se)} later`}`) : null,
          );
        }),
      ),
    );
  }

  /** In which order the melds of the hand are laid best, and which wait for cards. */
  function planBox() {
    const { plan, outs = [] } = state.planned ?? {};
    const waiting = outs.filter((each) => each.chance >= LEAST_CHANCE).slice(0, MOST_OUTS);
    if (!plan?.steps.length && !waiting.length) return null;
    return box(
      "Your melds",
      plan?.steps.length ? make("ol", { class: "plan" }, plan.steps.map((each) => make("li", {}, make("span", {}, said(each.move)), make("b", {}, String(each.points))))) : null,
      waiting.length
        ? make(
            "table",
            { class: "outs" },
            make("thead", {}, make("tr", {}, ["waits for", "", "points", "chance"].map((each) => make("th", { scope: "col" }, each)))),
            make("tbody", {}, waiting.map((each) => make("tr", {}, make("td", {}, each.missing.map((card) => [named(card), " "])), make("td", { class: "note" }, each.meld.split(":")[0].replaceAll("-", " ")), make("td", {}, String(each.points)), make("td", {}, share(each.chance))))),
          )
        : null,
      make("p", { class: "note" }, plan?.steps.length ? "The best order, if you play none of these cards and win a trick for each. " : "", waiting.length ? "Chance: to draw what is missing, by counting." : ""),
    );
  }

  /** Ask for the plan of the melds, which does not wait for the search. */
  async function planMelds() {
    try {
      state.planned = await ask("melds", { text: view.text });
      render();
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Gone)) throw error;
    }
  }

  function cardBox() {
    const cards = state.line?.cards;
    if (!cards) return null;
    const unsure = cards.cards.filter((each) => each.known < each.copies);
    const top = [...unsure].sort((a, b) => Math.abs(b.at_least[b.known] - b.by_counting[b.known]) - Math.abs(a.at_least[a.known] - a.by_counting[a.known])).slice(0, 7);
    if (!top.length) return null;
    return box(
      `${who(cards.holder, true)}’s hidden cards`,
      make(
        "div",
        { class: "odds" },
        top.map((each) => {
          const chance = each.at_least[each.known];
          const counted = each.by_counting[each.known];
          return make(
            "div",
            { class: "odd", role: "img", "aria-label": `${spoken(each.card)}: ${share(chance)}, by counting ${share(counted)}` },
            named(each.card),
            draw("svg", { viewBox: "0 0 100 12", preserveAspectRatio: "none" }, draw("rect", { class: "rail", width: 100, height: 12 }), draw("rect", { class: "part", width: 100 * chance, height: 12 }), draw("rect", { class: "tick", x: 100 * counted - 0.4, width: 0.8, height: 12 })),
            make("span", { class: "num" }, share(chance)),
          );
        }),
      ),
      make("p", { class: "note" }, "Bar: at least one copy, from all that was played and melded. Line: by counting alone."),
    );
  }

  function assumeBox() {
    if (isFixed) return null;
    const input = make("input", { name: "where", "data-key": "where", placeholder: `${me() === "south" ? "north" : "south"} holds AS`, value: state.where.join("; "), "aria-label": "What if: a condition on the hidden cards" });
    const assume = (event) => {
      event.preventDefault();
      const where = input.value.split(";").map((each) => each.trim()).filter(Boolean);
      history.replaceState({ ...history.state, where }, "");
      Object.assign(state, { where, line: null, funnel: [] });
      start(FIRST_SECONDS);
    };
    return box("What if", make("form", { class: "assume", onsubmit: assume }, input, make("button", { class: "btn small" }, "Assume")));
  }

  /** The moves tried from where the page began, as a tree. */
  function triedBox(again = render) {
    const redraw = (words = "") => {
      notice = words;
      again();
      notice = "";
    };
    const tree = here && study.studyBox(here, { who, said, open: open_again, redraw, isFixed });
    return tree && [tree, notice ? make("p", { class: "note", role: "status" }, notice) : null];
  }

  function tools() {
    return make(
      "div",
      { class: "buttons tools" },
      isFixed ? null : button("Edit", edit, { "data-key": "edit" }),
      button("Copy the position", copy, { "data-key": "copy" }),
      state.trail.length ? button("Undo", undo, { "data-key": "undo" }) : null,
    );
  }

  async function copy(event) {
    const pressed = event.currentTarget;
    try {
      await navigator.clipboard.writeText(view.text);
      pressed.textContent = "Copied";
    } catch {
      pressed.textContent = view.text;
    }
  }

  const edit = () => context.go("setup", view.text);
  const undo = () => state.trail.length && open_again(state.trail.at(-1).from, state.trail.slice(0, -1));

  function hide() {
    state.hidden = !state.hidden;
    history.replaceState({ ...history.state, hidden: state.hidden }, "");
    render();
  }

  function lineBox() {
    if (view.kind !== "playoff" || state.hidden || !state.tricks.length) return null;
    const cards = state.line.line;
    let place = 0;
    const steps = state.tricks.map((trick, number) => {
      const own = number === 0 && view.led.length ? 1 : 2;
      place += own;
      const upTo = place;
      return make(
        "li",
        {},
        make(
          "button",
          { type: "button", class: "step", title: `Trick ${view.trick + number}: ${spoken(trick.led)}, ${spoken(trick.reply)}; ${who(trick.winner)} takes ${trick.points}. Play up to here`, onclick: () => walk(cards.slice(0, upTo)) },
          make("span", { class: "t" }, String(view.trick + number)),
          make("span", { class: trick.winner === leaderOf(number) ? "w" : "" }, named(trick.led)),
          make("span", { class: trick.winner === leaderOf(number) ? "" : "w" }, named(trick.reply)),
          make("span", { class: "p" }, `${trick.winner === me() ? "you" : who(trick.winner) === "the opponent" ? "opp." : who(trick.winner)} ${trick.points}`),
        ),
      );
    });
    return make(
      "section",
      { class: "box line" },
      make("div", { class: "head" }, make("h2", {}, "If both play their best"), make("span", { class: "tools" }, button("← back", undo, { class: "btn small", disabled: !state.trail.length, "data-key": "back" }), button("forward →", () => walk(cards.slice(0, 1)), { class: "btn small", "data-key": "forward" }))),
      make("ol", { class: "steps" }, steps),
    );
  }

  function leaderOf(number) {
    if (number > 0) return state.tricks[number - 1].winner;
    return view.led.length ? (view.turn === "south" ? "north" : "south") : view.turn;
  }

  // Keys

  function press(event) {
    const name = event.key;
    const lower = name.toLowerCase();
    if (frame?.press?.(event, helpers)) return true;
    const cards = [...context.main.querySelectorAll(".play:not(.no), .bury, .choice, .meld")];
    if (name === " " && !event.target.closest("button, a, summary") && view.kind !== "playoff") pause();
    else if (frame && /^[uebh]$|^(Backspace|Escape)$/.test(lower)) return false;
    else if (lower === "h") hide();
    else if (lower === "u" || name === "Backspace") undo();
    else if (lower === "e") edit();
    else if (lower === "b") { const [best] = bestMoves(); if (best) play(best); }
    else if (name === "Escape" && view.kind === "playoff") backToLine();
    else if (name === "ArrowRight" && view.kind === "playoff" && !frame && state.line?.line?.length) walk(state.line.line.slice(0, 1));
    else if (name === "ArrowLeft" && view.kind === "playoff" && !frame) undo();
    else if (name === "ArrowRight" || name === "ArrowLeft" || name === "ArrowUp" || name === "ArrowDown") {
      const at = cards.indexOf(document.activeElement);
      const by = name === "ArrowRight" || name === "ArrowDown" ? 1 : -1;
      cards[at < 0 ? (by > 0 ? 0 : cards.length - 1) : (at + by + cards.length) % cards.length]?.focus();
    } else return false;
    return true;
  }

  const bestCall = () => state.advice?.call;
  const helpers = { said, who, bestCall, sentence, buryForm, valueOf, play, ordered, view, hint, due };

  /** Show the values of the hand that is played. */
  function hint() {
    state.hidden = false;
    start(FIRST_SECONDS);
  }

  render();
  if (!frame) start(FIRST_SECONDS);
  if (!frame && view.kind === "stock" && view.knows && !isFixed) planMelds();
  return { press, close: () => { search?.abort(); search = null; } };
}
