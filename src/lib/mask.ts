/** What a stored secret is answered as; sending it back keeps the secret. */
export const MASK = "••••••••";

/** A mask somebody began to type over: neither the mask nor a secret. */
export function isHalfMask(text: string): boolean {
  return text !== MASK && text.includes("•");
}
