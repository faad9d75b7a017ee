import { z } from "zod";
import { openDb } from "../../data/db.ts";
import { MIRROR } from "../../data/mirror.ts";
import { findSetting } from "../../data/setting.ts";
import { settingOf } from "../../domain/page/site.ts";
import type { Env } from "../../env.ts";

const mirrorFacts = z.object({ banner: z.boolean().default(true), intervalSecs: z.int().default(300) });
type MirrorFacts = z.output<typeof mirrorFacts>;

export async function findMirrorFacts(env: Env, pageId: number): Promise<MirrorFacts> {
  return mirrorFacts.parse((await findSetting(openDb(env.DB), settingOf(MIRROR, pageId))) ?? {});
}
