export interface CutOptions {
  escape?: (text: string) => string;
  measure?: (text: string) => number;
}

const MARK = "…";

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

export function countCharacters(text: string): number {
  return [...text].length;
}

function splitsPair(text: string, at: number): boolean {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

function lengthOf(text: string): number {
  return text.length;
}

function asIs(text: string): string {
  return text;
}
