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
  let room = max - measure(MARK);
  let kept = "";
  for (const char of text) {
    const escaped = toForm(char);
    room -= measure(escaped);
    if (room < 0) break;
    kept += escaped;
  }
  return measure(MARK) > max ? "" : kept + MARK;
}

export function countBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Characters, each of which may take two places in a text. */
export function countCharacters(text: string): number {
  return [...text].length;
}

function lengthOf(text: string): number {
  return text.length;
}

function asIs(text: string): string {
  return text;
}
