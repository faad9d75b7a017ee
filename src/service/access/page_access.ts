import {
  type PageAccess,
  type PageAccessAnswer,
  type PageAccessChange,
  pageAccess,
} from "../../schema/page_access.ts";
import type { Context } from "../context.ts";
import { updatePageSetting } from "../page/setting.ts";
import { getSingle, type SettingObject } from "../system/setting.ts";

/** The setting's name. */
export const ACCESS = "status_page_access";

const SINGLE: SettingObject<PageAccess> = {
  setting: ACCESS,
  schema: pageAccess,
  entityType: "status_page_access",
  entityName: "Status page access",
};

export async function getPageAccess(context: Context): Promise<PageAccessAnswer> {
  return await getSingle(context, SINGLE);
}

export async function updatePageAccess(
  context: Context,
  change: PageAccessChange,
): Promise<PageAccessAnswer> {
  return await updatePageSetting(context, SINGLE, change);
}
