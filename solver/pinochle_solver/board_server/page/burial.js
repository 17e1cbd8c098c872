// The trump suit by a click, and with it the bidder's decision: the cards that are buried.

import { named, picture, sorted, spoken, suit, SUITS } from "./cards.js";
import { button, make } from "./dom.js";

/** Four suits to choose the trumps from. */
export function trumpChoice(chosen, choose) {
  const suits = Object.keys(SUITS).map((each) => make("button", { type: "button", "aria-pressed": String(chosen === each), "data-key": `trump-${each}`, onclick: () => choose(each) }, suit(each)));
  return make("div", { class: "field" }, make("span", {}, "Trumps"), make("span", { class: "seg", role: "group", "aria-label": "Trumps" }, suits));
}

/**
 * @param most how many cards are buried.
 * @param play makes the move.
 * @param changed draws what is chosen anew.
 */
export function burial(most, play, changed) {
  let trump = "";
  // The cards by their names on the page, which tell two copies apart.
  const chosen = new Map();

  function toggle(name, card) {
    if (!chosen.delete(name)) chosen.set(name, card);
    changed();
  }

  /** A card of the hand, to be buried with a click and taken back with another. */
  function card(held, name) {
    const isChosen = chosen.has(name);
    const isFull = !isChosen && chosen.size >= most;
    const label = isChosen ? `${spoken(held)}: will be buried, keep it` : `bury the ${spoken(held)}`;
    return make(
      "span",
      { class: isChosen ? "lie chosen" : "lie" },
      isChosen ? make("span", { class: "mark", "aria-hidden": "true" }, "✓") : null,
      make("button", { type: "button", class: "bury", "aria-label": label, "aria-pressed": String(isChosen), "data-key": `bury-${name}`, "data-card": held, disabled: isFull, onclick: () => toggle(name, held) }, picture(held, true), picture(held)),
    );
  }

  function form(canConcede) {
    const buried = sorted([...chosen.values()]);
    const isReady = trump && buried.length === most;
    const move = most ? `${trump}:${buried.join(".")}` : trump;
    const told = buried.length ? [": ", buried.map((each) => [" ", named(each)])] : ". Click them in your hand.";
    return [
      trumpChoice(trump, (each) => { trump = each; changed(); }),
      most ? make("p", { role: "status" }, make("b", {}, `${buried.length} of ${most} cards to bury`), told) : null,
      make(
        "div",
        { class: "buttons" },
        button(most ? "Bury" : "Name it", () => play(move), { class: "btn main", disabled: !isReady, "data-key": "bury" }),
        canConcede ? button("Give the contract up", () => play("concede"), { "data-key": "give-up" }) : null,
      ),
    ];
  }

  return { card, form };
}
