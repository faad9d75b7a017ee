import { PASSWORD } from "../../data/mirror.ts";
import { findSetting } from "../../data/setting.ts";
import { settingOf } from "../../domain/page/site.ts";
import { AppError, NOTHING_HERE } from "../../lib/errors.ts";
import type { Limit } from "../../objects/gate.ts";
import { pagePassword } from "../../schema/page_access.ts";
import { gateOf, refuseUnless } from "../access/gate.ts";
import type { Context } from "../context.ts";
import { sealUnlock } from "./unlock.ts";

const QUARTER_HOUR_MS = 15 * 60_000;

/** Counts before checking, so parallel tries gain nothing. */
export async function unlockPage(context: Context, password: string): Promise<string> {
  const { db, page } = context;
  const limit: Limit = { name: settingOf("unlock", page.id), max: 10, windowMs: QUARTER_HOUR_MS };
  const stored = pagePassword.nullable().parse(await findSetting(db, settingOf(PASSWORD, page.id)));
  if (!stored) throw new AppError("not_found", NOTHING_HERE);
  const gate = gateOf(context);
  refuseUnless(await gate.take(limit));
  if (!(await gate.isPasswordRight(password, stored.hash)))
    throw new AppError("unauthorized", "Wrong password.", { extra: { code: "WRONG_PASSWORD" } });
  await gate.giveBack(limit.name);
  return await sealUnlock(context, stored.stamp);
}
