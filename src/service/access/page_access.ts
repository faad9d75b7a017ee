import {
  type PageAccess,
  type PageAccessAnswer,
  type PageAccessChange,
  pageAccess,
} from "../../schema/page_access.ts";
import type { Context } from "../context.ts";
import { pageChanged } from "../page/change.ts";
import { editSingle, loadSingle, type SettingObject } from "../system/setting.ts";

/** The setting's name. */
export const ACCESS = "status_page_access";

const SINGLE: SettingObject<PageAccess> = {
  ...{
    setting: ACCESS,
    schema: pageAccess,
    entityType: "status_page_access",
    entityName: "Status page access",
  },
};

export async function getPageAccess(context: Context): Promise<PageAccessAnswer> {
  const { value, version } = await loadSingle(context, SINGLE);
  return { ...value, version };
}

export async function updatePageAccess(
  context: Context,
  { version, ...wanted }: PageAccessChange,
): Promise<PageAccessAnswer> {
  const { isChanged } = await editSingle(context, SINGLE, { version, decide: () => wanted });
  if (isChanged) await pageChanged(context.env);
  return await getPageAccess(context);
}
