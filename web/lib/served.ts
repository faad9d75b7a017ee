import { text } from "./text.ts";

export function sayServed<Said extends string | undefined>(english: Said): Said | string {
  return english === undefined ? english : (text.served[english] ?? english);
}

const VALUE = /(?<=Request ID: )[\w-]+|\d+(,\d{3})*/g;

/** Sentences that differ only in their values have one translation. */
export function sayProblem(english: string): string {
  const values = english.match(VALUE) ?? [];
  const said = text.servedProblems[english] ?? text.servedProblems[english.replace(VALUE, "{n}")];
  return said?.replaceAll("{n}", () => values.shift()?.replaceAll(",", "\u00a0") ?? "") ?? english;
}
