import { decideMirrorState, type StoredMirror } from "../../domain/mirror/state.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import { within } from "../../lib/within.ts";
import type { MirrorReport } from "../../objects/mirror.ts";
import { type MirrorSettings, type MirrorStatus, mirrorSettings } from "../../schema/mirror.ts";
import { mirrorOf } from "../announce/page.ts";

const TIMEOUT_MS = 5000;

export async function findMirrorStatuses(
  env: Env,
  mirrors: readonly StoredMirror[],
  now: number,
): Promise<{ page: string; status: MirrorStatus }[]> {
  return await Promise.all(
    mirrors.map(async ({ pageId, pageKey, value }) => {
      const status = statusOf(mirrorSettings.parse(value), await askMirror(env, pageId), now);
      return { page: pageKey, status };
    }),
  );
}

export function statusOf(settings: MirrorSettings, report: MirrorReport, now: number): MirrorStatus {
  const { lastSuccessAt, lastError, filesLeft } = report;
  return { state: decideMirrorState(settings, report, now), lastSuccessAt, lastError, filesLeft };
}

export async function askMirror(env: Env, pageId: number): Promise<MirrorReport> {
  try {
    return await within(TIMEOUT_MS, () => mirrorOf(env, pageId).report());
  } catch (error) {
    log("error", "the mirror object did not respond", { error });
    const lastError = "The static copy's object isn't responding.";
    return { lastOk: false, lastSuccessAt: null, lastError, pushes: [], filesLeft: 0 };
  }
}
