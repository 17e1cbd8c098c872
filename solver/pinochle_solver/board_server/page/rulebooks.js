// The choice of a game: the rulebooks by how many play, each with what is dealt.

import { make } from "./dom.js";

const TABLES = [[2, "Two players"], [3, "Three players"], [4, "Four players"]];

function told({ rules, players, hand, widow }) {
  if (players === 2) return rules;
  return `${rules}: ${hand} cards${widow ? " + widow" : ""}`;
}

/**
 * @param rulebooks all rulebooks, of `first`.
 * @param chosen the name of the one that is chosen.
 * @param attributes of the element.
 */
export function rulebookChoice(rulebooks, chosen, attributes) {
  const option = (each) => make("option", { value: each.rules, selected: each.rules === chosen }, told(each));
  return make(
    "select",
    attributes,
    TABLES.map(([players, label]) => make("optgroup", { label }, rulebooks.filter((each) => each.players === players).map(option))),
  );
}
