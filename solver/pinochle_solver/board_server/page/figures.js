// Figures as a reader sees them. ± is always a 95% interval: 1.96 standard errors.

const SURE = 1.96;

/** "−8.4", with a true minus. */
export function figure(value, digits = 1) {
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** "+57.9" */
export const signed = (value, digits = 1) => (value > 0 && Number(value.toFixed(digits)) !== 0 ? `+${figure(value, digits)}` : figure(value, digits));

/** "± 5.6"; nothing for an error that is not known. */
export const within = (se, digits = 1) => (se === null || se === undefined ? "" : `±\u00a0${(SURE * se).toFixed(SURE * se > 0 && SURE * se < 0.05 ? 2 : digits)}`);

export const half = (se) => SURE * (se ?? 0);

/** "80%" */
export const share = (chance) => `${Math.round(100 * chance)}%`;

/** "2,000" */
export const count = (number) => number.toLocaleString("en");

/** "a, b or c" */
export function either(words) {
  if (words.length < 2) return words;
  return words.flatMap((word, place) => (place === 0 ? [word] : [place === words.length - 1 ? " or " : ", ", word]));
}
