import type { Problem } from "../../lib/errors.ts";
import { formatTextPath } from "../../lib/format_path.ts";
import type { OwnedConfig, StoredReference, VaultNames } from "./reference.ts";
import { findReferences } from "./spots.ts";

interface Reader {
  agent: string | null | undefined;
  locations: readonly string[];
}

export const NO_AGENT: Reader = { agent: null, locations: [] };

/** Only that agent can read its vaults. */
export function findUnreadable(
  names: VaultNames,
  { owner, config, root = "config" }: OwnedConfig & { root?: string },
  { agent, locations }: Reader,
): Problem[] {
  return findReferences(owner, config).flatMap(({ holder, value }) => {
    const vault = names.find(({ id }) => id === (value as StoredReference).vaultId);
    if (!vault?.agentKey) return [];
    const { name, agentKey } = vault;
    if (agentKey !== agent)
      return [{ path: formatTextPath(root, [...holder, "vault"]), message: foreignVault(name, agentKey) }];
    if (locations.length === 0) return [];
    const message = `Only the agent ${agentKey} can read the vault ${name}: leave out locations.`;
    return [{ path: "locations", message }];
  });
}

export function foreignVault(name: string, agentKey: string): string {
  return `Only monitors of the agent ${agentKey} can use the vault ${name}.`;
}
