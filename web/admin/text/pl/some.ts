import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../some.ts";

const MOST_NAMED = 5;

export const text: Translation<typeof english> = {
  and: (names, last) => `${names} i ${last}`,
  more: (names, others) => `${names} i jeszcze ${others}`,
};

export function nameSome(names: readonly string[]): string {
  const others = names.length - MOST_NAMED;
  if (others > 0) return `${names.slice(0, MOST_NAMED).join(", ")} i jeszcze ${others}`;
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} i ${names.at(-1)}`;
}
