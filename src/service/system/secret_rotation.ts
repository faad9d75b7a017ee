import { findCheckType } from "../../check/registry.ts";
import { openDb, save } from "../../data/db.ts";
import {
  listConfigsSealedUnder,
  listSealedUnder,
  replaceConfig,
  replaceSealed,
  type SealedConfig,
} from "../../data/sealed.ts";
import { type Env, secretBoxOf, variablesOf } from "../../env.ts";
import type { Config } from "../../lib/config.ts";
import { log } from "../../lib/log.ts";
import { findChannelType } from "../../notify/registry.ts";
import { ACTION_KIND } from "../action/config.ts";
import { markMonitorsStale } from "../monitor/watch.ts";
import { openSecrets, sealSecrets } from "../vault/sealing.ts";
import { recordAudit } from "./audit.ts";

const ROWS_A_RUN = 50;

/**
 * While SECRET_KEY holds a new key before the old one, rows sealed with the old one are sealed again, a few a
 * minute. A row that changed in between keeps its change: it is only replaced while it still holds what was read.
 */
export async function rewriteSecrets(env: Env, now: number): Promise<void> {
  if ((variablesOf(env).secretKeys?.length ?? 0) < 2) return;
  const box = await secretBoxOf(env);
  const db = openDb(env.DB);
  let rewritten = 0;
  for (const oldKeyId of box.keyIds.slice(1)) {
    for (const { cell, sealed, name } of await listSealedUnder(db, oldKeyId, ROWS_A_RUN)) {
      const plain = await box.open(sealed, name);
      if (plain === null) log("warn", "a stored value does not open", { name });
      else rewritten += countOf(await save(db, [replaceSealed(cell, sealed, await box.seal(plain, name))]));
    }
    for (const row of await listConfigsSealedUnder(db, oldKeyId, ROWS_A_RUN))
      rewritten += await rewriteConfig(env, row);
  }
  if (rewritten === 0) return;
  await save(db, [
    recordAudit(
      { db, now, actor: { kind: "guest" } },
      {
        ...{ action: "Update", entityType: "config", entityName: "What is stored under SECRET_KEY" },
        details: { rewrittenUnderTheNewKey: rewritten },
      },
    ),
  ]);
}

/** How many rows still held what was read of them. */
function countOf([replaced]: readonly D1Result[]): number {
  return replaced?.meta.changes ?? 0;
}

/** A monitor's watch has to take it anew: it holds the config as it was sealed. */
async function rewriteConfig(env: Env, row: SealedConfig): Promise<number> {
  const kind = kindOf(row);
  if (!kind) return 0;
  const name = `${row.owner}/${row.key}`;
  try {
    const open = await openSecrets(env, kind, { config: JSON.parse(row.config) as Config, name });
    const sealed = await sealSecrets(env, kind, { config: open, stored: null, name });
    const stale = row.owner === "monitor" ? [markMonitorsStale([row.id])] : [];
    return countOf(await save(openDb(env.DB), [replaceConfig(row, JSON.stringify(sealed)), ...stale]));
  } catch (error) {
    log("warn", "secrets of a config could not be sealed anew", { name, error });
    return 0;
  }
}

function kindOf({ owner, type }: SealedConfig) {
  if (owner === "monitor") return findCheckType(type);
  return owner === "channel" ? findChannelType(type) : ACTION_KIND;
}
