import { openDb, readTogether } from "../../data/db.ts";
import { ensureMigrated } from "../../data/migrate.ts";
import { ACCESS, MIRROR } from "../../data/mirror.ts";
import { selectSetting } from "../../data/setting.ts";
import { settingOf } from "../../domain/page/site.ts";
import type { Env } from "../../env.ts";
import { type MirrorSettings, mirrorSettings } from "../../schema/mirror.ts";
import { pageAccess } from "../../schema/page_access.ts";

export interface MirrorPlan {
  settings: MirrorSettings;
  isPagePrivate: boolean;
}

export async function readMirrorPlan(env: Env, pageId: number): Promise<MirrorPlan> {
  await ensureMigrated(env.DB);
  const db = openDb(env.DB);
  const [mirror, access] = await readTogether(db, [
    selectSetting(db, settingOf(MIRROR, pageId)),
    selectSetting(db, settingOf(ACCESS, pageId)),
  ]);
  const parseRow = (rows: Record<string, unknown>[] = []) => JSON.parse(String(rows[0]?.["value"] ?? "{}"));
  return {
    settings: mirrorSettings.parse(parseRow(mirror)),
    isPagePrivate: pageAccess.parse(parseRow(access)).private,
  };
}
