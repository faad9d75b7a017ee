import { openDb } from "../../data/db.ts";
import { isMirrorOn } from "../../data/mirror.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import type { MirrorObject } from "../../objects/mirror.ts";
import { noteNewerStorage } from "../system/newer_storage.ts";

export function mirrorOf(env: Env): DurableObjectStub<MirrorObject> {
  return env.MIRROR.getByName("mirror");
}

/** Called where the page is told of a change. When this gets lost, the whole copy is behind for hours at most. */
export async function tellMirror(env: Env): Promise<void> {
  await tell("a change", () => mirrorOf(env).changed());
}

/** When this gets lost, the next run of cron or the next push finds it. */
export async function tellMirrorSettings(env: Env): Promise<void> {
  await tell("its settings", () => mirrorOf(env).reload());
}

/** One whose alarm was lost goes on within the minute. */
export async function reviveMirror(env: Env): Promise<void> {
  if (!(await isMirrorOn(openDb(env.DB)))) return;
  try {
    await mirrorOf(env).revive();
  } catch (error) {
    await noteNewerStorage(env, [error]);
    throw error;
  }
}

async function tell(what: string, call: () => Promise<void>): Promise<void> {
  try {
    await call();
  } catch (error) {
    log("warn", "the mirror was not told", { what, error });
  }
}
