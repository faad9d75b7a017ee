import { insertedId, type Statement, save } from "../data/db.ts";
import {
  deleteVault,
  findVault,
  insertVault,
  listVaults as listRows,
  listVaultSecrets,
  updateVault,
  type VaultRow,
} from "../data/vault.ts";
import { randomBytes, toHex } from "../lib/bytes.ts";
import { AppError, invalid, notFound } from "../lib/errors.ts";
import { formatPath } from "../lib/format_path.ts";
import { isEqual } from "../lib/is_equal.ts";
import type { Settings } from "../lib/settings.ts";
import {
  hashicorpSettings,
  localSettings,
  type NewVault,
  type Vault,
  type VaultChange,
} from "../schema/vault.ts";
import { recordAudit } from "./audit.ts";
import type { Context } from "./context.ts";
import { maskSecrets, sealSecrets } from "./secrets.ts";
import { openHashicorp, openLocal } from "./vault_fill.ts";
import { tryHashicorp } from "./vault_hashicorp.ts";
import { VAULT_KIND, vaultSealName } from "./vault_kind.ts";

export async function listVaults(context: Context): Promise<Vault[]> {
  return (await listRows(context.db)).map(toVault);
}

export async function createVault(context: Context, { name, kind, settings }: NewVault): Promise<Vault> {
  const sealName = toHex(randomBytes(16));
  const row = {
    sealName,
    name,
    kind,
    settings: await seal(context, { settings, stored: null, sealName }),
    createdAt: context.now,
    updatedAt: context.now,
  };
  const results = await save(context.db, [
    insertVault(context.db, row),
    record(context, "Create", { id: "inserted", name }, { kind }),
  ]);
  return toVault({ ...row, id: insertedId(results) });
}

export async function changeVault(
  context: Context,
  id: number,
  { name, kind, settings }: VaultChange,
): Promise<Vault> {
  const before = await getVaultRow(context, id);
  if (kind !== undefined && kind !== before.kind) {
    throw refusal("kind", "The kind can't change: make another vault.");
  }
  const after = { ...before, name: name ?? before.name, updatedAt: context.now };
  if (settings) {
    const wanted = { settings: parseSettings(before, settings), stored: before.settings };
    after.settings = await seal(context, { ...wanted, sealName: before.sealName });
  }
  const fields = (["name", "settings"] as const).filter((field) => !isEqual(after[field], before[field]));
  if (fields.length > 0) {
    await save(context.db, [updateVault(context.db, after), record(context, "Update", after, { fields })]);
  }
  return toVault(after);
}

/** Its secrets go with it. References to them stay, and say that they lead nowhere. */
export async function removeVault(context: Context, id: number): Promise<void> {
  const row = await getVaultRow(context, id);
  await save(context.db, [deleteVault(context.db, id), record(context, "Delete", row)]);
}

/** A HashiCorp vault is asked for a login, a local one has each of its secrets opened. */
export async function testVault(context: Context, id: number): Promise<{ ok: true }> {
  const row = await getVaultRow(context, id);
  try {
    if (row.kind === "hashicorp") {
      await tryHashicorp(await openHashicorp(context.env, row), { now: context.now });
    } else {
      const secrets = await listVaultSecrets(context.db, id);
      await Promise.all(secrets.map((secret) => openLocal(context.env, row, secret)));
    }
  } catch (error) {
    if (error instanceof AppError) throw new AppError("undeliverable", error.message, { cause: error });
    throw error;
  }
  return { ok: true };
}

export async function getVaultRow(context: Context, id: number): Promise<VaultRow> {
  const row = await findVault(context.db, id);
  if (!row) throw notFound("vault");
  return row;
}

function parseSettings({ kind }: VaultRow, settings: Settings): Settings {
  const result = (kind === "local" ? localSettings : hashicorpSettings).safeParse(settings);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => {
    return { path: formatPath(["settings", ...path]), message };
  });
  throw invalid(`${problems[0]?.path}: ${problems[0]?.message}`, problems);
}

async function seal(
  context: Context,
  { settings, stored, sealName }: { settings: Settings; stored: Settings | null; sealName: string },
): Promise<Settings> {
  return await sealSecrets(context.env, VAULT_KIND, {
    config: settings,
    stored: stored && { config: stored },
    name: vaultSealName({ sealName }),
    root: "settings",
  });
}

function record(
  context: Context,
  action: "Create" | "Update" | "Delete",
  { id, name }: { id: number | "inserted"; name: string },
  details: Record<string, unknown> = {},
): Statement {
  return recordAudit(context, { action, entityType: "vault", entityId: id, entityName: name, details });
}

function toVault({ id, name, kind, settings }: VaultRow): Vault {
  return { id, name, kind, settings: maskSecrets(VAULT_KIND, settings) };
}

function refusal(path: string, message: string): AppError {
  return invalid(message, [{ path, message }]);
}
