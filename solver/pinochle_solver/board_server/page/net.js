// What is asked of the server. If it is gone, the page says so and tries again until it is back.

// A folder that was exported has the answers in it, and no server.
const answers = globalThis.pinochleAnswers;
export const isFixed = Boolean(answers);

const base = new URL("./", document.baseURI);
const watchers = new Set();
let gone = false;
let wait = 1;
let timer = 0;

/** Call `told(true)` when the server has gone, `told(false)` when it is back. */
export const watch = (told) => watchers.add(told);
export const isGone = () => gone;

/** The program's own sentence about what was asked: `token`, `fact`, and both in `message`. */
export class Refused extends Error {
  constructor(said) {
    super(said.text ?? said.error);
    this.token = said.token ?? "";
    this.fact = said.fact ?? said.error;
  }
}

export class Gone extends Error {}

/** By what the answer to a request is found in an exported folder. */
function asked(path, { text = "", move = "", hand = "" } = {}) {
  if (path === "study") return path;
  return [path, text, move, hand].filter((each) => each !== "").join(" ");
}

export const knows = (path, body) => asked(path, body) in answers;

function fixed(path, body) {
  if (!knows(path, body)) throw new Refused({ error: "This page has no server: it shows what was exported." });
  return answers[asked(path, body)];
}

function lost() {
  if (gone) return;
  gone = true;
  for (const told of watchers) told(true);
  timer = setTimeout(retry, 1000 * wait);
}

/** Ask whether the server is back. */
export async function retry() {
  if (!gone) return;
  clearTimeout(timer);
  try {
    const answer = await fetch(new URL("first", base));
    if (!answer.ok) throw new Gone();
    gone = false;
    wait = 1;
    for (const told of watchers) told(false);
  } catch {
    wait = Math.min(30, wait * 2);
    timer = setTimeout(retry, 1000 * wait);
  }
}

async function sent(path, body, signal) {
  const options = body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  let answer;
  try {
    answer = await fetch(new URL(path, base), { ...options, signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    lost();
    throw new Gone("the server does not answer");
  }
  if (answer.status === 429) {
    await new Promise((done) => setTimeout(done, 1000));
    return sent(path, body, signal);
  }
  if (!answer.ok) {
    const said = await answer.json().catch(() => ({ error: `the server answers ${answer.status}` }));
    throw new Refused(said);
  }
  return answer;
}

/** The answer to a request; raises `Refused` with the program's sentence. */
export async function ask(path, body, signal) {
  if (isFixed) return fixed(path, body);
  const answer = await (await sent(path, body, signal)).json();
  if (answer.refused) throw new Refused(answer);
  return answer;
}

/**
 * Search, and tell each event as it comes: `told(kind, data)`. The search ends when the signal
 * aborts, because the server sees that nobody listens.
 */
export async function listen(path, body, signal, told) {
  if (isFixed) {
    told("line", fixed(path, body));
    told("done", {});
    return;
  }
  const answer = await sent(path, body, signal);
  if (!answer.headers.get("content-type").startsWith("text/event-stream")) throw new Refused(await answer.json());
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const events = text.split("\n\n");
      text = events.pop();
      for (const event of events) {
        const kind = /^event: (.*)$/m.exec(event)?.[1];
        if (kind) told(kind, JSON.parse(/^data: (.*)$/m.exec(event)[1]));
      }
    }
  } catch (error) {
    if (error.name === "AbortError" || signal.aborted) throw new DOMException("", "AbortError");
    lost();
    throw new Gone("the server does not answer");
  }
}
