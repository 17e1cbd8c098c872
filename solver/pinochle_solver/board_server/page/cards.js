// Cards: how they look, and what they are called. A card is its rank and its suit: "TD".

import { draw, make } from "./dom.js";

export const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
export const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const RANKS = { A: "ace", T: "ten", K: "king", Q: "queen", J: "jack", 9: "nine", 8: "eight", 7: "seven" };
const GERMAN = { Q: "D", J: "B" };
export const ORDER = "ATKQJ987";

const isGerman = () => document.documentElement.dataset.letters === "de";

/** The letter of a rank, in the letters that the reader has chosen. */
export function letter(rank) {
  if (rank === "T") return "10";
  return isGerman() ? (GERMAN[rank] ?? rank) : rank;
}

/** "10♦" */
export const short = (card) => letter(card[0]) + SIGNS[card[1]];

/** "ten of diamonds" */
export const spoken = (card) => `${RANKS[card[0]] ?? card[0]} of ${SUITS[card[1]]}`;

/** A card in a text, its suit in colour. */
export function named(card) {
  const red = card[1] === "H" || card[1] === "D";
  return make("span", { class: red ? "cn red" : "cn" }, short(card));
}

/** The cards of a sentence of the program drawn as cards: "against AD it ..." */
export function withCards(text) {
  return text.split(/\b([ATKQJ987][SHDC])\b/).map((part, place) => (place % 2 ? named(part) : part));
}

/** A suit alone, which is said as well. */
export function suit(letterOf) {
  const picture = draw("svg", { class: "pip", role: "img", "aria-label": SUITS[letterOf] }, draw("use", { href: `#suit-${letterOf}` }));
  return picture;
}

/** A card's picture; `whole` shows the whole face where there is room. No card: its back. */
export function picture(card, whole = false) {
  const name = card ? `${whole ? "face" : "mini"}-${card}` : "back";
  return draw("svg", { class: "card", viewBox: "0 0 63 88", "aria-hidden": "true" }, draw("use", { href: `#${name}` }));
}

/** A card that is only looked at. */
export function still(card, whole = false) {
  return make("span", { class: "still", role: "img", "aria-label": card ? spoken(card) : "a card face down" }, picture(card, whole));
}

/** Cards that are hidden, as a fan of backs; how many is said. */
export function fan(number) {
  const backs = Array.from({ length: Math.min(number, 15) }, () => picture(null));
  return make("span", { class: "fan", role: "img", "aria-label": `${number} hidden` }, backs);
}

/** Cards by suits: [["AS", "TS"], ["AH"]], each suit from the ace down. */
export function bySuits(cards) {
  return Object.keys(SUITS)
    .map((each) => sorted(cards.filter((card) => card[1] === each)))
    .filter((group) => group.length);
}

/** Spades, hearts, diamonds, clubs, each from the ace down. */
export function sorted(cards) {
  const suits = Object.keys(SUITS);
  return [...cards].sort((a, b) => suits.indexOf(a[1]) - suits.indexOf(b[1]) || ORDER.indexOf(a[0]) - ORDER.indexOf(b[0]));
}

/** The cards of a hand as a position has it: "AT.K.-.99+3" or "AS TS". */
export function ofText(text) {
  const bare = (text ?? "").split("+")[0].trim();
  if (!bare || bare === "-") return [];
  if (bare.includes(".")) {
    return bare.split(".").flatMap((ranks, place) => [...ranks].filter((rank) => rank !== "-").map((rank) => rank + "SHDC"[place]));
  }
  return bare.split(/[ ,]+/).filter(Boolean);
}

/** The text of a hand for a position. */
export function toText(cards) {
  return Object.keys(SUITS)
    .map((each) => sorted(cards.filter((card) => card[1] === each)).map((card) => card[0]).join("") || "-")
    .join(".");
}

/** What counts the cards of a hand: how many copies of one card. */
export const copiesOf = (cards, card) => cards.filter((each) => each === card).length;
