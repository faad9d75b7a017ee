import { cutText } from "../lib/cut.ts";

/** Mark quoted text until its secrets are hidden. Unicode noncharacters never occur in real text. */
const [BEGIN, END] = ["\ufdd0", "\ufdd1"];
const EXCERPT = /\ufdd0(\d+):([^\ufdd1]*)\ufdd1/g;
const USUAL = 80;
const MOST_HELD = 64 * 1024;

export function quote(text: string, most = USUAL): string {
  return `"${excerpt(text, most)}"`;
}

/** Without quotes. Cut only after secrets are hidden, because half a secret would not be recognised. */
export function excerpt(text: string, most = USUAL): string {
  return `${BEGIN}${most}:${text.slice(0, MOST_HELD).replaceAll(/[\ufdd0\ufdd1]/g, "")}${END}`;
}

export function cutExcerpts(text: string): string {
  return text.replaceAll(EXCERPT, (_, most: string, words: string) => {
    return cutText(words.replaceAll(/\p{Cc}+/gu, " ").trim(), Number(most) + 1).toWellFormed();
  });
}
