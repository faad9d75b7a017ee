import { openDb } from "../../data/db.ts";
import { findSetting } from "../../data/setting.ts";
import { describeStop } from "../../domain/access/account_mail.ts";
import { type Env, variablesOf } from "../../env.ts";
import { type AccountMailKind, makeAccountMail } from "../../notify/account_mail.ts";
import { SendFault } from "../../notify/send_fault.ts";
import { branding } from "../../schema/branding.ts";
import { canSendMail, findSmtpSettings, sendByMail } from "../alert/mail.ts";
import { toMailSite } from "../alert/mail_site.ts";
import type { Context } from "../context.ts";

interface AccountMail {
  to: string;
  path: string;
  by: string | null;
}

const NOT_SET_UP =
  "Emails can't be sent: set the SMTP server, the sender and PUBLIC_URL, or add the user with a temporary password.";

export async function findMailProblem({ env, db }: Pick<Context, "env" | "db">): Promise<string | null> {
  const settings = await findSmtpSettings(db);
  if (variablesOf(env).publicUrl === null || !canSendMail(settings)) return NOT_SET_UP;
  return describeStop(settings);
}

/** Links use PUBLIC_URL: the host of a request is chosen by its sender. */
export async function sendAccountMail(
  env: Env,
  kind: AccountMailKind,
  { to, path, by }: AccountMail,
): Promise<void> {
  const site = toMailSite(env, branding.parse((await findSetting(openDb(env.DB), "branding")) ?? {}));
  if (site === null) throw new SendFault("PUBLIC_URL isn't set, so emails can't link to this service.");
  const messageId = `account-${crypto.randomUUID()}`;
  const mail = makeAccountMail(kind, { site, to, by, messageId, url: `${site.url}${path}` });
  await sendByMail(env, mail, { isForAccount: true });
}
