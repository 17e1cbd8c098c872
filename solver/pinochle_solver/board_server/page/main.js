// The page: which screen is shown, theme, letters, keys, and what is said when the server is gone.

import { button, key, make, show } from "./dom.js";
import { ask, isFixed, isGone, Refused, retry, watch } from "./net.js";
import * as play from "./play.js";
import * as quiz from "./quiz.js";
import { keepRecord } from "./records.js";
import * as review from "./review.js";
import * as see from "./see.js";
import * as setup from "./setup.js";
import * as study from "./study.js";

const root = document.documentElement;
const main = document.querySelector("main");
const banner = document.querySelector(".gone");
const SCREENS = { setup, see, play, review, quiz };
const TABS = { setup: "Set up", see: "Analyse", play: "Play", review: "Review", quiz: "Quiz" };
let current = null;
// What an exported folder begins with.
let home = null;
let opening = 0;

function kept(name, usual) {
  try {
    return localStorage.getItem(`pinochle.${name}`) ?? usual;
  } catch {
    return usual;
  }
}

function keep(name, value) {
  root.dataset[name] = value;
  try {
    localStorage.setItem(`pinochle.${name}`, value);
  } catch {
    // Nothing is kept in a private window.
  }
}

/** Where the address points: the screen and what it shows. */
function place() {
  const [, name = "", rest = ""] = /^#([a-z]*)\/?(.*)$/.exec(location.hash) ?? [];
  let argument = "";
  try {
    argument = decodeURIComponent(rest);
  } catch {
    argument = rest;
  }
  if (isFixed && !["see", "review"].includes(name)) return home;
  return { name: SCREENS[name] ? name : "setup", argument };
}

/** Go to a screen; the browser's back button leads back from there. */
export function go(name, argument = "", state = null) {
  history.pushState(state, "", address(name, argument));
  open();
}

/** Let the address hold what is shown, without a step for the back button. */
export function stay(name, argument, state = history.state) {
  history.replaceState(state, "", address(name, argument));
}

const address = (name, argument) => `#${name}${argument ? `/${encodeURIComponent(argument)}` : ""}`;

function tabs(name) {
  show(
    document.querySelector(".tabs"),
    Object.entries(TABS).filter(([each]) => !isFixed || each === name).map(([each, title]) =>
      make("a", { href: each === name ? location.hash || "#setup" : `#${each}`, "aria-current": each === name ? "page" : null }, title),
    ),
  );
}

async function open() {
  const { name, argument } = place();
  const turn = ++opening;
  current?.close?.();
  current = null;
  tabs(name);
  document.body.className = `on-${name}`;
  const context = { go, stay, first, main, keys, isOpen: () => turn === opening };
  const screen = await SCREENS[name].open(argument, context);
  if (turn !== opening) {
    screen?.close?.();
    return;
  }
  current = screen;
  document.title = `${TABS[name]} · pinochle board`;
}

/** The keys of a screen, as the foot of the page shows them. */
function keys(list) {
  show(
    document.querySelector(".keys"),
    list.map(([names, does]) => make("span", {}, key(...names), ` ${does}`)),
  );
}

function preferences() {
  const letters = document.querySelector("#letters");
  const theme = document.querySelector("#theme");
  root.dataset.letters = kept("letters", "en");
  root.dataset.theme = kept("theme", matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const label = () => {
    const german = root.dataset.letters === "de";
    letters.textContent = german ? "A K D B" : "A K Q J";
    letters.setAttribute("aria-label", `Card letters: ${german ? "German, A K D B. Change to English" : "English, A K Q J. Change to German"}`);
    const dark = root.dataset.theme === "dark";
    theme.textContent = dark ? "☾" : "☀";
    theme.setAttribute("aria-label", dark ? "Dark colours. Change to light ones" : "Light colours. Change to dark ones");
  };
  letters.addEventListener("click", () => {
    keep("letters", root.dataset.letters === "de" ? "en" : "de");
    label();
    open();
  });
  theme.addEventListener("click", () => {
    keep("theme", root.dataset.theme === "dark" ? "light" : "dark");
    label();
  });
  label();
}

watch((gone) => {
  banner.hidden = !gone;
  document.body.classList.toggle("offline", gone);
  show(
    banner,
    make("b", {}, "The server has stopped."),
    make("span", {}, "Start pinochle board again: this page goes on where it is."),
    button("Try now", retry),
  );
  if (!gone) open();
});

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (current?.press?.(event)) event.preventDefault();
});
addEventListener("popstate", open);
// A file dropped anywhere opens: a study, a record or a position.
addEventListener("dragover", (event) => event.dataTransfer.types.includes("Files") && event.preventDefault());
addEventListener("drop", async (event) => {
  const [file] = event.dataTransfer.files;
  if (!file || event.defaultPrevented) return;
  event.preventDefault();
  history.pushState(null, "", location.pathname);
  await begin(await file.text());
});

preferences();
let first;

/** What the command was given: a study, a record, or a position in the first line that is no comment. */
async function begun(text) {
  home = await place_of(text);
  if (!location.hash) stay(home.name, home.argument);
}

async function place_of(text) {
  if (study.isStudy(text)) return { name: "see", argument: await study.read(text) };
  if (/^\s*\[/m.test(text)) return { name: "review", argument: `${keepRecord(text)}~0` };
  const lines = text.split("\n").map((line) => line.trim());
  return { name: isFixed ? "see" : "setup", argument: lines.find((line) => line && !/^[#;]/.test(line)) ?? "" };
}

async function begin(dropped = "") {
  try {
    first ??= await ask("first");
  } catch {
    setTimeout(() => begin(dropped), 1000);
    return;
  }
  try {
    if (dropped || first.opened) await begun(dropped || first.opened);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    show(main, make("section", { class: "felt plain" }, make("h1", {}, "This study cannot be read"), make("p", { class: "refusal", role: "alert" }, error.message)));
    return;
  }
  open();
}
if (!isGone()) begin();
