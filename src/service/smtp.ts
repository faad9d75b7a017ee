import { save } from "../data/db.ts";
import { saveSetting } from "../data/setting.ts";
import { findSiteName } from "../data/site.ts";
import { showReferences } from "../domain/vault_reference.ts";
import { SMTP_OWNER } from "../domain/vault_spots.ts";
import { secretBoxOf } from "../env.ts";
import { AppError, invalid } from "../lib/errors.ts";
import { MASK } from "../lib/mask.ts";
import type { Settings } from "../lib/settings.ts";
import { SendFault } from "../notify/send_fault.ts";
import { type SmtpAnswer, type SmtpChange, type SmtpSettings, smtpSettings } from "../schema/smtp.ts";
import { recordAudit } from "./audit.ts";
import type { Context } from "./context.ts";
import { findSmtpSettings, SMTP_NAME, SMTP_SECRET_NAME, sendByMail } from "./mail.ts";
import { checkVaultUse, loadVaultNames, resolveVaultReferences } from "./vault_reference.ts";

export async function getSmtp(context: Context): Promise<SmtpAnswer> {
  return await toAnswer(context, await findSmtpSettings(context.db));
}

/** What is left out keeps what is stored. */
export async function updateSmtp(context: Context, change: SmtpChange): Promise<SmtpAnswer> {
  const stored = await findSmtpSettings(context.db);
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const vault = await decideVault(context, stored, given);
  const password = await decidePassword(context, stored, change);
  const wanted = smtpSettings.parse({ ...stored, ...given, password, vault });
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
  return await toAnswer(context, wanted);
}

export async function testSmtp(context: Context, to: string): Promise<void> {
  const site = await findSiteName(context.db);
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

async function decideVault(context: Context, stored: SmtpSettings, given: Settings): Promise<unknown> {
  const owner = SMTP_OWNER;
  const answered = await toAnswer(context, stored);
  const sent = { owner, config: { ...answered, ...given } };
  checkVaultUse(context, { owner, config: answered }, sent);
  const before = { owner, config: stored };
  return (await resolveVaultReferences(context, { ...sent, stored: before, root: "" }))["vault"];
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

async function toAnswer({ db }: Context, settings: SmtpSettings): Promise<SmtpAnswer> {
  const owned = { owner: SMTP_OWNER, config: settings };
  const { vault } = showReferences(await loadVaultNames(db, [owned]), owned) as Pick<SmtpAnswer, "vault">;
  return { ...settings, password: settings.password === "" ? "" : MASK, vault };
}
