import { text } from "./text.ts";

export function sayServed<Said extends string | undefined>(english: Said): Said | string {
  return english === undefined ? english : (text.served[english] ?? english);
}

/** Sentences that differ only in their numbers have one translation. */
export function sayProblem(english: string): string {
  const numbers = english.match(/\d+/g) ?? [];
  const said = text.servedProblems[english] ?? text.servedProblems[english.replace(/\d+/g, "{n}")];
  return said?.replaceAll("{n}", () => numbers.shift() ?? "") ?? english;
}
