import { openDb } from "../data/db.ts";
import { listSealedUnder, replaceSealed } from "../data/sealed.ts";
import { type Env, secretBoxOf, settingsOf } from "../env.ts";
import { log } from "../lib/log.ts";

const ROWS_A_RUN = 50;

/**
 * While SECRET_KEY holds a new key before the old one, rows sealed with the old one are sealed again, a few a
 * minute. A row that changed in between keeps its change: it is only replaced while it still holds what was read.
 */
export async function rewriteSecrets(env: Env): Promise<void> {
  if ((settingsOf(env).secretKeys?.length ?? 0) < 2) return;
  const box = await secretBoxOf(env);
  const db = openDb(env.DB);
  for (const oldKeyId of box.keyIds.slice(1)) {
    for (const { cell, sealed, name } of await listSealedUnder(db, oldKeyId, ROWS_A_RUN)) {
      const plain = await box.open(sealed, name);
      if (plain === null) log("warn", "a stored value does not open", { name });
      else await replaceSealed(db, cell, sealed, await box.seal(plain, name));
    }
  }
}
