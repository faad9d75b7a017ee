import { openDb } from "../../data/db.ts";
import { findSetting } from "../../data/setting.ts";
import type { Env } from "../../env.ts";
import { type AccountMailKind, makeAccountMail } from "../../notify/account_mail.ts";
import { SendFault } from "../../notify/send_fault.ts";
import { branding } from "../../schema/branding.ts";
import { sendByMail } from "../alert/mail.ts";
import { toMailSite } from "../subscriber/site.ts";

interface AccountMail {
  to: string;
  /** Within this site. */
  path: string;
  by: string | null;
}

/** Throws a SendFault. Links lead to PUBLIC_URL: where a request came in, whoever sent it has said. */
export async function sendAccountMail(
  env: Env,
  kind: AccountMailKind,
  { to, path, by }: AccountMail,
): Promise<void> {
  const site = toMailSite(env, branding.parse((await findSetting(openDb(env.DB), "branding")) ?? {}));
  if (site === null) throw new SendFault("PUBLIC_URL is not set: a mail could not link to this service.");
  const messageId = `account-${crypto.randomUUID()}`;
  await sendByMail(env, makeAccountMail(kind, { site, to, by, messageId, url: `${site.url}${path}` }));
}
