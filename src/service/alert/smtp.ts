import { getSiteName } from "../../data/site.ts";
import { decideConfirmed } from "../../domain/access/account_mail.ts";
import { showReferences } from "../../domain/vault/reference.ts";
import { SMTP_OWNER } from "../../domain/vault/spots.ts";
import { secretBoxOf } from "../../env.ts";
import type { Config } from "../../lib/config.ts";
import { AppError, invalid } from "../../lib/errors.ts";
import { MASK } from "../../lib/mask.ts";
import { givenOf } from "../../lib/pick.ts";
import { SendFault } from "../../notify/send_fault.ts";
import { type SmtpChange, type SmtpResponse, type SmtpSettings, smtpSettings } from "../../schema/smtp.ts";
import type { Context } from "../context.ts";
import { lastChangeBy } from "../record/audit.ts";
import { guardOwnSession, requireOwnSession } from "../record/session_save.ts";
import { editSingle, loadSingle, type SettingObject } from "../record/setting.ts";
import { checkVaultUse, loadVaultNames, resolveVaultReferences } from "../vault/reference.ts";
import { SMTP_NAME, SMTP_SECRET_NAME, sendByMail } from "./mail.ts";

const SINGLE: SettingObject<SmtpSettings> = {
  setting: SMTP_NAME,
  schema: smtpSettings,
  entityType: "smtp_settings",
  entityName: "SMTP",
};

export async function getSmtp(context: Context): Promise<SmtpResponse> {
  const { value, version } = await loadSingle(context, SINGLE);
  return { ...(await toSmtpResponse(context, value)), version };
}

export async function updateSmtp(
  context: Context,
  { version, ...change }: SmtpChange,
): Promise<SmtpResponse> {
  const given = givenOf(change);
  const isAdmin = context.actor.kind === "user" && context.actor.user.role === "admin";
  const { changedBy: by } = lastChangeBy(context);
  const decide = async (stored: SmtpSettings) => {
    const vault = await decideVault(context, stored, given);
    const password = await decidePassword(context, stored, change);
    const after = smtpSettings.parse({ ...stored, ...given, password, vault });
    if (isAdmin) await requireOwnSession(context);
    return decideConfirmed({ before: stored, after }, { isAdmin, by, at: context.now });
  };
  const guards = () => (isAdmin ? [guardOwnSession(context)] : []);
  await editSingle(context, SINGLE, { version, decide, guards });
  return await getSmtp(context);
}

export async function testSmtp(context: Context, to: string): Promise<void> {
  const site = await getSiteName(context.db);
  const text = `This is a test. ${site} can send email through this server.`;
  try {
    await sendByMail(context.env, {
      messageId: `test-${crypto.randomUUID()}`,
      to: [to],
      subject: `${site}: test of the email settings`,
      text,
      html: `<p>${text.replace(/[<>&"]/g, (mark) => `&#${mark.charCodeAt(0)};`)}</p>`,
    });
  } catch (error) {
    if (error instanceof SendFault) throw new AppError("undeliverable", error.message, { cause: error });
    throw error;
  }
}

async function decideVault(context: Context, stored: SmtpSettings, given: Config): Promise<unknown> {
  const owner = SMTP_OWNER;
  const shown = await toSmtpResponse(context, stored);
  const sent = { owner, config: { ...shown, ...given } };
  checkVaultUse(context, { owner, config: shown }, sent);
  const before = { owner, config: stored };
  return (await resolveVaultReferences(context, { ...sent, stored: before, root: "" }))["vault"];
}

/** A kept password must not go to a different server than it was entered for. */
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
    if (password === MASK) throw refusal("There is no stored password to keep: enter it.");
    return "";
  }
  if (host !== stored.host || port !== stored.port) {
    throw refusal("The server address changed: enter the password again, or remove it.");
  }
  return stored.password;
}

function refusal(message: string): AppError {
  return invalid(`password: ${message}`, [{ path: "password", message }]);
}

async function toSmtpResponse(
  { db }: Context,
  settings: SmtpSettings,
): Promise<Omit<SmtpResponse, "version">> {
  const owned = { owner: SMTP_OWNER, config: settings };
  const { vault } = showReferences(await loadVaultNames(db, [owned]), owned) as Pick<SmtpResponse, "vault">;
  return { ...settings, password: settings.password === "" ? "" : MASK, vault };
}
