import { connect as connectPlatform } from "cloudflare:sockets";
import { WorkerEntrypoint } from "cloudflare:workers";
import type { Dial } from "../../src/lib/wire/dial.ts";
import type { Mail, SmtpServer } from "../../src/notify/mail.ts";
import { SendFault } from "../../src/notify/send_fault.ts";
import { sendMail } from "../../src/notify/smtp.ts";
import { serveOrders } from "./orders.ts";

export interface MailOrder {
  server: SmtpServer;
  mail: Mail;
  now: number;
  clientName: string;
  timeoutMs: number;
  clock?: string | undefined;
}

export interface MailOutcome {
  fault: { message: string; isPermanent: boolean } | null;
  isTimeUp: boolean;
}

const connect: Dial = ({ hostname, port, tls }) =>
  connectPlatform({ hostname, port }, { secureTransport: tls, allowHalfOpen: false });

export class Mailer extends WorkerEntrypoint {
  async deliver({ server, mail, now, clientName, timeoutMs, clock }: MailOrder): Promise<MailOutcome> {
    const time = new AbortController();
    if (clock)
      void fetch(clock).then(() => time.abort(new DOMException("The check timed out.", "TimeoutError")));
    const signal = AbortSignal.any([time.signal, AbortSignal.timeout(timeoutMs)]);
    let fault: MailOutcome["fault"] = null;
    try {
      await sendMail(server, mail, { connect, signal, now, clientName });
    } catch (error) {
      if (!(error instanceof SendFault)) throw error;
      fault = { message: error.message, isPermanent: error.isPermanent };
    }
    return { fault, isTimeUp: signal.aborted };
  }
}

export default {
  fetch(_request, _env, context) {
    const { Mailer: mailer } = context.exports as unknown as { Mailer: Mailer };
    return serveOrders<MailOrder>(async (order) => await mailer.deliver(order));
  },
} satisfies ExportedHandler;
