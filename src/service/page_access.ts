import { save } from "../data/db.ts";
import { findSetting, saveSetting } from "../data/setting.ts";
import { type PageAccess, pageAccess } from "../schema/page_access.ts";
import { recordAudit } from "./audit.ts";
import type { Context } from "./context.ts";
import { pageChanged } from "./page_change.ts";

/** The setting's name. */
export const ACCESS = "status_page_access";

export async function getPageAccess(context: Context): Promise<PageAccess> {
  return pageAccess.parse((await findSetting(context.db, ACCESS)) ?? {});
}

export async function updatePageAccess(context: Context, wanted: PageAccess): Promise<PageAccess> {
  await save(context.db, [
    saveSetting(context.db, ACCESS, wanted, context.now),
    recordAudit(context, {
      action: "Update",
      entityType: "status_page_access",
      entityName: "Status page access",
      details: wanted,
    }),
  ]);
  await pageChanged(context.env);
  return wanted;
}
