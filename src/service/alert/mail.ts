import { type Db, openDb } from "../../data/db.ts";
import { findSetting } from "../../data/setting.ts";
import { getSettingAndSite } from "../../data/site.ts";
import { describeStop } from "../../domain/access/account_mail.ts";
import { SMTP_OWNER } from "../../domain/vault/spots.ts";
import { type Env, secretBoxOf, variablesOf } from "../../env.ts";
import { AppError } from "../../lib/errors.ts";
import { dialPlatform } from "../../lib/wire/platform_dial.ts";
import type { Mail, SmtpServer } from "../../notify/mail.ts";
import { SendFault } from "../../notify/send_fault.ts";
import { openSession, type SmtpSession, sendMail } from "../../notify/smtp.ts";
import { type SmtpSettings, smtpSettings } from "../../schema/smtp.ts";
import { fillVaultReferences } from "../vault/fill.ts";

export const SMTP_NAME = "smtp";
export const SMTP_SECRET_NAME = "smtp/password";

const TIMEOUT_MS = 15_000;

interface MailOptions {
  signal?: AbortSignal;
  /** The email gives access to an account, so an administrator must have chosen its server. */
  isForAccount?: boolean;
}

export async function sendByMail(
  env: Env,
  mail: Mail,
  { signal = AbortSignal.timeout(TIMEOUT_MS), isForAccount = false }: MailOptions = {},
): Promise<void> {
  const server = await openSmtpServer(env, { isForAccount });
  const clientName = clientNameOf(env);
  await sendMail(server, mail, { connect: dialPlatform, signal, now: Date.now(), clientName });
}

export async function openMailSession(env: Env, signal: AbortSignal): Promise<SmtpSession> {
  const server = await openSmtpServer(env);
  return await openSession(server, { connect: dialPlatform, signal, clientName: clientNameOf(env) });
}

function clientNameOf(env: Env): string {
  const { publicUrl } = variablesOf(env);
  return (publicUrl && URL.parse(publicUrl)?.hostname) || "uptide.invalid";
}

export async function findSmtpSettings(db: Db): Promise<SmtpSettings> {
  return smtpSettings.parse((await findSetting(db, SMTP_NAME)) ?? {});
}

export function canSendMail({ host, fromAddress }: SmtpSettings): boolean {
  return host !== "" && fromAddress !== "";
}

export async function canMailLinks({ env, db }: { env: Env; db: Db }): Promise<boolean> {
  return variablesOf(env).publicUrl !== null && canSendMail(await findSmtpSettings(db));
}

async function openSmtpServer(env: Env, { isForAccount = false }: MailOptions = {}): Promise<SmtpServer> {
  const { value, siteName } = await getSettingAndSite(openDb(env.DB), SMTP_NAME);
  const settings = smtpSettings.parse(value ?? {});
  if (!canSendMail(settings)) {
    throw new SendFault("Email isn't set up: enter the SMTP server and the sender in the SMTP settings.", {
      isPermanent: true,
    });
  }
  const stop = isForAccount ? describeStop(settings) : null;
  if (stop !== null) throw new SendFault(stop, { isPermanent: true });
  const { host, port, secure, fromAddress, fromName } = settings;
  const account = await openAccount(env, settings);
  const from = { address: fromAddress, name: fromName || siteName };
  return { host, port, secure, ...account, from };
}

async function openAccount(
  env: Env,
  settings: SmtpSettings,
): Promise<Pick<SmtpServer, "user" | "password" | "hidden">> {
  const { user, password } = settings;
  if (settings.vault === null) return { user, password: password && (await openPassword(env, password)) };
  try {
    const owned = { owner: SMTP_OWNER, config: settings };
    const filled = await fillVaultReferences(env, owned);
    const account = filled.config as Pick<SmtpSettings, "user" | "password">;
    return { user: account.user, password: account.password, hidden: filled.hidden };
  } catch (error) {
    if (error instanceof AppError) throw new SendFault(error.message, { cause: error });
    throw error;
  }
}

async function openPassword(env: Env, sealed: string): Promise<string> {
  const plain = await (await secretBoxOf(env)).open(sealed, SMTP_SECRET_NAME);
  if (plain !== null) return plain;
  throw new SendFault("SECRET_KEY doesn't decrypt the stored SMTP password: enter it again.", {
    isPermanent: true,
  });
}
