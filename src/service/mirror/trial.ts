import { isMirrorOn } from "../../data/mirror.ts";
import { StorageFault } from "../../domain/mirror/storage.ts";
import { TRIAL, TRIAL_TEXT } from "../../domain/mirror/trial.ts";
import { sha256HexOf, utf8 } from "../../lib/bytes.ts";
import { AppError } from "../../lib/errors.ts";
import type { MirrorCheck, MirrorTried } from "../../schema/mirror.ts";
import { mirrorOf } from "../announce/page.ts";
import type { Context } from "../context.ts";
import { fillForm } from "./settings.ts";
import { openStorage } from "./storage.ts";

const TIMEOUT_MS = 10_000;

export async function checkMirrorAccess(context: Context, form: MirrorCheck): Promise<MirrorTried> {
  const settings = await fillForm(context, form);
  const storage = await openStorage(context.env, settings, {
    pageId: context.page.id,
    timeoutMs: TIMEOUT_MS,
  });
  const body = utf8(TRIAL_TEXT);
  const never = new AbortController().signal;
  try {
    await storage.put({ ...TRIAL, body, hash: await sha256HexOf(body) }, never);
  } catch (error) {
    if (error instanceof StorageFault) return { ok: false, error: error.message };
    throw error;
  }
  await storage.remove(TRIAL.path, never).catch(() => undefined);
  return { ok: true };
}

export async function pushMirrorNow({ env, db, page }: Context): Promise<MirrorTried> {
  if (!(await isMirrorOn(db, page.id)))
    throw new AppError("conflict", "The static copy is off: turn it on and save, then push.");
  const push = await mirrorOf(env, page.id).pushNow();
  return push === null || push.error === null ? { ok: true } : { ok: false, error: push.error };
}
