import type { Env } from "../../env.ts";
import type { Mail } from "../../notify/mail.ts";
import type { SmtpSession } from "../../notify/smtp.ts";
import { openMailSession } from "../alert/mail.ts";

/** Mail servers limit the emails per session; most allow this many. */
const MAILS_A_SESSION = 50;
const TIMEOUT_MS = 15_000;

export interface SmtpConnection {
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}

export function createSmtpConnection(env: Env): SmtpConnection {
  let session: SmtpSession | null = null;
  let sent = 0;
  let deadline = new AbortController();

  async function withinTime<T>(work: () => Promise<T>): Promise<T> {
    const timer = setTimeout(
      () => deadline.abort(new DOMException("The check timed out.", "TimeoutError")),
      TIMEOUT_MS,
    );
    try {
      return await work();
    } finally {
      clearTimeout(timer);
    }
  }

  async function connect(): Promise<SmtpSession> {
    deadline = new AbortController();
    sent = 0;
    session = await openMailSession(env, deadline.signal);
    return session;
  }

  async function close(): Promise<void> {
    const open = session;
    session = null;
    if (!open) return;
    await open.end();
    open.close();
  }

  return {
    async send(mail) {
      if (sent >= MAILS_A_SESSION) await close();
      const fault = await withinTime(async () => {
        const open = session ?? (await connect());
        try {
          sent++;
          return await open.send(mail, Date.now());
        } catch (error) {
          session = null;
          open.close();
          throw error;
        }
      });
      if (fault) {
        await close();
        throw fault;
      }
    },
    close,
  };
}
