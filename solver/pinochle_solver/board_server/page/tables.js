// What is found for three and four: the bid, the burial, or the card.

import { named, withCards } from "./cards.js";
import { box, draw, make } from "./dom.js";
import { either, figure, half, share, signed, within } from "./figures.js";

const UNITS = { cents: "cents", points: "points", checks: "checks", money: "cents" };

const isCard = (move) => /^[ATKQJ987][SHDC]$/.test(move);
const isBid = (move) => /^\d+$/.test(move);

/** A move as it is said: a bid, a trump and what is buried, melds, a card. */
export function moveWords(move) {
  if (isCard(move)) return named(move);
  if (move === "p") return "pass";
  if (isBid(move)) return move;
  const [trump, cards] = move.split(":");
  const suits = { S: "♠", H: "♥", D: "♦", C: "♣" };
  if (suits[trump]) return make("span", {}, `${suits[trump]} trumps`, cards ? [", bury", cards.split(/[.,]/).map((card) => [" ", isCard(card) ? named(card) : card])] : "");
  return withCards(move.replaceAll(".", " "));
}

/** The moves that may be as good as the best: the interval of what they are behind reaches 0. */
export function closeTo(line) {
  return line.moves.slice(1).filter((each) => each.behind !== null && each.behind_se !== null && each.behind - half(each.behind_se) <= 0);
}

/** The highest contract that pays on average, and the highest that surely does. */
function bidWorth(line) {
  const bids = line.moves.filter((each) => isBid(each.move));
  const pass = line.moves.find((each) => each.move === "p");
  const nothing = pass?.mean ?? 0;
  const pays = bids.filter((each) => each.mean > nothing);
  const sure = bids.filter((each) => each.mean - half(each.mean_se) > nothing);
  return { bids, pays: pays.at(-1), sure: sure.at(-1) };
}

/** Buttons for the calls: the lowest bid that may be made, and a pass. */
function calls(line, view, play, pays) {
  const lowest = view.moves.find((each) => isBid(each.move));
  const canPass = view.moves.some((each) => each.move === "p");
  return make(
    "div",
    { class: "buttons" },
    lowest ? make("button", { type: "button", class: pays ? "btn main" : "btn", "data-move": lowest.move, onclick: () => play(lowest.move) }, `Bid ${lowest.move}`) : null,
    canPass ? make("button", { type: "button", class: pays ? "btn" : "btn main", "data-move": "p", onclick: () => play("p") }, "Pass") : null,
  );
}

export function tableAnswer(line, view, { who, play }) {
  const unit = UNITS[line.objective] ?? line.objective;
  if (view.act === "bid") {
    const { bids, pays, sure } = bidWorth(line);
    if (!pays) {
      return [make("h1", {}, "Pass"), make("p", {}, bids.length ? ["No bid pays on average. ", make("b", {}, bids[0].move), ` is worth ${signed(bids[0].mean)} ${within(bids[0].mean_se)} ${unit}.`] : "There is no bid left."), calls(line, view, play, false)];
    }
    const next = bids.find((each) => Number(each.move) > Number(pays.move));
    return [
      make("h1", {}, `Bid, up to ${pays.move}`),
      make("p", {}, sure ? [make("b", {}, `Up to ${sure.move} it clearly pays. `), sure.move === pays.move ? "" : `Up to ${pays.move} it pays on average, but that is too close to call.`] : "It pays on average, but that is too close to call."),
      next ? make("p", { class: "second" }, `${next.move} is no better than a pass on average: ${signed(next.mean)} ${within(next.mean_se)} ${unit}.`) : null,
      calls(line, view, play, true),
    ];
  }
  const [best] = line.moves;
  if (!best) return [make("h1", {}, "Thinking")];
  const close = closeTo(line);
  const verb = { meld: "Lay ", dix: "Show " }[view.act] ?? (view.led.length ? "Play " : "Lead ");
  const second = line.moves[1];
  return [
    // Burials that are as good often differ in a card that hardly counts: one is enough to say.
    make("h1", {}, view.act === "bury" ? moveWords(best.move) : [verb, either([best, ...close].slice(0, 3).map((each) => moveWords(each.move))), close.length > 2 ? " …" : ""]),
    second
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

export function tableEvidence(line, view, play) {
  const unit = UNITS[line.objective] ?? line.objective;
  if (view.act === "bid") return [chanceCurve(line), bidTable(line, unit)];
  return [
    box(
      null,
      make("div", { class: "head" }, make("h2", {}, "Every move"), make("span", { class: "note" }, unit)),
      make(
        "table",
        {},
        make("thead", {}, make("tr", {}, ["move", "worth", "behind", ""].map((each) => make("th", { scope: "col" }, each)))),
        make(
          "tbody",
          {},
          line.moves.slice(0, 16).map((each, place) =>
            make("tr", { class: place === 0 ? "best" : "" }, make("td", {}, view.act === "play" ? moveWords(each.move) : make("button", { type: "button", class: "as", "data-move": each.move, onclick: () => play(each.move) }, moveWords(each.move)), place === 0 ? " ★" : ""), make("td", {}, each.mean === null ? "" : signed(each.mean)), make("td", {}, each.behind ? `−${figure(each.behind)}` : "–"), make("td", { class: "note" }, each.behind ? within(each.behind_se) : "")),
          ),
        ),
      ),
    ),
  ];
}

function bidTable(line, unit) {
  const { pays } = bidWorth(line);
  const all = line.moves.filter((each) => isBid(each.move) && each.mean !== null);
  const at = all.indexOf(pays);
  const step = Math.max(1, Math.ceil(all.length / 12));
  const rows = all.filter((_, place) => place % step === 0 || Math.abs(place - at) <= 1).slice(0, 16);
  return box(
    null,
    make("div", { class: "head" }, make("h2", {}, "If you get it for …"), make("span", { class: "note" }, unit)),
    make(
      "table",
      {},
      make("thead", {}, make("tr", {}, ["contract", "made", "pays", ""].map((each) => make("th", { scope: "col" }, each)))),
      make("tbody", {}, rows.map((each) => make("tr", { class: each === pays ? "best" : "" }, make("td", {}, each.move, each === pays ? " ★" : ""), make("td", {}, each.chance === undefined ? "" : share(each.chance)), make("td", {}, signed(each.mean)), make("td", { class: "note" }, within(each.mean_se))))),
    ),
  );
}

function chanceCurve(line) {
  const bids = line.moves.filter((each) => isBid(each.move) && each.chance !== undefined);
  if (bids.length < 2) return null;
  const [width, height, left, bottom] = [340, 150, 46, 22];
  const first = Number(bids[0].move);
  const last = Number(bids.at(-1).move);
  const x = (move) => left + ((width - left - 12) * (Number(move) - first)) / Math.max(1, last - first);
  const y = (chance) => 8 + (height - bottom - 8) * (1 - chance);
  const band = [...bids.map((each) => `${x(each.move)},${y(each.chance_high)}`), ...[...bids].reverse().map((each) => `${x(each.move)},${y(each.chance_low)}`)];
  const { pays } = bidWorth(line);
  const words = `Chance to make the contract: ${bids[0].move} ${share(bids[0].chance)}${pays ? `, ${pays.move} ${share(pays.chance)}` : ""}, ${bids.at(-1).move} ${share(bids.at(-1).chance)}`;
  return box(
    "Chance to make it, by contract",
    draw(
      "svg",
      { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words },
      [0, 0.5, 1].map((each) => [draw("path", { class: "axis", d: `M${left} ${y(each)}H${width - 12}` }), draw("text", { x: left - 6, y: y(each) + 4, "text-anchor": "end" }, share(each))]),
      draw("polygon", { class: "band", points: band.join(" ") }),
      draw("polyline", { class: "line", points: bids.map((each) => `${x(each.move)},${y(each.chance)}`).join(" ") }),
      pays ? [draw("circle", { class: "point", r: 4, cx: x(pays.move), cy: y(pays.chance) }), draw("text", { class: "strong", x: Math.min(x(pays.move) + 8, width - 90), y: Math.max(18, y(pays.chance) - 6) }, `${pays.move}: ${share(pays.chance)}`)] : null,
      draw("text", { x: left, y: height - 4 }, bids[0].move),
      draw("text", { x: width - 12, y: height - 4, "text-anchor": "end" }, bids.at(-1).move),
    ),
  );
}
