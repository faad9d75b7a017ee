import { getAt, setAt } from "../../lib/at_path.ts";
import type { Config } from "../../lib/config.ts";
import type { Problem } from "../../lib/errors.ts";
import { formatTextPath } from "../../lib/format_path.ts";
import { isEqual } from "../../lib/is_equal.ts";
import { vaultReference } from "../../schema/monitor_config.ts";
import { DELETED_NAME } from "../../schema/vault.ts";
import type { VaultSecretType } from "../../schema/vault_secret.ts";
import { type FoundReference, findMisplaced, findReferences, type VaultOwner } from "./spots.ts";

export type VaultNames = readonly {
  id: number;
  name: string;
  agentKey?: string;
  secrets: readonly { id: number; name: string; type: VaultSecretType; fields: readonly string[] }[];
}[];

export interface FieldMapping {
  user?: string | undefined;
  password?: string | undefined;
}

export interface StoredReference {
  vaultId: number;
  secretId: number;
  fieldMapping?: FieldMapping;
}

interface NamedReference {
  vault: string;
  secret: string;
  fieldMapping?: FieldMapping;
}

export interface OwnedConfig {
  owner: VaultOwner;
  config: Config;
}

export interface SentConfig extends OwnedConfig {
  stored: OwnedConfig | null;
  /** The config before its schema dropped unknown fields: a wrong reference there is refused, not lost. */
  sent?: Config;
}

export function hasReferences({ owner, config }: OwnedConfig): boolean {
  return findReferences(owner, config).length > 0;
}

export function showReferences(names: VaultNames, { owner, config }: OwnedConfig): Config {
  return findReferences(owner, config).reduce((shown, { holder, value }) => {
    return setAt(shown, [...holder, "vault"], show(names, value as StoredReference));
  }, config);
}

/**
 * Names become ids. A reference sent back unchanged is kept, even if its name is now deleted or
 * ambiguous.
 */
export function resolveReferences(
  names: VaultNames,
  { owner, config, stored, root, sent: whole = config }: SentConfig & { root: string },
): { config: Config; problems: Problem[] } {
  const before = stored ? findReferences(stored.owner, stored.config) : [];
  const problems: Problem[] = findMisplaced(owner, whole).map((path) => ({
    path: formatTextPath(root, path),
    message:
      "A vault reference isn't allowed here: put it beside the user and password, or the secret it fills.",
  }));
  let resolved = config;
  for (const found of findReferences(owner, whole)) {
    const path = [...found.holder, "vault"];
    const sent = parse(found.value);
    if ("message" in sent) {
      problems.push({ path: formatTextPath(root, [...path, ...sent.path]), message: sent.message });
      continue;
    }
    const response = findKept(names, before, { found, sent }) ?? lookUp(names, sent);
    if ("message" in response) {
      problems.push({ path: formatTextPath(root, [...path, response.part]), message: response.message });
    } else if (getAt(config, path) !== undefined) resolved = setAt(resolved, path, response);
  }
  return { config: resolved, problems };
}

export function findSharedVaults(names: VaultNames, { owner, config }: OwnedConfig): string[] {
  const used = findReferences(owner, config).map(({ value }) => (value as StoredReference).vaultId);
  const found = names.filter(({ id }) => used.includes(id)).map(({ name }) => name);
  return found.filter((name) => names.filter((vault) => vault.name === name).length > 1);
}

/** Users without vault:use may remove references or keep them in an unchanged config, but not add any. */
export function needsVaultUse(before: OwnedConfig | null, after: OwnedConfig): boolean {
  const wanted = findReferences(after.owner, after.config);
  if (wanted.length === 0) return false;
  if (before === null || !isEqual(before.owner, after.owner)) return true;
  const there = findReferences(before.owner, before.config);
  const isOld = ({ spot, holder, value }: FoundReference) => {
    if (spot.isList) {
      const entry = getAt(after.config, holder);
      return there.some((old) => isEqual(getAt(before.config, old.holder), entry));
    }
    return there.some((old) => isEqual(old.holder, holder) && isEqual(old.value, value));
  };
  return !wanted.every(isOld) || !isEqual(withoutReferences(before), withoutReferences(after));
}

/** In lists and maps the whole entry goes, since it exists for its reference. */
function withoutReferences({ owner, config }: OwnedConfig): Config {
  return findReferences(owner, config).reduce((rest, { holder, spot }) => {
    if (spot.isMap) return setAt(rest, holder, undefined);
    if (!spot.isList) return setAt(rest, [...holder, "vault"], undefined);
    const entries = getAt(rest, spot.at) as Config[];
    return setAt(
      rest,
      spot.at,
      entries.filter((entry) => entry["vault"] === undefined),
    );
  }, config);
}

function show(names: VaultNames, { vaultId, secretId, fieldMapping }: StoredReference): NamedReference {
  const vault = names.find(({ id }) => id === vaultId);
  const secret = vault?.secrets.find(({ id }) => id === secretId);
  return {
    vault: vault?.name ?? `(deleted vault ${vaultId})`,
    secret: secret?.name ?? `(deleted secret ${secretId})`,
    ...(fieldMapping && { fieldMapping }),
  };
}

function parse(value: unknown): NamedReference | { path: string[]; message: string } {
  for (const name of ["vaultId", "secretId"]) {
    if (typeof value === "object" && value !== null && Object.hasOwn(value, name)) {
      return { path: [name], message: "IDs aren't allowed here: name the vault and the secret." };
    }
  }
  const result = vaultReference.safeParse(value);
  if (!result.success) {
    const issue = result.error.issues[0];
    return {
      path: (issue?.path ?? []).map(String),
      message: issue?.message ?? "This isn't a vault reference.",
    };
  }
  const { vault, secret, fieldMapping = {} } = result.data;
  const given = Object.fromEntries(Object.entries(fieldMapping).filter(([, field]) => field !== undefined));
  return { vault, secret, ...(Object.keys(given).length > 0 && { fieldMapping: given }) };
}

/** Looks in the same spot first, then in the whole object: list entries move. */
function findKept(
  names: VaultNames,
  before: readonly FoundReference[],
  { found, sent }: { found: FoundReference; sent: NamedReference },
): StoredReference | null {
  const same = before.filter(({ value }) => isEqual(show(names, value as StoredReference), sent));
  const kept = same.find(({ holder }) => isEqual(holder, found.holder)) ?? same[0];
  return kept ? (kept.value as StoredReference) : null;
}

function lookUp(
  names: VaultNames,
  { vault: vaultName, secret: secretName, fieldMapping }: NamedReference,
): StoredReference | { part: "vault" | "secret"; message: string } {
  for (const [part, name] of Object.entries({ vault: vaultName, secret: secretName })) {
    if (!DELETED_NAME.test(name)) continue;
    const message = "This refers to something deleted: choose another, or leave out the vault reference.";
    return { part: part as "vault" | "secret", message };
  }
  const [vault, ...others] = names.filter(({ name }) => name === vaultName);
  if (!vault) return { part: "vault", message: `There is no vault named ${vaultName}.` };
  if (others.length > 0) {
    const message = `${others.length + 1} vaults are named ${vaultName}: rename all but one.`;
    return { part: "vault", message };
  }
  const secret = vault.secrets.find(({ name }) => name === secretName);
  if (!secret)
    return { part: "secret", message: `The vault ${vaultName} has no secret named ${secretName}.` };
  return { vaultId: vault.id, secretId: secret.id, ...(fieldMapping && { fieldMapping }) };
}
