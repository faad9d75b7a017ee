import { findAgent } from "../../data/agent.ts";
import { insertedId, type Statement, save } from "../../data/db.ts";
import {
  agentKeyOf,
  deleteVault,
  findVault,
  insertVault,
  listVaults as listRows,
  listVaultSecrets,
  type StoredVault,
  updateVaultRow,
  type VaultRow,
} from "../../data/vault.ts";
import { describeAway } from "../../domain/agent/away.ts";
import { noAgent } from "../../domain/monitor/agent_rule.ts";
import { decideChanges, listSettings } from "../../domain/system/audit_changes.ts";
import { randomBytes, toHex } from "../../lib/bytes.ts";
import type { Config } from "../../lib/config.ts";
import { AppError, invalid, invalidField, notFound } from "../../lib/errors.ts";
import { formatPath } from "../../lib/format_path.ts";
import { tryHashicorp } from "../../remote/hashicorp.ts";
import {
  agentSettings,
  hashicorpSettings,
  localSettings,
  type NewVault,
  type Vault,
  type VaultChange,
} from "../../schema/vault.ts";
import { glanceAtAgent } from "../announce/agent.ts";
import type { Context } from "../context.ts";
import { entityOf, recordAudit, recordRemoval, recordUpdate } from "../record/audit.ts";
import { maskCredentials, sealSecrets } from "../record/sealing.ts";
import { edit, objectOf } from "../record/version.ts";
import { openHashicorp, openLocal } from "./fill.ts";
import { VAULT_KIND, vaultSealName } from "./kind.ts";

export async function listVaults(context: Context): Promise<Vault[]> {
  return (await listRows(context.db)).map(toVault);
}

export async function createVault(context: Context, { name, kind, settings }: NewVault): Promise<Vault> {
  await checkAgentOf(context, { kind, settings });
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
    recordAudit(context, {
      action: "Create",
      entityType: "vault",
      entityId: "inserted",
      entityName: name,
      details: { kind, fields: listSettings({ name, kind, settings: row.settings }) },
    }),
  ]);
  return toVault({ ...row, id: insertedId(results), version: 1 });
}

export async function updateVault(
  context: Context,
  id: number,
  { version, ...change }: VaultChange,
): Promise<Vault> {
  const load = async () => await getVaultRow(context, id);
  const decide = async (before: VaultRow) => await decideChange(context, before, change);
  await edit(context, { object: objectOf("vault", id), version, load, decide });
  return toVault(await getVaultRow(context, id));
}

async function decideChange(
  context: Context,
  before: VaultRow,
  { name, kind, settings }: Omit<VaultChange, "version">,
): Promise<Statement[]> {
  if (kind !== undefined && kind !== before.kind) {
    throw invalidField("kind", "The kind can't be changed: create another vault.");
  }
  const after = { ...before, name: name ?? before.name, updatedAt: context.now };
  if (settings) {
    const wanted = { settings: parseSettings(before, settings), stored: before.settings };
    await checkAgentOf(context, { ...before, ...wanted });
    after.settings = await seal(context, { ...wanted, sealName: before.sealName });
  }
  const changes = decideChanges(
    { name: before.name, settings: before.settings },
    { name: after.name, settings: after.settings },
  );
  if (Object.keys(changes).length === 0) return [];
  return [
    updateVaultRow(context.db, after),
    ...recordUpdate(context, { ...entityOf("vault", after), changes }),
  ];
}

export async function removeVault(context: Context, id: number): Promise<void> {
  await edit(context, {
    object: objectOf("vault", id),
    version: undefined,
    load: async () => await getVaultRow(context, id),
    decide: async ({ name }) => [
      deleteVault(context.db, id),
      ...recordRemoval(context, entityOf("vault", { id, name })),
    ],
  });
}

export async function testVault(context: Context, id: number): Promise<{ ok: true }> {
  const row = await getVaultRow(context, id);
  try {
    if (row.kind === "hashicorp") {
      await tryHashicorp(await openHashicorp(context.env, row), { now: context.now });
    } else if (row.kind === "agent") {
      await tryAgent(context, agentKeyOf(row));
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

export async function getVaultRow(context: Context, id: number): Promise<StoredVault> {
  const row = await findVault(context.db, id);
  if (!row) throw notFound("vault");
  return row;
}

async function checkAgentOf(
  { db }: Context,
  { kind, settings }: Pick<VaultRow, "kind" | "settings">,
): Promise<void> {
  if (kind !== "agent" || (await findAgent(db, agentKeyOf({ settings })))) return;
  throw invalidField("settings.agentKey", noAgent(agentKeyOf({ settings })));
}

async function tryAgent({ env, db }: Context, key: string): Promise<void> {
  const agent = await findAgent(db, key);
  if (!agent) throw new AppError("unavailable", noAgent(key));
  const glance = await glanceAtAgent(env, key);
  if (glance?.status !== "online")
    throw new AppError("unavailable", describeAway(agent.name, glance?.since ?? null));
}

const SETTINGS = { local: localSettings, hashicorp: hashicorpSettings, agent: agentSettings };

function parseSettings({ kind }: VaultRow, settings: Config): Config {
  const result = SETTINGS[kind].safeParse(settings);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => {
    return { path: formatPath(["settings", ...path]), message };
  });
  throw invalid(`${problems[0]?.path}: ${problems[0]?.message}`, problems);
}

async function seal(
  context: Context,
  { settings, stored, sealName }: { settings: Config; stored: Config | null; sealName: string },
): Promise<Config> {
  return await sealSecrets(context.env, VAULT_KIND, {
    config: settings,
    stored: stored && { config: stored },
    name: vaultSealName({ sealName }),
    root: "settings",
  });
}

function toVault({ id, version, name, kind, settings }: StoredVault): Vault {
  return { id, version, name, kind, settings: maskCredentials(VAULT_KIND, settings) };
}
