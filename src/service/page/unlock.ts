import type { PageSite } from "../../domain/page/site.ts";
import { DAY_MS } from "../../lib/units.ts";
import { openToken, sealToken } from "../access/sealed_token.ts";
import type { Context } from "../context.ts";

export const UNLOCKED_MS = 30 * DAY_MS;

function purposeOf({ id }: PageSite): string {
  return `page/${id}`;
}

export async function sealUnlock({ env, page, now }: Context, stamp: string): Promise<string> {
  return await sealToken(env, purposeOf(page), stamp, now + UNLOCKED_MS);
}

export async function isUnlocked({ env, page, unlockToken, now }: Context, stamp: string): Promise<boolean> {
  if (unlockToken === null) return false;
  const opened = await openToken<string>(env, purposeOf(page), unlockToken, now);
  return opened.state === "good" && opened.value === stamp;
}
