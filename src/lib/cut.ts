export interface CutOptions {
  /** Makes of each character what stands in the text in its place; it is never cut through. */
  escape?: (text: string) => string;
  measure?: (text: string) => number;
}

const MARK = "…";

/** The text, escaped, or as much of its beginning as fits together with a mark that something is missing. */
export function cutText(
  text: string,
  max: number,
  { escape: toForm = asIs, measure = lengthOf }: CutOptions = {},
): string {
  const whole = toForm(text);
  if (measure(whole) <= max) return whole;
  const room = max - measure(MARK);
  const beginning = (end: number) => toForm(text.slice(0, end));
  let [fits, over] = [0, text.length];
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2);
    if (measure(beginning(middle)) <= room) fits = middle;
    else over = middle;
  }
  const kept = beginning(splitsPair(text, fits) ? fits - 1 : fits);
  return measure(MARK) > max ? "" : kept + MARK;
}

export function countBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Characters, each of which may take two places in a text. */
export function countCharacters(text: string): number {
  return [...text].length;
}

/** Whether a character of two places has one on either side. */
function splitsPair(text: string, at: number): boolean {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

function lengthOf(text: string): number {
  return text.length;
}

function asIs(text: string): string {
  return text;
}
