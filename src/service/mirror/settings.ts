import { guard } from "../../data/db.ts";
import { areMirrorsStill, isPagePrivate, isPagePublic, listMirrors, MIRROR } from "../../data/mirror.ts";
import { placeOf } from "../../domain/mirror/provider.ts";
import type { StoredMirror } from "../../domain/mirror/state.ts";
import { DEFAULT_PAGE_ID } from "../../domain/page/site.ts";
import type { Config } from "../../lib/config.ts";
import { AppError, refuseFields } from "../../lib/errors.ts";
import { MASK } from "../../lib/mask.ts";
import { givenOf } from "../../lib/pick.ts";
import type { MirrorReport } from "../../objects/mirror.ts";
import {
  type MirrorChange,
  type MirrorCheck,
  type MirrorResponse,
  type MirrorSettings,
  mirrorSettings,
} from "../../schema/mirror.ts";
import { notifyMirrorOfSettings, pagesChanged } from "../announce/page.ts";
import type { Context } from "../context.ts";
import { maskSecrets, sealSecrets } from "../record/sealing.ts";
import { editSingle, loadSingle, namesOf, type SettingObject } from "../record/setting.ts";
import { askMirror, findMirrorStatuses, statusOf } from "./statuses.ts";
import { findMissing, MIRROR_SECRETS } from "./storage.ts";

const SINGLE: SettingObject<MirrorSettings> = {
  setting: MIRROR,
  schema: mirrorSettings,
  entityType: "static_mirror",
  entityName: "Static mirror",
  isOfPage: true,
};

export async function getMirror(context: Context): Promise<MirrorResponse> {
  return await mirrorResponse(context, askMirror(context.env, context.page.id));
}

async function mirrorResponse(context: Context, asked: Promise<MirrorReport>): Promise<MirrorResponse> {
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
): Promise<MirrorResponse> {
  const { page } = context;
  let mirrors: StoredMirror[] = [];
  const decide = async (stored: MirrorSettings) => {
    const wanted = await fillIn(context, stored, change);
    if (!wanted.enabled) return wanted;
    // A revoked key is removed at once; pushes then fail with that reason.
    const isTakenAway = stored.enabled && stored.secretAccessKey !== "" && change.secretAccessKey === "";
    refuseIncomplete(context, isTakenAway ? { ...wanted, secretAccessKey: stored.secretAccessKey } : wanted);
    if (await isPagePrivate(context.db, page.id))
      throw new AppError(
        "conflict",
        "The status page is private: make it public before turning on the static copy.",
      );
    mirrors = await listMirrors(context.db);
    await refuseSharedPlace(context, wanted, mirrors);
    return wanted;
  };
  const guards = ({ enabled }: MirrorSettings) =>
    enabled ? [guard(isPagePublic(page.id)), guard(areMirrorsStill(mirrors))] : [];
  const { isChanged } = await editSingle(context, SINGLE, { version, decide, guards });
  if (isChanged && page.id !== DEFAULT_PAGE_ID) await pagesChanged(context.env);
  const report = await notifyMirrorOfSettings(context.env, page.id);
  return report ? await mirrorResponse(context, Promise.resolve(report)) : await getMirror(context);
}

export async function fillForm(context: Context, form: MirrorCheck): Promise<MirrorSettings> {
  const { value } = await loadSingle(context, SINGLE);
  const wanted = await fillIn(context, value, form);
  refuseIncomplete(context, wanted);
  return wanted;
}

/** Two copies in one bucket would overwrite and delete each other's files. */
async function refuseSharedPlace(
  { env, page, now }: Context,
  wanted: MirrorSettings,
  mirrors: readonly StoredMirror[],
): Promise<void> {
  const there = mirrors.filter(
    ({ pageId, value }) => pageId !== page.id && placeOf(mirrorSettings.parse(value)) === placeOf(wanted),
  );
  for (const { page: key, status } of await findMirrorStatuses(env, there, now)) {
    if (status.state === "off" && status.filesLeft === 0) continue;
    const message = `The static copy of the page ${key} is in this bucket: use another for this page.`;
    throw new AppError("conflict", message, { problems: [{ path: "bucket", message }] });
  }
}

async function fillIn(
  context: Context,
  stored: MirrorSettings,
  change: MirrorCheck,
): Promise<MirrorSettings> {
  const config: Config = { ...maskSecrets(MIRROR_SECRETS, stored), ...givenOf(change) };
  if (config["provider"] === "binding") Object.assign(config, { accessKeyId: "", secretAccessKey: "" });
  const kept = stored.secretAccessKey === "" ? null : { config: stored };
  const sent = { config, stored: kept, name: namesOf(context, SINGLE).setting, root: "" };
  return mirrorSettings.parse(await sealSecrets(context.env, MIRROR_SECRETS, sent));
}

function refuseIncomplete({ env }: Context, settings: MirrorSettings): void {
  refuseFields(findMissing(env, settings));
}
