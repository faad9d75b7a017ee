import { openDb, save } from "../../data/db.ts";
import { findSetting, saveSetting } from "../../data/setting.ts";
import { isNewerStorage, NEWER_STORAGE } from "../../domain/system/newer_storage.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import { MINUTE_MS } from "../../lib/units.ts";
import type { Context } from "../context.ts";

const SETTING = "newer_storage";
/** Cron contacts the objects every minute, which renews the note while it applies. */
const VALID_MS = 3 * MINUTE_MS;

export async function noteNewerStorage(env: Env, errors: readonly unknown[]): Promise<void> {
  if (!errors.some(isNewerStorage)) return;
  const now = Date.now();
  try {
    await save(openDb(env.DB), [saveSetting(openDb(env.DB), SETTING, now, now)]);
  } catch (error) {
    log("warn", "failed to record that objects have newer storage", { error });
  }
}

export async function findNewerStorage({ db, now }: Pick<Context, "db" | "now">): Promise<string | null> {
  const at = await findSetting(db, SETTING);
  return typeof at === "number" && now - at < VALID_MS ? NEWER_STORAGE : null;
}
