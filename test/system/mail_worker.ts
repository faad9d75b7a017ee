import { connect as connectPlatform } from "cloudflare:sockets";
import type { Dial } from "../../src/lib/wire/dial.ts";
import type { Mail, SmtpServer } from "../../src/notify/mail.ts";
import { SendFault } from "../../src/notify/send_fault.ts";
import { sendMail } from "../../src/notify/smtp.ts";

export interface MailOrder {
  server: SmtpServer;
  mail: Mail;
  now: number;
  clientName: string;
  timeoutMs: number;
}

/** What came of it; null where the mail was sent. */
export interface MailOutcome {
  fault: { message: string; isPermanent: boolean } | null;
  tookMs: number;
}

const connect: Dial = ({ hostname, port, tls }) =>
  connectPlatform({ hostname, port }, { secureTransport: tls, allowHalfOpen: false });

export default {
  async fetch(request) {
    const { server, mail, now, clientName, timeoutMs } = await request.json<MailOrder>();
    const startedAt = Date.now();
    let fault: MailOutcome["fault"] = null;
    try {
      await sendMail(server, mail, { connect, signal: AbortSignal.timeout(timeoutMs), now, clientName });
    } catch (error) {
      if (!(error instanceof SendFault)) throw error;
      fault = { message: error.message, isPermanent: error.isPermanent };
    }
    return Response.json({ fault, tookMs: Date.now() - startedAt } satisfies MailOutcome);
  },
} satisfies ExportedHandler;
