import { guard, isGuardBreach, openDb, save } from "../../data/db.ts";
import { findSetting, isSettingStill, saveSetting } from "../../data/setting.ts";
import { judgeUpdate } from "../../domain/system/health_delivery.ts";
import type { Finding } from "../../domain/system/health_part.ts";
import {
  AGAIN_AFTER_MS,
  CHECK_EVERY_MS,
  findLatestRelease,
  findNewer,
  isReleaseCheckDue,
  parseReleaseState,
  type ReleaseState,
} from "../../domain/system/release.ts";
import { type Env, variablesOf } from "../../env.ts";
import { sha256Hex } from "../../lib/bytes.ts";
import { log } from "../../lib/log.ts";
import { PRODUCT_VERSION } from "../../lib/product_version.ts";
import { ReleaseFault, readReleases } from "../../remote/releases.ts";
import type { UpdateStatus } from "../../schema/system_health.ts";

export const UPDATE_SETTING = "update";

export async function checkForUpdate(env: Env, now: number): Promise<void> {
  const { updateCheck, updateUrl } = variablesOf(env);
  if (!updateCheck || updateUrl === null) return;
  const db = openDb(env.DB);
  const stored = await findSetting(db, UPDATE_SETTING);
  const source = await sourceOf(updateUrl);
  const known = parseReleaseState(stored);
  if (!isReleaseCheckDue(known, { source, now })) return;
  const latest = known?.source === source ? known.latest : null;
  const attempt: ReleaseState = {
    source,
    checkedAt: now,
    nextAt: now + AGAIN_AFTER_MS,
    latest,
    error: "The last update check was interrupted.",
  };
  try {
    // Saved before asking: concurrent runs ask once, and an interrupted one does not ask every minute.
    await save(db, [
      guard(isSettingStill(UPDATE_SETTING, stored)),
      saveSetting(db, UPDATE_SETTING, attempt, now),
    ]);
  } catch (error) {
    if (isGuardBreach(error)) return;
    throw error;
  }
  await save(db, [saveSetting(db, UPDATE_SETTING, await look(updateUrl, attempt), now)]);
}

export async function toUpdateStatus(env: Env, stored: unknown): Promise<UpdateStatus> {
  const { updateCheck, updateUrl, runsLocally } = variablesOf(env);
  const enabled = updateCheck && updateUrl !== null;
  const state = enabled ? parseReleaseState(stored) : null;
  const known = enabled && state?.source === (await sourceOf(updateUrl)) ? state : null;
  return {
    enabled,
    checkedAt: known?.checkedAt ?? null,
    newer: findNewer(known?.latest ?? null, PRODUCT_VERSION),
    error: known?.error ?? null,
    command: `git pull && npm ci && npm ${runsLocally ? "start" : "run deploy"}`,
  };
}

export function judgeUpdateStatus(env: Env, status: UpdateStatus, now: number): Finding {
  const { updateCheck, updateUrl } = variablesOf(env);
  const facts = { isEnabled: updateCheck, hasAddress: updateUrl !== null, running: PRODUCT_VERSION };
  return judgeUpdate({ ...facts, ...status }, now);
}

async function look(address: string, attempt: ReleaseState): Promise<ReleaseState> {
  try {
    const latest = findLatestRelease(await readReleases(address, { fetch: (...given) => fetch(...given) }));
    if (latest === undefined)
      throw new ReleaseFault("The release server's response has no release: check UPDATE_URL.");
    return { ...attempt, latest, error: null, nextAt: attempt.checkedAt + CHECK_EVERY_MS };
  } catch (error) {
    if (!(error instanceof ReleaseFault)) throw error;
    log("warn", "failed to check for newer releases", { error: error.message });
    return { ...attempt, error: error.message };
  }
}

/** Hashed, since the address may contain a token. */
async function sourceOf(address: string): Promise<string> {
  return (await sha256Hex(address)).slice(0, 16);
}
