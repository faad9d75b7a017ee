import { openDb } from "../../data/db.ts";
import { MIRROR } from "../../data/mirror.ts";
import { findSetting } from "../../data/setting.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import type { MirrorObject, MirrorReport } from "../../objects/mirror.ts";
import { mirrorSettings } from "../../schema/mirror.ts";
import { noteNewerStorage } from "../record/newer_storage.ts";

export function mirrorOf(env: Env): DurableObjectStub<MirrorObject> {
  return env.MIRROR.getByName("mirror");
}

/** If this call is lost, the copy is hours behind at most. */
export async function notifyMirror(env: Env): Promise<void> {
  await tell("a change", () => mirrorOf(env).changed());
}

/** If this call is lost, the next cron run or push catches up. */
export async function notifyMirrorOfSettings(env: Env): Promise<MirrorReport | null> {
  return await tell("its settings", () => mirrorOf(env).reload());
}

export async function reviveMirror(env: Env): Promise<void> {
  const settings = await findSetting(openDb(env.DB), MIRROR);
  if (settings === null) return;
  try {
    await mirrorOf(env).revive(mirrorSettings.parse(settings).enabled);
  } catch (error) {
    await noteNewerStorage(env, [error]);
    throw error;
  }
}

async function tell<T>(what: string, call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    log("warn", "the mirror was not notified", { what, error });
    return null;
  }
}
