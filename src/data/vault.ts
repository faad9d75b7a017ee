import { and, asc, eq, getTableColumns, sql } from "drizzle-orm";
import type { VaultNames } from "../domain/vault/reference.ts";
import type { Db, Statement } from "./db.ts";
import { vaultSecrets, vaults } from "./tables_vault.ts";
import { versionOf } from "./version.ts";

export type VaultRow = typeof vaults.$inferSelect;
export type VaultSecretRow = typeof vaultSecrets.$inferSelect;
export type StoredVault = VaultRow & { version: number };
export type StoredVaultSecret = VaultSecretRow & { version: number };

const columns = { ...getTableColumns(vaults), version: versionOf(sql`'vault/' || ${vaults.id}`) };
const secretColumns = {
  ...getTableColumns(vaultSecrets),
  version: versionOf(sql`'vault_secret/' || ${vaultSecrets.id}`),
};

const byVaultName = [sql`${vaults.name} COLLATE NOCASE`, asc(vaults.id)];
const bySecretName = [sql`${vaultSecrets.name} COLLATE NOCASE`, asc(vaultSecrets.id)];

export async function listVaults(db: Db): Promise<StoredVault[]> {
  return await db
    .select(columns)
    .from(vaults)
    .orderBy(...byVaultName);
}

export async function findVault(db: Db, id: number): Promise<StoredVault | null> {
  return (await db.select(columns).from(vaults).where(eq(vaults.id, id)).get()) ?? null;
}

export function insertVault(db: Db, row: Omit<VaultRow, "id">): Statement {
  return db.insert(vaults).values(row);
}

export function updateVaultRow(db: Db, { id, ...row }: VaultRow): Statement {
  return db.update(vaults).set(row).where(eq(vaults.id, id));
}

export function deleteVault(db: Db, id: number): Statement {
  return db.delete(vaults).where(eq(vaults.id, id));
}

export async function listVaultSecrets(db: Db, vaultId: number): Promise<StoredVaultSecret[]> {
  return await db
    .select(secretColumns)
    .from(vaultSecrets)
    .where(eq(vaultSecrets.vaultId, vaultId))
    .orderBy(...bySecretName);
}

export async function findVaultSecret(
  db: Db,
  id: number,
): Promise<{ vault: VaultRow; secret: StoredVaultSecret } | null> {
  const row = await db
    .select({ vault: getTableColumns(vaults), secret: secretColumns })
    .from(vaultSecrets)
    .innerJoin(vaults, eq(vaults.id, vaultSecrets.vaultId))
    .where(eq(vaultSecrets.id, id))
    .get();
  return row ?? null;
}

export function insertVaultSecret(db: Db, row: Omit<VaultSecretRow, "id">): Statement {
  return db.insert(vaultSecrets).values(row);
}

export function updateVaultSecretRow(db: Db, { id, ...row }: VaultSecretRow): Statement {
  return db.update(vaultSecrets).set(row).where(eq(vaultSecrets.id, id));
}

export function deleteVaultSecret(db: Db, id: number): Statement {
  return db.delete(vaultSecrets).where(eq(vaultSecrets.id, id));
}

export function recordFields(db: Db, { id, path }: VaultSecretRow, fields: readonly string[]): Statement {
  const isThere = and(eq(vaultSecrets.id, id), eq(vaultSecrets.path, path ?? ""));
  return db
    .update(vaultSecrets)
    .set({ fields: [...fields] })
    .where(isThere);
}

export function agentKeyOf({ settings }: Pick<VaultRow, "settings">): string {
  return String(settings["agentKey"]);
}

export async function readVaultNames(db: Db): Promise<VaultNames> {
  const [vaultRows, secretRows] = await db.batch([
    db
      .select({ id: vaults.id, name: vaults.name, kind: vaults.kind, settings: vaults.settings })
      .from(vaults)
      .orderBy(...byVaultName),
    db
      .select({
        id: vaultSecrets.id,
        vaultId: vaultSecrets.vaultId,
        name: vaultSecrets.name,
        type: vaultSecrets.type,
        fields: vaultSecrets.fields,
      })
      .from(vaultSecrets)
      .orderBy(...bySecretName),
  ]);
  const byVault = Map.groupBy(secretRows, ({ vaultId }) => vaultId);
  return vaultRows.map(({ id, name, ...vault }) => ({
    id,
    name,
    ...(vault.kind === "agent" && { agentKey: agentKeyOf(vault) }),
    secrets: (byVault.get(id) ?? []).map(({ vaultId: _, ...secret }) => secret),
  }));
}
