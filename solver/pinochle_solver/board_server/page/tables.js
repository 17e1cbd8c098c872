// What is found for three and four: the bid, the burial, or the card.

import { named as namedCard, SIGNS, sorted, suit, SUITS, withCards } from "./cards.js";
import { box, draw, make } from "./dom.js";
import { count, either, figure, half, share, signed, within } from "./figures.js";

export const UNITS = { cents: "cents", points: "points", checks: "checks", money: "cents" };

// A chance as near as this to counting alone tells nothing.
const TOLD = 0.05;

const isCard = (move) => /^[ATKQJ987][SHDC]$/.test(move);
const isBid = (move) => /^\d+$/.test(move);

/** A move as it is said: a bid, a trump and what is buried and laid, melds, a card. */
export function moveWords(move) {
  if (isCard(move)) return namedCard(move);
  if (move === "p") return "pass";
  if (isBid(move)) return move;
  const [choice, laid] = move.split("/");
  const [trump, cards] = choice.split(":");
  if (!SUITS[trump]) return meldWords(move);
  const buried = cards ? [", bury", cards.split(/[.,]/).map((card) => [" ", isCard(card) ? namedCard(card) : card])] : "";
  return make("span", {}, SIGNS[trump], buried, laid ? [", ", meldWords(laid)] : "");
}

/** "royal marriage K♠ Q♠, dix 9♠" */
const meldWords = (melds) => ({ none: "no meld", all: "all melds" })[melds] ?? (withCards(melds.replaceAll("+", ", ").replaceAll(/[:.]/g, " ").replaceAll("-", " ")));

/** The moves that may be as good as the best: the interval of what they are behind reaches 0. */
export function closeTo(line) {
  return line.moves.slice(1).filter((each) => each.behind !== null && each.behind_se !== null && each.behind - half(each.behind_se) <= 0);
}

/** Buttons for the calls that make sense: the one that is worth most, the lowest bid, and a pass. */
function calls(view, play, best, canPlay) {
  const lowest = view.moves.find((each) => isBid(each.move))?.move;
  const told = [...new Set([best, lowest, "p"])].filter((call) => canPlay(call) && view.moves.some((each) => each.move === call));
  if (!told.length) return null;
  return make(
    "div",
    { class: "buttons" },
    told.map((call) => make("button", { type: "button", class: call === best ? "btn main" : "btn", "data-move": call, onclick: () => play(call) }, isBid(call) ? `Bid ${call}` : "Pass")),
  );
}

/** What to call, in the sentences of the terminal. */
function bidAnswer(advice, view, play, canPlay) {
  if (!advice) return [make("h1", {}, "It is not known yet what to call"), calls(view, play, "", canPlay)];
  const [answer, more] = advice.said;
  const [first, ...rest] = answer.split(/(?<=\.) /);
  return [make("h1", {}, first), make("p", {}, make("b", {}, rest.join(" "))), more ? make("p", {}, more) : null, calls(view, play, advice.call, canPlay)];
}

export function tableAnswer(line, view, { who, play, canPlay, advice }) {
  const unit = UNITS[line.objective] ?? line.objective;
  if (view.act === "bid") return bidAnswer(advice, view, play, canPlay);
  const [best] = line.moves;
  if (!best) return [make("h1", {}, "Thinking")];
  const close = closeTo(line);
  const verb = { meld: "Lay ", dix: "Show " }[view.act] ?? (view.led.length ? "Play " : "Lead ");
  const second = line.moves[1];
  return [
    // Burials that are as good often differ in a card that hardly counts: one is enough to say.
    make("h1", {}, view.act === "bury" && best.move !== "concede" ? ["Name ", moveWords(best.move)] : [verb, either([best, ...close].slice(0, 3).map((each) => moveWords(each.move))), close.length > 2 ? " …" : ""]),
    view.act === "bury" && canPlay(best.move) ? make("div", { class: "buttons" }, make("button", { type: "button", class: "btn main", "data-key": "do-it", onclick: () => play(best.move) }, "Do this")) : null,
    second && second.behind !== null && !(second.behind >= 0.05 || half(second.behind_se) >= 0.05)
      ? make("p", {}, make("b", {}, close.length < 2 ? "★ The next is as good." : "★ Others are as good."))
      : second
      ? make("p", {}, make("b", {}, line.exact ? "★ Exact. " : close.length ? "≈ Too close to call. " : "★ Sure enough. "), second.behind === null ? "" : [moveWords(second.move), ` is ${figure(second.behind)} ${within(second.behind_se)} ${unit} behind.`])
      : make("p", {}, make("b", {}, "★ The only move.")),
    make(
      "dl",
      { class: "stats" },
      best.mean === null ? null : make("div", {}, make("dt", {}, `worth to ${who(view.turn)}, in ${unit}`), make("dd", {}, make("b", {}, signed(best.mean)), ` ${within(best.mean_se)}`)),
      best.win === null ? null : make("div", {}, make("dt", {}, view.tokens.bidder ? "the contract" : "most points"), make("dd", {}, make("b", {}, share(best.win)), best.win_low === undefined ? "" : ` (${share(best.win_low)} to ${share(best.win_high)})`)),
    ),
  ];
}

/** A move in a list under a heading that says what it is. */
function listed(move) {
  const [trump, cards] = move.split(":");
  return cards ? [SIGNS[trump], "\u2002", cards.split(/[.,]/).map((card) => [namedCard(card), " "])] : moveWords(move);
}

export function tableEvidence(line, view, play, advice) {
  const unit = UNITS[line.objective] ?? line.objective;
  if (view.act === "bid") return [bidTable(line, unit, advice)];
  return [
    box(
      null,
      make("div", { class: "head" }, make("h2", {}, view.act === "bury" ? "Trump and burial" : "Every move"), make("span", { class: "note" }, unit)),
      make(
        "table",
        {},
        make("thead", {}, make("tr", {}, [view.act === "bury" ? "name, bury" : "move", "worth", "behind", ""].map((each) => make("th", { scope: "col" }, each)))),
        make(
          "tbody",
          {},
          line.moves.slice(0, 16).map((each, place) =>
            make("tr", { class: place === 0 ? "best" : "" }, make("td", {}, view.act === "play" ? moveWords(each.move) : make("button", { type: "button", class: "as", "data-move": each.move, onclick: () => play(each.move) }, listed(each.move)), place === 0 ? " ★" : ""), make("td", {}, each.mean === null ? "" : signed(each.mean)), make("td", {}, each.behind ? `−${figure(each.behind)}` : "–"), make("td", { class: "note" }, each.behind ? within(each.behind_se) : "")),
          ),
        ),
      ),
    ),
  ];
}

/** The rows of the calls: the bids by the program's groups, and the pass. */
export function callRows({ moves, groups = [] }) {
  const of = (call) => moves.find((each) => each.move === call);
  const rows = groups.map(({ lowest, highest }) => ({
    name: lowest === highest ? String(lowest) : `${lowest}–${highest}`,
    has: (call) => isBid(call) && lowest <= Number(call) && Number(call) <= highest,
    value: of(String(lowest)),
  }));
  const pass = of("p");
  return pass ? [...rows, { name: "pass", has: (call) => call === "p", value: pass }] : rows;
}

function bidTable(line, unit, advice) {
  const row = ({ name, has, value }) => {
    const isBest = advice && has(advice.call);
    return make("tr", { class: isBest ? "best" : "" }, make("td", {}, name, isBest ? " ★" : ""), make("td", {}, value.chance === undefined ? "" : share(value.chance)), make("td", {}, value.mean === null ? "" : signed(value.mean)), make("td", { class: "note" }, within(value.mean_se)));
  };
  return box(
    null,
    make("div", { class: "head" }, make("h2", {}, "If you get it for …"), make("span", { class: "note" }, unit)),
    make(
      "table",
      { class: "calls" },
      make("thead", {}, make("tr", {}, ["bid", "makes it", "worth", ""].map((each) => make("th", { scope: "col" }, each)))),
      make("tbody", {}, callRows(line).map(row)),
    ),
    Number(line.moves.findLast((each) => isBid(each.move))?.move) > line.groups?.at(-1).highest ? make("p", { class: "note" }, "Higher bids are made even less often.") : null,
  );
}

/** The chance to make each contract, in the auction. */
export function chanceCurve(view, line, advice) {
  if (view.kind !== "table" || view.act !== "bid") return null;
  const all = line.moves.filter((each) => isBid(each.move) && each.chance !== undefined);
  const never = all.findIndex((each) => each.chance < 0.005);
  const bids = all.slice(0, never < 0 ? all.length : never + 2);
  if (bids.length < 2) return null;
  const isNarrow = matchMedia("(max-width: 720px)").matches;
  const [width, height, left, right, bottom] = [isNarrow ? 320 : 736, isNarrow ? 200 : 288, 46, 16, 24];
  const first = Number(bids[0].move);
  const last = Number(bids.at(-1).move);
  const x = (move) => left + ((width - left - right) * (Number(move) - first)) / (last - first);
  const y = (chance) => 8 + (height - bottom - 8) * (1 - chance);
  const band = [...bids.map((each) => `${x(each.move)},${y(each.chance_high)}`), ...[...bids].reverse().map((each) => `${x(each.move)},${y(each.chance_low)}`)];
  const marked = new Map([[advice?.call, " pays best"], [advice?.limit, advice?.limit === advice?.call ? "" : " at most"]]);
  const named = bids.filter((each) => marked.has(each.move)).map((each) => [each, isNarrow ? "" : marked.get(each.move)]);
  const words = `Chance to make the contract: ${[bids[0], ...named.map(([each]) => each), bids.at(-1)].map((each) => `${each.move} ${share(each.chance)}`).join(", ")}`;
  const step = [10, 20, 50, 100].find((each) => (last - first) / each <= (isNarrow ? 5 : 10)) ?? 200;
  const ticks = Array.from({ length: Math.floor(last / step) + 1 }, (_, number) => number * step).filter((each) => each >= first);
  // The words stand on the side on which the curve leaves room.
  const label = ([each, more], place) => {
    const isLow = each.chance < 0.25;
    return [
      draw("path", { class: "drop", d: `M${x(each.move)} ${y(each.chance)}V${y(0)}` }),
      draw("circle", { class: "point", r: 5, cx: x(each.move), cy: y(each.chance) }),
      draw("text", { x: Math.min(x(each.move) + 10, width - (more ? 168 : 72)), y: Math.max(16, y(each.chance) - (isLow ? 14 : 6) - (place === 0 && named.length > 1 ? 14 : 0)) }, draw("tspan", { class: "strong" }, `${each.move}: ${share(each.chance)}`), more),
    ];
  };
  return box(
    null,
    make("div", { class: "head" }, make("h2", {}, "Chance to make it, by contract"), make("span", { class: "note" }, `${count(line.worlds)} deals, 95% interval`)),
    draw(
      "svg",
      { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words },
      [0, 0.25, 0.5, 0.75, 1].map((each) => [draw("path", { class: "axis", d: `M${left} ${y(each)}H${width - right}` }), draw("text", { x: left - 8, y: y(each) + 4, "text-anchor": "end" }, share(each))]),
      draw("polygon", { class: "band", points: band.join(" ") }),
      draw("polyline", { class: "line", points: bids.map((each) => `${x(each.move)},${y(each.chance)}`).join(" ") }),
      named.map(label),
      ticks.map((each) => draw("text", { x: x(each), y: height - 4, "text-anchor": "middle" }, String(each))),
    ),
  );
}

/** Where the cards lie that are not seen: of each suit how many on average, and of the cards what is known. */
export function whereabouts(places, who) {
  if (!places.some((each) => each.worlds)) return null;
  const named = (holder) => ({ widow: "widow", buried: "buried", gone: "played" })[holder] ?? who(holder);
  const shifts = new Map();
  const of = (place, card) => place.cards.find((each) => each.card === card);
  // What is certain of a hand tells nothing: one copy more than those that are known is asked for.
  const more = (found) => (found && found.known < found.copies ? [found.at_least[found.known], found.by_counting[found.known]] : null);
  for (const place of places) {
    for (const found of place.cards) {
      const [chance, counted] = more(found) ?? [0, 0];
      shifts.set(found.card, Math.max(shifts.get(found.card) ?? 0, Math.abs(chance - counted)));
    }
  }
  const cards = sorted([...shifts].sort(([, a], [, b]) => b - a).filter(([, shift]) => shift >= TOLD).slice(0, 8).map(([card]) => card));
  const cell = (place, card) => {
    const found = of(place, card);
    if (!found) return make("td", { class: "note" }, "–", make("span", { class: "sign" }));
    if (!more(found)) return make("td", {}, "✓", make("span", { class: "sign" }));
    const [chance, counted] = more(found);
    const sign = chance - counted >= 0.1 ? "+" : counted - chance >= 0.1 ? "−" : "";
    return make("td", { class: sign ? "best" : "" }, share(chance), make("span", { class: "sign" }, sign));
  };
  const suits = places[0].suits?.map((each) => each.suit) ?? [];
  return box(
    null,
    make("div", { class: "head" }, make("h2", {}, "Where the hidden cards are")),
    make(
      "table",
      { class: "where" },
      make("thead", {}, make("tr", {}, ["", ...places.map((each) => named(each.holder))].map((each) => make("th", { scope: "col" }, each)))),
      suits.length ? make("tbody", {}, suits.map((each) => make("tr", {}, make("th", { scope: "row" }, suit(each), " on average"), places.map((place) => make("td", {}, figure(place.suits.find((one) => one.suit === each)?.average ?? 0), make("span", { class: "sign" })))))) : null,
      cards.length === 0 ? null : make("tbody", {}, cards.map((card) => make("tr", {}, make("th", { scope: "row" }, namedCard(card)), places.map((place) => cell(place, card))))),
    ),
    cards.length === 0 ? null : make("p", { class: "note" }, "The chance that a copy lies there, by bids, melds and play. + and −: 10% or more above or below counting alone."),
  );
}
