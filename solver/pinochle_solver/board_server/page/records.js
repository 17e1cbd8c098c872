// Records that the page keeps as long as its window is open; each has a number by its text.

const PREFIX = "pinochle.record.";
const here = new Map();

function numberOf(text) {
  let number = 5381;
  for (const letter of text) number = (number * 33 + letter.codePointAt(0)) % 4294967296;
  return number.toString(36);
}

/** Keep a record, and give what it is found by. */
export function keepRecord(text) {
  const id = numberOf(text);
  here.set(id, text);
  try {
    sessionStorage.setItem(PREFIX + id, text);
  } catch {
    // It is kept until the page is loaded again.
  }
  return id;
}

export function recordOf(id) {
  try {
    return here.get(id) ?? sessionStorage.getItem(PREFIX + id);
  } catch {
    return here.get(id) ?? null;
  }
}
