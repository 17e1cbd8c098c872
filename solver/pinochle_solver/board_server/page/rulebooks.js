// The choice of a game: the rulebooks by how many play, each with what it is, and what is dealt.

import { make } from "./dom.js";

export const TABLES = [[2, "Two players"], [3, "Three players"], [4, "Four players"]];

/** "15 cards each and 3 in the widow; compromise count" */
const dealt = ({ hand, widow, count }) => `${hand} cards each${widow ? ` and ${widow} in the widow` : ""}; ${count} count`;

/**
 * @param rulebooks all rulebooks, of `first`.
 * @param chosen the name of the one that is chosen.
 * @param attributes of the list.
 */
export function rulebookChoice(rulebooks, chosen, attributes) {
  const option = (each) => make("option", { value: each.rules, selected: each.rules === chosen }, `${each.rules}: ${each.title}`);
  return make(
    "select",
    attributes,
    TABLES.map(([players, label]) => make("optgroup", { label }, rulebooks.filter((each) => each.players === players).map(option))),
  );
}

/** What a rulebook is, in whole: a list cuts it off. */
export function rulebookTold({ title, ...deck }) {
  return make("p", { class: "note" }, `${title}: ${dealt(deck)}.`);
}
