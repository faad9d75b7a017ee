export interface VaultPart {
  vault: string;
  secret?: string;
}

export function refersTo(value: unknown, wanted: VaultPart): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { vault } = value as { vault?: unknown };
  if (typeof vault === "object" && vault !== null) {
    const found = vault as Partial<VaultPart>;
    const isSecret = wanted.secret === undefined || found.secret === wanted.secret;
    if (found.vault === wanted.vault && isSecret) return true;
  }
  return Object.values(value).some((part) => refersTo(part, wanted));
}
