// Set up a hand: click cards of the pack into places, or say the position in words.

import { trumpChoice } from "./burial.js";
import { copiesOf, letter, named, ofText, picture, short, sorted, spoken, suit, SUITS, toText, withCards } from "./cards.js";
import { box, button, make, show } from "./dom.js";
import { ask, Refused } from "./net.js";
import { rulebookChoice, rulebookTold } from "./rulebooks.js";

const CHECK_AFTER = 120;
const READ_AFTER = 350;
const DRAGGED = "application/x-pinochle-card";
// The tokens of a position that are cards in a place, in the order in which they are filled.
const SEATS = ["south", "west", "north", "east"];
const BY_HAND = ["south", "north", "upcard", "led", "gone", "widow", "buried", "west", "east"];
const KEYS = [
  [["A", "…", "9"], "rank, then"],
  [["S", "H", "D", "C"], "place a card"],
  [["N"], "next place"],
  [["⌫"], "take back"],
  [["/"], "words"],
  [["↵"], "analyse"],
];

/** What a set-up holds: places of cards, and the other tokens of a position. */
function emptySetup(deck) {
  return { rules: deck.rules, phase: deck.players === 2 && deck.stock ? "stock" : "playoff", at: "south", cards: {}, more: {} };
}

export async function open(argument, context) {
  const decks = Object.fromEntries(context.first.rulebooks.map((deck) => [deck.rules, deck]));
  const ranks = Object.fromEntries([..."ATKQJ987"].map((rank) => [rank.toLowerCase(), rank]).concat([["1", "T"], ["0", "T"]]));
  let state = emptySetup(context.first.rulebooks[0]);
  const undone = [];
  let typed = "";
  let refusal = null;
  let checked = null;
  let said = "";
  let pending = null;
  let rank = "";
  let timer = 0;
  let asking = null;
  // Whether the position was changed since the program has checked it.
  let isStale = false;

  const deck = () => decks[state.rules] ?? context.first.rulebooks[0];
  const isTable = () => deck().players > 2;
  const cardsOf = (place) => state.cards[place] ?? [];

  /** The places of this game and phase: name, what it is called, how many cards it takes. */
  function places() {
    const { hand, widow, upcard, players } = deck();
    if (!isTable() && state.phase === "stock") {
      return [
        ["south", "Your hand", hand],
        ...(upcard ? [["upcard", "Upcard", 1]] : []),
        ["led", "Opponent led", 1],
        ["north", "Opponent’s known", hand],
        ["gone", "Played", 2 * hand + 48],
      ];
    }
    if (!isTable()) return [["south", "Your hand", hand], ["north", "Opponent’s hand", hand], ["led", "Card led", 1]];
    return [
      ["south", "Your hand", hand + widow],
      ["led", "The trick so far", players - 1],
      ...(widow ? [["widow", "Widow", widow], ["buried", "Buried", widow]] : []),
      ...(upcard ? [["upcard", "Upcard", 1]] : []),
      ["gone", "Played", players * hand],
    ];
  }

  const title = (place) => places().find(([name]) => name === place)?.[1] ?? place;
  const most = (place) => places().find(([name]) => name === place)?.[2] ?? 0;

  /** The cards that are placed, each with the place where it is. */
  function placed() {
    const found = BY_HAND.flatMap((place) => cardsOf(place).map((card) => [card, place]));
    for (const card of (state.more.tricks ?? "").split(/[,-]/).filter(Boolean)) found.push([card, "gone"]);
    return found;
  }

  /** The position as text, as far as it is set up. */
  function text() {
    const tokens = { rules: state.rules, ...state.more };
    for (const place of BY_HAND) {
      const cards = cardsOf(place);
      if (!cards.length) continue;
      const isList = place === "upcard" || place === "led";
      tokens[place] = isList ? cards.join(",") : toText(cards);
    }
    if (!isTable() && state.phase === "stock" && cardsOf("north").length) {
      const hidden = deck().hand - cardsOf("north").length - cardsOf("led").length;
      if (hidden > 0) tokens.north = `${toText(cardsOf("north"))}+${hidden}`;
    }
    if (!isTable() && state.phase === "playoff" && !tokens.turn) tokens.turn = "south";
    if (isTable() && cardsOf("led").length && !tokens.turn) tokens.turn = "south";
    return Object.entries(tokens)
      .filter(([, value]) => value !== "")
      .map(([name, value]) => `${name}=${value}`)
      .join(" ");
  }

  /** Take over a position that the server has read. */
  function adopt(view) {
    const cards = {};
    const more = {};
    for (const [name, value] of Object.entries(view.tokens)) {
      if (name === "rules") continue;
      else if (name === "upcard" || name === "led") cards[name] = value.split(",");
      else if (BY_HAND.includes(name)) cards[name] = ofText(value);
      else if (name === "stock" || (name === "turn" && view.kind === "stock" && value === "south")) continue;
      else more[name] = value;
    }
    const others = SEATS.filter((seat) => seat !== "south" && view.kind === "table");
    for (const seat of others) if (!cards[seat]?.length) delete cards[seat];
    state = { rules: view.rules, phase: view.kind === "stock" ? "stock" : "playoff", at: "south", cards, more };
    // South sits below; whoever is seen from the other side keeps his seat in the tokens.
    if (view.kind === "stock" && view.viewer === "north") state.at = "north";
  }

  function remember() {
    undone.push(JSON.stringify(state));
    if (undone.length > 200) undone.shift();
  }

  function changed() {
    refusal = null;
    context.stay("setup", hasCards() ? text() : "");
    render();
    clearTimeout(timer);
    isStale = true;
    timer = setTimeout(check, CHECK_AFTER);
  }

  const hasCards = () => placed().length > 0 || Object.keys(state.more).length > 0 || state.rules !== context.first.rulebooks[0].rules;

  async function check() {
    asking?.abort();
    asking = new AbortController();
    const asked = text();
    try {
      checked = await ask("position", { text: asked }, asking.signal);
      said = "";
    } catch (error) {
      if (!(error instanceof Refused)) return;
      checked = null;
      said = error.message;
    }
    if (asked !== text()) return;
    isStale = false;
    render();
  }

  function put(card) {
    const place = state.at;
    const full = cardsOf(place).length >= most(place);
    if (copiesOf(placed().map(([each]) => each), card) >= deck().copies) {
      const where = placed().filter(([each]) => each === card).map(([, each]) => title(each).toLowerCase());
      notice([named(card), ` is placed already: ${where.join(" and ")}.`]);
      return;
    }
    if (full && most(place) === 1) {
      remember();
      state.cards[place] = [card];
    } else if (full) {
      notice(`${title(place)} is full: ${most(place)} cards. Choose another place.`);
      return;
    } else {
      remember();
      const isOrdered = place === "led";
      state.cards[place] = isOrdered ? [...cardsOf(place), card] : sorted([...cardsOf(place), card]);
    }
    pending = null;
    if (cardsOf(place).length === most(place)) next();
    changed();
  }

  function take(card, place) {
    remember();
    const cards = [...cardsOf(place)];
    const index = cards.indexOf(card);
    if (index < 0) {
      notice("That card was played in a trick. Change the tricks in the words.");
      return;
    }
    cards.splice(index, 1);
    state.cards[place] = cards;
    state.at = place;
    pending = null;
    changed();
  }

  /** Go to the next place that has room. */
  function next() {
    const names = places().map(([name]) => name);
    const from = names.indexOf(state.at);
    const order = [...names.slice(from + 1), ...names.slice(0, from)];
    state.at = order.find((name) => cardsOf(name).length < most(name)) ?? state.at;
  }

  function notice(words) {
    pending = words;
    render();
  }

  function undo() {
    if (!undone.length) return;
    state = JSON.parse(undone.pop());
    pending = null;
    changed();
  }

  function choose(rules) {
    remember();
    const before = state;
    state = emptySetup(decks[rules]);
    const known = new Set(deck().cards);
    for (const [name, , number] of places()) {
      state.cards[name] = (before.cards[name] ?? []).filter((card) => known.has(card)).slice(0, number);
    }
    changed();
  }

  function set(name, value) {
    remember();
    if (value) state.more[name] = value;
    else delete state.more[name];
    changed();
  }

  function phase(name) {
    remember();
    state = { ...emptySetup(deck()), phase: name, cards: { south: cardsOf("south") } };
    changed();
  }

  /** Words that name no rulebook are of the one that is chosen. */
  function inRulebook(words) {
    const isNamed = words.startsWith("{") || words.split(/[\s,;]+/).some((word) => /^rules?=/.test(word) || decks[word.toLowerCase()]);
    return isNamed || state.rules === context.first.rulebooks[0].rules ? words : `rules=${state.rules} ${words}`;
  }

  async function read(words, quietly = false) {
    typed = words;
    refusal = null;
    if (!words.trim()) {
      render();
      return;
    }
    try {
      const view = await ask("position", { text: inRulebook(words) });
      if (typed !== words) return;
      remember();
      adopt(view);
      checked = view;
      isStale = false;
      said = "";
      context.stay("setup", text());
    } catch (error) {
      if (!(error instanceof Refused) || typed !== words) return;
      refusal = error;
      if (quietly) typed = words;
    }
    render();
  }

  async function go() {
    clearTimeout(timer);
    if (isStale) await check();
    if (checked && !isStale) context.go("see", checked.text);
  }

  async function deal() {
    const view = await ask("deal", { rules: state.rules, seed: Math.floor(Math.random() * 1e9), phase: state.phase });
    remember();
    adopt(view);
    checked = view;
    changed();
  }

  /** A card is dragged from the pack, or from a place, to another place or back to the pack. */
  const drag = (card, from) => ({ draggable: "true", ondragstart: (event) => event.dataTransfer.setData(DRAGGED, `${card} ${from}`) });

  const drop = (place) => ({
    ondragover: (event) => event.dataTransfer.types.includes(DRAGGED) && event.preventDefault(),
    ondrop: (event) => {
      const [card, from] = event.dataTransfer.getData(DRAGGED).split(" ");
      if (!card || from === place) return;
      event.preventDefault();
      if (from) take(card, from);
      if (!place) return;
      state.at = place;
      put(card);
    },
  });

  // What is shown

  function target([name, label, number]) {
    const cards = cardsOf(name);
    const isAt = state.at === name;
    return make(
      "section",
      { class: `target ${isAt ? "at" : ""} ${number > 1 ? "wide" : ""}`, "aria-label": label, ...drop(name) },
      make(
        "button",
        { type: "button", class: "place", "aria-pressed": String(isAt), "data-key": `place-${name}`, onclick: () => { state.at = name; pending = null; render(); } },
        make("b", {}, label),
        number > 1 ? make("span", { class: "count" }, number <= 20 ? `${cards.length} of ${name === "south" && cards.length <= deck().hand ? deck().hand : number}` : String(cards.length)) : null,
      ),
      make(
        "div",
        { class: "row" },
        cards.map((card) =>
          make("button", { type: "button", class: "pick", title: "take back", ...drag(card, name), "aria-label": `take back ${spoken(card)} from ${label.toLowerCase()}`, onclick: () => take(card, name) }, picture(card)),
        ),
        cards.length ? null : make("span", { class: "empty" }, isAt ? "click cards below" : "–"),
      ),
    );
  }

  function pack() {
    const where = placed();
    const rows = Object.keys(SUITS).filter((each) => deck().cards.some((card) => card[1] === each));
    return rows.map((each) =>
      make(
        "div",
        { class: "prow" },
        suit(each),
        deck()
          .cards.filter((card) => card[1] === each)
          .map((card) => {
            const gone = where.filter(([other]) => other === card).map(([, place]) => place);
            const copies = Array.from({ length: deck().copies }, (_, copy) => slot(card, copy, gone));
            return make("span", { class: "pair", "data-left": deck().copies - gone.length }, copies);
          }),
      ),
    );
  }

  function slot(card, copy, gone) {
    const place = gone[copy];
    if (place === undefined) {
      const isTwin = copy > gone.length;
      return make(
        "button",
        { type: "button", class: `pick ${isTwin ? "twin" : ""}`, "data-card": card, "data-key": `${card}-${copy}`, ...drag(card, ""), "aria-label": `${spoken(card)}, to ${title(state.at).toLowerCase()}`, onclick: () => put(card) },
        picture(card, true),
        picture(card),
      );
    }
    return make(
      "button",
      { type: "button", class: "pick taken", "data-key": `${card}-${copy}`, "aria-label": `${short(card)} ${shortPlace(place)}: take the ${spoken(card)} back`, onclick: () => take(card, place) },
      make("span", { class: "hole" }, named(card), make("small", {}, shortPlace(place))),
    );
  }

  const shortPlace = (place) => ({ south: "you", north: state.phase === "stock" ? "known" : "opp.", upcard: "upcard", led: "led", gone: "played" })[place] ?? place;

  function field(label, control) {
    return make("label", { class: "field" }, make("span", {}, label), control);
  }

  function select(label, value, choices, does, name) {
    return field(
      label,
      make(
        "select",
        { "data-key": `select-${name ?? label}`, onchange: (event) => does(event.target.value) },
        choices.map(([each, words]) => make("option", { value: each, selected: each === value }, words)),
      ),
    );
  }

  function input(name, label, example) {
    return field(label, make("input", { value: state.more[name] ?? "", placeholder: example, "data-key": `input-${name}`, name, onchange: (event) => set(name, event.target.value.trim().replace(/\s+/g, " ")) }));
  }

  function game() {
    const rules = rulebookChoice(context.first.rulebooks, state.rules, { "data-key": "rules", name: "rules", onchange: (event) => choose(event.target.value) });
    const worth = (values) => Object.entries(values).filter(([, points]) => points).map(([rank, points]) => `${letter(rank)} ${points}`).join(", ");
    const counts = deck().counts.map(({ name, values }, place) => [place ? name : "", `${name}: ${worth(values)}`]);
    const suits = [["", state.phase === "stock" ? "the upcard’s" : "–"], ...Object.entries(SUITS)];
    const seats = isTable() ? SEATS.slice(0, deck().players) : ["south", "north"];
    const called = (seat) => (seat === "south" ? "you" : isTable() ? seat : "the opponent");
    const dealers = [["", "not known"], ...seats.map((seat) => [seat, called(seat)])];
    const isPlayoff = !isTable() && state.phase === "playoff";
    return box(
      "The game",
      field("Rulebook", rules),
      rulebookTold(deck()),
      isTable()
        ? null
        : make(
            "div",
            { class: "field" },
            make("span", {}, "Phase"),
            make(
              "span",
              { class: "seg", role: "group", "aria-label": "Phase" },
              [["stock", "stock"], ["playoff", "playoff"]].map(([name, words]) =>
                make("button", { type: "button", "aria-pressed": String(state.phase === name), "data-key": `phase-${name}`, onclick: () => phase(name) }, words),
              ),
            ),
          ),
      isTable() ? null : select("Cards count", state.more.count ?? "", counts, (value) => set("count", value), "count"),
      isPlayoff || isTable() ? select("Trump", state.more.trump ?? "", suits, (value) => set("trump", value), "trump") : null,
      isPlayoff ? select("To play", state.more.turn ?? "south", [["south", "you"], ["north", "the opponent"]], (value) => set("turn", value), "turn") : null,
      select("Dealer", state.more.dealer ?? "", dealers, (value) => set("dealer", value), "dealer"),
      deck().bidding ? input("bids", "Bids so far", "250,260,p") : null,
      make(
        "details",
        { class: "more", open: Object.keys(state.more).some((name) => !["count", "trump", "turn", "dealer", "bids"].includes(name)) },
        make("summary", {}, "Later in a hand"),
        isTable()
          ? [
              deck().bidding ? select("Bidder", state.more.bidder ?? "", dealers, (value) => set("bidder", value), "bidder") : null,
              deck().bidding ? input("contract", "Contract", "300") : null,
              select("To decide", state.more.act ?? "", [["", "as the rest says"], ["bid", "a bid"], ["bury", "trump and burial"], ["meld", "melds"], ["play", "a card"]], (value) => set("act", value), "act"),
              select("To play", state.more.turn ?? "", [["", "as the rest says"], ...seats.map((seat) => [seat, called(seat)])], (value) => set("turn", value), "turn"),
              input("won", "Tricks won", "3/2/2"),
              input("score", "Game score", "120/80"),
            ]
          : [
              select("To decide", state.more.act ?? "", [["", "a card"], ["meld", "what to meld"]], (value) => set("act", value), "act"),
              input("melds.south", "You melded", "marriage:KC.QC"),
              input("melds.north", "He melded", "dix:9S"),
              input("points", "Points", "20+31/40+12"),
              input("score", "Game score", "450/380"),
            ],
        make("p", { class: "note" }, "As the program writes them; hover a field for an example. Words can say all of this, too."),
      ),
    );
  }

  function words() {
    const area = make("textarea", {
      id: "words",
      rows: 3,
      "data-key": "words",
      spellcheck: "false",
      "aria-label": "The position in words, or as the program writes it",
      placeholder: deck().bidding ? "AS TS KS QS JS JS, AH KH, AD TD QD JD, KC QC 9C, bids 250,260,p" : "AS TS, AH TH 9H, AD KD QD 9D, KC JC 9C, up KD, led TD",
      oninput: (event) => {
        const value = event.target.value;
        typed = value;
        clearTimeout(timer);
        timer = setTimeout(() => read(value, true), READ_AFTER);
      },
    });
    area.value = typed;
    return box(
      "Say it in words",
      area,
      refusal ? make("p", { class: "refusal", role: "alert" }, withCards(refusal.message)) : null,
      checked ? [make("p", { class: "note" }, "As the program writes it:"), make("p", { class: "mono" }, checked.text)] : null,
    );
  }

  /** What is left to tell of a playoff: both hands, and the trump suit. */
  function playoffLines() {
    const own = cardsOf("south").length;
    // Whoever has led holds a card less.
    const theirs = cardsOf("north").length + cardsOf("led").length;
    const lines = [];
    if (!own) lines.push(make("li", {}, "Click the cards that you still hold."));
    else if (theirs < own) lines.push(make("li", {}, button(`${own - theirs} more for the opponent’s hand`, () => { state.at = "north"; pending = null; render(); }, { class: "btn small", "data-key": "fill-north" })));
    else if (theirs > own) lines.push(make("li", {}, `${theirs - own} more ${theirs - own === 1 ? "card" : "cards"} for your hand.`));
    if (!state.more.trump) lines.push(make("li", {}, trumpChoice(state.more.trump, (each) => set("trump", each))));
    return lines.length ? lines : [make("li", {}, withCards(said || "…"))];
  }

  /** A token that the program has filled in, in words. */
  function assumption(token) {
    const [name, value] = token.split(/=(.*)/);
    const seat = (each) => (each === "south" ? "you" : isTable() ? each : "the opponent");
    const hidden = /^(-\.-\.-\.-)?\+(\d+)$/.exec(value)?.[2];
    if (name === "turn") return `${seat(value)} to decide`;
    if (name === "dealer") return `${seat(value)} dealt`;
    if (name === "stock") return `${value} cards face down`;
    if (name === "act") return { bid: "a bid to make", bury: "a burial to choose", meld: "a meld to choose", play: "a card to play" }[value] ?? token;
    if (!hidden) return token;
    return name === "widow" ? `${hidden} cards in the widow` : `${seat(name)} with ${hidden} cards`;
  }

  function ready() {
    const left = deck().hand - cardsOf("south").length;
    const isWhole = isTable() ? !state.more.trump && !cardsOf("led").length && !cardsOf("gone").length : state.phase === "stock";
    const lines = [];
    if (checked) {
      lines.push(make("li", { class: "done" }, "A possible position."));
      if (checked.assumed) lines.push(make("li", {}, `Assumed: ${checked.assumed.split(" ").map(assumption).join(", ")}.`));
      if (!checked.knows) lines.push(make("li", {}, "The player to move has hidden cards: no values, but moves can be made."));
    } else if (!isTable() && state.phase === "playoff") {
      lines.push(...playoffLines());
    } else if (!placed().length) {
      lines.push(make("li", {}, `Click the ${deck().hand} cards of your hand${deck().upcard && state.phase === "stock" && !isTable() ? ", then the upcard" : ""}.`));
    } else if (left > 0 && isWhole) {
      lines.push(make("li", {}, `${left} more ${left === 1 ? "card" : "cards"} for your hand.`));
    } else {
      lines.push(make("li", {}, withCards(said || "…")));
    }
    return make(
      "section",
      { class: "box go" },
      make("h2", {}, checked ? "Ready" : "Still to come"),
      make("div", { role: "status" }, make("ul", { class: "checks" }, lines)),
      make(
        "div",
        { class: "buttons" },
        button(["Analyse ", make("kbd", {}, "↵")], go, { class: "btn main", disabled: !checked, id: "analyse", "data-key": "analyse" }),
        button("Deal one", deal, { id: "deal", "data-key": "deal" }),
      ),
    );
  }

  function render() {
    show(
      context.main,
      make(
        "section",
        { class: "felt" },
        make("div", { class: "targets" }, places().map(target)),
        make(
          "div",
          { class: "head" },
          make("span", {}, make("b", {}, "The pack"), make("span", { class: "second" }, ` ${deck().cards.length * deck().copies - placed().length} of ${deck().cards.length * deck().copies} cards left`)),
          make("span", { class: "status", role: "status" }, pending ?? (rank ? `${rank} of …?` : "")),
          make(
            "span",
            { class: "tools" },
            button("Undo", undo, { class: "btn small", disabled: !undone.length, "data-key": "undo" }),
            button("Clear", () => { remember(); state = emptySetup(deck()); typed = ""; checked = null; changed(); }, { class: "btn small", "data-key": "clear" }),
          ),
        ),
        make("div", { class: `pack ranks-${new Set(deck().cards.map((card) => card[0])).size}`, ...drop("") }, pack()),
      ),
      make("aside", { class: "side" }, ready(), words(), game()),
    );
  }

  function press(event) {
    const name = event.key;
    const lower = name.toLowerCase();
    const letter = name.toUpperCase();
    if (rank && SUITS[letter]) {
      const card = rank + letter;
      rank = "";
      if (deck().cards.includes(card)) put(card);
      else notice(`There is no ${spoken(card)} in this pack.`);
      return true;
    }
    if (ranks[lower] && !(lower === "0" && rank === "T")) {
      rank = ranks[lower];
      pending = null;
      render();
      return true;
    }
    rank = "";
    if (name === "Backspace" || lower === "u") undo();
    else if (lower === "n") { next(); render(); }
    else if (name === "/") document.querySelector("#words").focus();
    else if (name === "Enter" && !event.target.closest("button, a, summary")) go();
    else return false;
    return true;
  }

  context.keys(KEYS);
  if (argument) {
    try {
      const view = await ask("position", { text: argument });
      adopt(view);
      checked = view;
    } catch (error) {
      partly(argument);
      said = error.message;
    }
  }
  /** Take over what can be read of a position that is not yet one. */
  function partly(line) {
    const tokens = Object.fromEntries(line.split(" ").map((each) => each.split(/=(.*)/).slice(0, 2)).filter(([, value]) => value));
    if (decks[tokens.rules]) state = emptySetup(decks[tokens.rules]);
    else if (!Object.keys(tokens).length) typed = line;
    for (const [name, value] of Object.entries(tokens)) {
      if (name === "upcard" || name === "led") state.cards[name] = value.split(",");
      else if (BY_HAND.includes(name)) state.cards[name] = ofText(value);
      else if (name !== "rules") state.more[name] = value;
    }
    if (tokens.trump && !isTable()) state.phase = "playoff";
    if (cardsOf(state.at).length >= most(state.at)) next();
  }
  if (context.isOpen()) render();
  return { press, close: () => { clearTimeout(timer); asking?.abort(); } };
}
