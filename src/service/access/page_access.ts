import { guard } from "../../data/db.ts";
import { ACCESS, isMirrorOff, isMirrorOn, PASSWORD } from "../../data/mirror.ts";
import { deleteSetting } from "../../data/setting.ts";
import { COPY_IS_PUBLIC } from "../../domain/mirror/state.ts";
import { DEFAULT_PAGE_ID, settingOf } from "../../domain/page/site.ts";
import { AppError } from "../../lib/errors.ts";
import { givenOf } from "../../lib/pick.ts";
import {
  type PageAccess,
  type PageAccessChange,
  type PageAccessResponse,
  type PageAccessSaved,
  pageAccess,
} from "../../schema/page_access.ts";
import { notifyMirrorOfSettings, pageChanged } from "../announce/page.ts";
import type { Context } from "../context.ts";
import { editSingle, getSingle, type SettingObject } from "../record/setting.ts";

const SINGLE: SettingObject<PageAccess> = {
  setting: ACCESS,
  schema: pageAccess,
  entityType: "status_page_access",
  entityName: "Status page access",
};

export async function getPageAccess(context: Context): Promise<PageAccessResponse> {
  return await getSingle(context, SINGLE);
}

/** A mirrored page can't be private: the static copy is public. */
export async function updatePageAccess(
  context: Context,
  { version, ...change }: PageAccessChange,
): Promise<PageAccessSaved> {
  const given = givenOf(change);
  const decide = async (before: PageAccess): Promise<PageAccess> => {
    const after = { ...before, ...given };
    if (after.private && (await isMirrorOn(context.db, DEFAULT_PAGE_ID)))
      throw new AppError("conflict", COPY_IS_PUBLIC);
    return after;
  };
  // "Private" means signed-in users only: an earlier password would open the page again.
  const forget = deleteSetting(context.db, settingOf(PASSWORD, DEFAULT_PAGE_ID));
  const guards = (after: PageAccess, before: PageAccess) => [
    ...(after.private ? [guard(isMirrorOff(DEFAULT_PAGE_ID))] : []),
    ...(after.private === before.private ? [] : [forget]),
  ];
  const { after, isChanged } = await editSingle(context, SINGLE, { version, decide, guards });
  if (isChanged) await pageChanged(context.env);
  const mirror = after.private ? await notifyMirrorOfSettings(context.env, DEFAULT_PAGE_ID) : null;
  const response = await getPageAccess(context);
  return mirror?.filesLeft ? { ...response, mirrorFilesLeft: mirror.filesLeft } : response;
}
