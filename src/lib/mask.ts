export const MASK = "••••••••";

/** A mask that someone began to edit: neither a mask nor a secret. */
export function isHalfMask(text: string): boolean {
  return text !== MASK && text.includes("•");
}

export function isMaskWithTail(text: string): boolean {
  return text.startsWith(MASK) && /^[^•]{4}$/u.test(text.slice(MASK.length));
}
