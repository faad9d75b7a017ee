/** What a stored secret is answered as; sending it back keeps the secret. */
export const MASK = "••••••••";

/** A mask somebody began to type over: neither the mask nor a secret. */
export function isHalfMask(text: string): boolean {
  return text !== MASK && text.includes("•");
}

/** A mask that shows the last four characters of the secret. */
export function isMaskWithTail(text: string): boolean {
  return text.startsWith(MASK) && /^[^•]{4}$/u.test(text.slice(MASK.length));
}
