import { findCheckType } from "../../check/registry.ts";
import { openDb, type Statement, save } from "../../data/db.ts";
import {
  listConfigsSealedUnder,
  listSealedUnder,
  replaceConfig,
  replaceSealed,
  type SealedConfig,
} from "../../data/sealed.ts";
import { replaceKnownValue } from "../../data/secret_key.ts";
import { markMonitorsStale } from "../../data/watch.ts";
import { ACTION_KIND } from "../../domain/action/config.ts";
import { type Env, secretBoxOf, variablesOf } from "../../env.ts";
import type { Config } from "../../lib/config.ts";
import { sealKnownValue } from "../../lib/known_value.ts";
import { log } from "../../lib/log.ts";
import { findChannelType } from "../../notify/registry.ts";
import { recordAudit } from "./audit.ts";
import { openSecrets, sealSecrets } from "./sealing.ts";

const ROWS_A_RUN = 50;

/**
 * While SECRET_KEY lists a new key before the old one, reseals a few rows per minute. A row is only replaced
 * if unchanged since it was read.
 */
export async function rewriteSecrets(env: Env, now: number): Promise<void> {
  if ((variablesOf(env).secretKeys?.length ?? 0) < 2) return;
  const box = await secretBoxOf(env);
  const db = openDb(env.DB);
  let found = 0;
  let rewritten = 0;
  for (const oldKeyId of box.keyIds.slice(1)) {
    const run = await rewriteUnder(env, oldKeyId, { limit: ROWS_A_RUN, prefix: "" });
    found += run.found;
    rewritten += run.rewritten;
  }
  // As long as anything is left, its key is still needed.
  if (found === 0) await save(db, [replaceKnownValue(await sealKnownValue(box))]);
  if (rewritten === 0) return;
  await save(db, [
    recordAudit(
      { db, now, actor: { kind: "guest" } },
      {
        action: "Update",
        entityType: "config",
        entityName: "What is stored under SECRET_KEY",
        details: { rewrittenUnderTheNewKey: rewritten },
      },
    ),
  ]);
}

export async function rewriteUnder(
  env: Env,
  oldKeyId: string,
  sealing: { limit: number; prefix: string },
): Promise<{ found: number; rewritten: number }> {
  const db = openDb(env.DB);
  const box = await secretBoxOf(env);
  const statements: Statement[] = [];
  const monitors: number[] = [];
  for (const { cell, sealed, name } of await listSealedUnder(db, oldKeyId, sealing)) {
    const plain = await box.open(sealed, name);
    if (plain === null) log("warn", "failed to decrypt a stored value", { name });
    else statements.push(replaceSealed(cell, sealed, await box.seal(plain, name)));
  }
  for (const row of await listConfigsSealedUnder(db, oldKeyId, sealing)) {
    const config = await reseal(env, row);
    if (config === null) continue;
    statements.push(replaceConfig(row, config));
    if (row.owner === "monitor") monitors.push(row.id);
  }
  // Watches hold the sealed config and have to reload it.
  const stale = monitors.length > 0 && sealing.prefix === "" ? [markMonitorsStale(monitors)] : [];
  const results = await save(db, [...statements, ...stale]);
  const changed = results.slice(0, statements.length).filter(({ meta }) => meta.changes > 0);
  return { found: statements.length, rewritten: changed.length };
}

async function reseal(env: Env, row: SealedConfig): Promise<string | null> {
  const kind = kindOf(row);
  if (!kind) return null;
  const name = `${row.owner}/${row.key}`;
  try {
    const open = await openSecrets(env, kind, { config: JSON.parse(row.config) as Config, name });
    return JSON.stringify(await sealSecrets(env, kind, { config: open, stored: null, name }));
  } catch (error) {
    log("warn", "failed to re-encrypt the secrets of a config", { name, error });
    return null;
  }
}

function kindOf({ owner, type }: SealedConfig) {
  if (owner === "monitor") return findCheckType(type);
  return owner === "channel" ? findChannelType(type) : ACTION_KIND;
}
