import { DAY_MS } from "../../lib/units.ts";

const OLD_TOKEN_MS = DAY_MS;

export interface TokenFields {
  tokenHash: string;
  oldTokenHash: string | null;
  oldTokenUntil: number | null;
}

export function tokenEnd({ tokenHash, oldTokenHash, oldTokenUntil }: TokenFields, hash: string): number {
  if (hash === tokenHash) return Infinity;
  return hash === oldTokenHash ? (oldTokenUntil ?? 0) : 0;
}

/** `used`: the tokens that processes connected with last, or null if unknown. */
export function decideOldToken(
  { tokenHash, oldTokenHash, oldTokenUntil }: TokenFields,
  { used, now }: { used: readonly string[] | null; now: number },
): Pick<TokenFields, "oldTokenHash" | "oldTokenUntil"> {
  const isUnused = used !== null && !used.includes(tokenHash);
  const isOldValid = oldTokenUntil !== null && oldTokenUntil > now;
  if (isUnused && isOldValid) return { oldTokenHash, oldTokenUntil };
  return { oldTokenHash: tokenHash, oldTokenUntil: now + OLD_TOKEN_MS };
}
