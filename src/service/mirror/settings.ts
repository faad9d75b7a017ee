import { guard } from "../../data/db.ts";
import { isPagePrivate, isPagePublic, MIRROR } from "../../data/mirror.ts";
import { decideMirrorState } from "../../domain/mirror/state.ts";
import type { Config } from "../../lib/config.ts";
import { AppError, refuseFields } from "../../lib/errors.ts";
import { log } from "../../lib/log.ts";
import { MASK } from "../../lib/mask.ts";
import { givenOf } from "../../lib/pick.ts";
import { within } from "../../lib/within.ts";
import type { MirrorReport } from "../../objects/mirror.ts";
import {
  type MirrorAnswer,
  type MirrorChange,
  type MirrorCheck,
  type MirrorSettings,
  type MirrorStatus,
  mirrorSettings,
} from "../../schema/mirror.ts";
import { mirrorOf, notifyMirrorOfSettings } from "../announce/mirror.ts";
import type { Context } from "../context.ts";
import { maskSecrets, sealSecrets } from "../record/sealing.ts";
import { editSingle, loadSingle, type SettingObject } from "../record/setting.ts";
import { findMissing, MIRROR_SECRETS } from "./storage.ts";

const PATIENCE_MS = 5000;

const SINGLE: SettingObject<MirrorSettings> = {
  setting: MIRROR,
  schema: mirrorSettings,
  entityType: "static_mirror",
  entityName: "Static mirror",
};

export async function getMirror(context: Context): Promise<MirrorAnswer> {
  return await answerMirror(context, askReport(context));
}

async function answerMirror(context: Context, asked: Promise<MirrorReport>): Promise<MirrorAnswer> {
  const [{ value, version }, report] = await Promise.all([loadSingle(context, SINGLE), asked]);
  return {
    ...value,
    secretAccessKey: value.secretAccessKey === "" ? "" : MASK,
    version,
    status: statusOf(value, report, context.now),
    pushes: report.pushes,
  };
}

export async function updateMirror(
  context: Context,
  { version, ...change }: MirrorChange,
): Promise<MirrorAnswer> {
  const decide = async (stored: MirrorSettings) => {
    const wanted = await fillIn(context, stored, change);
    if (!wanted.enabled) return wanted;
    // A revoked key is removed at once; pushes then fail with that reason.
    const isTakenAway = stored.enabled && stored.secretAccessKey !== "" && change.secretAccessKey === "";
    refuseIncomplete(context, isTakenAway ? { ...wanted, secretAccessKey: stored.secretAccessKey } : wanted);
    if (await isPagePrivate(context.db))
      throw new AppError(
        "conflict",
        "The status page is private: make it public before turning on the static copy.",
      );
    return wanted;
  };
  const guards = ({ enabled }: MirrorSettings) => (enabled ? [guard(isPagePublic())] : []);
  await editSingle(context, SINGLE, { version, decide, guards });
  const report = await notifyMirrorOfSettings(context.env);
  return report ? await answerMirror(context, Promise.resolve(report)) : await getMirror(context);
}

export async function fillForm(context: Context, form: MirrorCheck): Promise<MirrorSettings> {
  const { value } = await loadSingle(context, SINGLE);
  const wanted = await fillIn(context, value, form);
  refuseIncomplete(context, wanted);
  return wanted;
}

export async function reportMirror(
  context: Context,
  settings: MirrorSettings | undefined,
): Promise<MirrorStatus | null> {
  return settings?.enabled ? statusOf(settings, await askReport(context), context.now) : null;
}

export async function getMirrorStatus(context: Context): Promise<MirrorStatus> {
  return await findMirrorStatus(context, (await loadSingle(context, SINGLE)).value);
}

export async function findMirrorStatus(context: Context, stored: unknown): Promise<MirrorStatus> {
  const settings = mirrorSettings.parse(stored ?? {});
  return statusOf(settings, await askReport(context), context.now);
}

async function fillIn(
  { env }: Context,
  stored: MirrorSettings,
  change: MirrorCheck,
): Promise<MirrorSettings> {
  const config: Config = { ...maskSecrets(MIRROR_SECRETS, stored), ...givenOf(change) };
  if (config["provider"] === "binding") Object.assign(config, { accessKeyId: "", secretAccessKey: "" });
  const kept = stored.secretAccessKey === "" ? null : { config: stored };
  const sent = { config, stored: kept, name: MIRROR, root: "" };
  return mirrorSettings.parse(await sealSecrets(env, MIRROR_SECRETS, sent));
}

function refuseIncomplete({ env }: Context, settings: MirrorSettings): void {
  refuseFields(findMissing(env, settings));
}

function statusOf(settings: MirrorSettings, report: MirrorReport, now: number): MirrorStatus {
  const { lastSuccessAt, lastError, filesLeft } = report;
  return { state: decideMirrorState(settings, report, now), lastSuccessAt, lastError, filesLeft };
}

/** Settings can be read and changed even if the object fails. */
async function askReport({ env }: Context): Promise<MirrorReport> {
  try {
    return await within(PATIENCE_MS, () => mirrorOf(env).report());
  } catch (error) {
    log("error", "the mirror's object does not answer", { error });
    const lastError = "The static copy's object isn't responding.";
    return { lastOk: false, lastSuccessAt: null, lastError, pushes: [], filesLeft: 0 };
  }
}
