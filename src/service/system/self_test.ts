import { OWN_TROUBLE } from "../../data/own_trouble.ts";
import { findSetting } from "../../data/setting.ts";
import { listWatches, markStale, SELF_TEST } from "../../data/watch.ts";
import { invalid } from "../../lib/errors.ts";
import { givenOf } from "../../lib/pick.ts";
import { isMaskedAddress, MASKED_ADDRESS, maskAddress, restoreAddress } from "../../lib/redact.ts";
import {
  ownTrouble,
  type SelfTestChange,
  type SelfTestResponse,
  type SelfTestSettings,
  selfTestSettings,
} from "../../schema/self_test.ts";
import { announceToWatches } from "../announce/watch.ts";
import type { Context } from "../context.ts";
import { checkExist } from "../record/objects_exist.ts";
import { editSingle, getSingle, type SettingObject } from "../record/setting.ts";

const SINGLE: SettingObject<SelfTestSettings> = {
  setting: SELF_TEST,
  schema: selfTestSettings,
  entityType: "self_test",
  entityName: "Self-test",
};

export async function getSelfTest(context: Context): Promise<SelfTestResponse> {
  const trouble = ownTrouble.safeParse(await findSetting(context.db, OWN_TROUBLE)).data;
  const troubleSince = trouble && trouble.overAt === null ? trouble.since : null;
  const settings = await getSingle(context, SINGLE);
  return { ...settings, urls: settings.urls.map(maskAddress), troubleSince };
}

export async function updateSelfTest(
  context: Context,
  { version, ...change }: SelfTestChange,
): Promise<SelfTestResponse> {
  await checkExist(context, "channel", { channelIds: change.channelIds });
  const watches = await listWatches(context.db);
  const { isChanged } = await editSingle(context, SINGLE, {
    version,
    decide: (before) => ({ ...before, ...givenOf(change), urls: decideUrls(before.urls, change.urls) }),
    guards: () => (watches.length > 0 ? [markStale(watches)] : []),
  });
  if (isChanged) await announceToWatches(context.env);
  return await getSelfTest(context);
}

function decideUrls(before: readonly string[], sent = before): string[] {
  const urls = sent.map((url) => restoreAddress(url, before));
  const problems = urls.flatMap((url, i) =>
    isMaskedAddress(url) ? [{ path: `urls.${i}`, message: MASKED_ADDRESS }] : [],
  );
  if (problems.length > 0) throw invalid(`${problems[0]?.path}: ${MASKED_ADDRESS}`, problems);
  return urls;
}
