// Cards clicked together from those that may lie in a place: a widow, or what another player lays.

import { bySuits, copiesOf, picture, sorted, spoken } from "./cards.js";
import { make } from "./dom.js";

/**
 * @param cards the cards that may be chosen, every copy of them.
 * @param most how many of them at most.
 * @param changed draws what is chosen anew.
 */
export function picker(cards, most, changed) {
  let chosen = [];

  function put(card) {
    chosen = sorted([...chosen, card]);
    changed();
  }

  function take(card) {
    chosen.splice(chosen.indexOf(card), 1);
    changed();
  }

  function pick(card) {
    const left = copiesOf(cards, card) - copiesOf(chosen, card);
    const isOver = !left || chosen.length >= most;
    return make(
      "button",
      { type: "button", class: "pick", "data-pick": card, "data-key": `pick-${card}`, "data-left": left, "aria-label": `${spoken(card)}, ${left} left`, disabled: isOver, onclick: () => put(card) },
      picture(card),
    );
  }

  function form() {
    const held = chosen.map((card, place) => make("button", { type: "button", class: "pick", "data-taken": card, "data-key": `taken-${card}-${place}`, "aria-label": `take the ${spoken(card)} back`, onclick: () => take(card) }, picture(card)));
    return make(
      "div",
      { class: "picker" },
      make("div", { class: "picked", role: "status", "aria-label": chosen.length ? chosen.map(spoken).join(", ") : "no card yet" }, held.length ? held : make("span", { class: "empty" }, "click cards")),
      bySuits([...new Set(cards)]).map((group) => make("div", { class: "row" }, group.map(pick))),
    );
  }

  return { form, chosen: () => chosen };
}
