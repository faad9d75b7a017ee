import { save } from "../data/db.ts";
import { saveSetting } from "../data/setting.ts";
import { secretBoxOf } from "../env.ts";
import { AppError, invalid } from "../lib/errors.ts";
import { MASK } from "../lib/mask.ts";
import { SendFault } from "../notify/send_fault.ts";
import { type SmtpAnswer, type SmtpChange, type SmtpSettings, smtpSettings } from "../schema/smtp.ts";
import { recordAudit } from "./audit.ts";
import type { Context } from "./context.ts";
import { findSmtpSettings, SMTP_NAME, SMTP_SECRET_NAME, sendByMail } from "./mail.ts";
import { siteName } from "./site.ts";

export async function getSmtp(context: Context): Promise<SmtpAnswer> {
  return toAnswer(await findSmtpSettings(context.db));
}

/** What is left out keeps what is stored. */
export async function updateSmtp(context: Context, change: SmtpChange): Promise<SmtpAnswer> {
  const stored = await findSmtpSettings(context.db);
  const password = await decidePassword(context, stored, change);
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const wanted = smtpSettings.parse({ ...stored, ...given, password });
  const names = Object.keys(wanted) as (keyof SmtpSettings)[];
  const fields = names.filter((name) => JSON.stringify(wanted[name]) !== JSON.stringify(stored[name]));
  if (fields.length > 0) {
    await save(context.db, [
      saveSetting(context.db, SMTP_NAME, wanted, context.now),
      recordAudit(context, {
        action: "Update",
        entityType: "smtp_settings",
        entityName: "SMTP",
        details: { fields },
      }),
    ]);
  }
  return toAnswer(wanted);
}

export async function testSmtp(context: Context, to: string): Promise<void> {
  const site = await siteName(context.env);
  const text = `This is a test: ${site} can send mail through this server.`;
  try {
    await sendByMail(context.env, {
      messageId: `test-${crypto.randomUUID()}`,
      to: [to],
      subject: `${site}: test of the mail settings`,
      text,
      html: `<p>${text.replace(/[<>&"]/g, (mark) => `&#${mark.charCodeAt(0)};`)}</p>`,
    });
  } catch (error) {
    if (error instanceof SendFault) throw new AppError("undeliverable", error.message, { cause: error });
    throw error;
  }
}

/** A password that is kept must not travel to another server than the one it was typed for. */
async function decidePassword(
  context: Context,
  stored: SmtpSettings,
  { password, host = stored.host, port = stored.port }: SmtpChange,
): Promise<string> {
  if (password === "") return "";
  if (password !== undefined && password !== MASK) {
    return await (await secretBoxOf(context.env)).seal(password, SMTP_SECRET_NAME);
  }
  if (stored.password === "") {
    if (password === MASK) throw refusal("There is no stored password to keep: type it.");
    return "";
  }
  if (host !== stored.host || port !== stored.port) {
    throw refusal("The server's address has changed: type the password again, or remove it.");
  }
  return stored.password;
}

function refusal(message: string): AppError {
  return invalid(`password: ${message}`, [{ path: "password", message }]);
}

function toAnswer({ password, vault: _, ...settings }: SmtpSettings): SmtpAnswer {
  return { ...settings, password: password === "" ? "" : MASK, vault: null };
}
