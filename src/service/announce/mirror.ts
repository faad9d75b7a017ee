import { openDb } from "../../data/db.ts";
import { isMirrorOn, listMirrors } from "../../data/mirror.ts";
import { DEFAULT_PAGE_ID, settingOf } from "../../domain/page/site.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import type { MirrorObject, MirrorReport } from "../../objects/mirror.ts";
import { mirrorSettings } from "../../schema/mirror.ts";
import { noteNewerStorage } from "../record/newer_storage.ts";

export function mirrorOf(env: Env, pageId: number): DurableObjectStub<MirrorObject> {
  return env.MIRROR.getByName(settingOf("mirror", pageId));
}

/** If this call is lost, the copy is hours behind at most. */
export async function notifyMirror(env: Env, pageId = DEFAULT_PAGE_ID): Promise<void> {
  await notify("a change", async () => {
    if (pageId === DEFAULT_PAGE_ID || (await isMirrorOn(openDb(env.DB), pageId)))
      await mirrorOf(env, pageId).changed();
  });
}

/** If this call is lost, the next cron run or push catches up. */
export async function notifyMirrorOfSettings(env: Env, pageId: number): Promise<MirrorReport | null> {
  return await notify("its settings", () => mirrorOf(env, pageId).reload());
}

export async function notifyMirrorsOfSettings(env: Env): Promise<void> {
  const others = (await listMirrors(openDb(env.DB))).filter(({ pageId }) => pageId !== DEFAULT_PAGE_ID);
  const ids = [DEFAULT_PAGE_ID, ...others.map(({ pageId }) => pageId)];
  await Promise.all(ids.map((id) => notifyMirrorOfSettings(env, id)));
}

export async function reviveMirrors(env: Env): Promise<void> {
  const mirrors = await listMirrors(openDb(env.DB));
  const revived = await Promise.allSettled(
    mirrors.map(({ pageId, value }) => mirrorOf(env, pageId).revive(mirrorSettings.parse(value).enabled)),
  );
  const faults = revived.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  if (faults.length === 0) return;
  await noteNewerStorage(env, faults);
  throw faults[0];
}

async function notify<T>(what: string, call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    log("warn", "the mirror was not notified", { what, error });
    return null;
  }
}
