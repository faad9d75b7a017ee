export interface TokenFields {
  tokenHash: string;
  oldTokenHash: string | null;
  oldTokenUntil: number | null;
}

export function tokenEnd({ tokenHash, oldTokenHash, oldTokenUntil }: TokenFields, hash: string): number {
  if (hash === tokenHash) return Infinity;
  return hash === oldTokenHash ? (oldTokenUntil ?? 0) : 0;
}
