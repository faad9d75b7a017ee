import type { Dial } from "../lib/wire/dial.ts";
import { parseIp, parseName } from "../lib/wire/host_name.ts";
import {
  DONE,
  type Extensions,
  hasLogin,
  NO_EXTENSIONS,
  parseExtensions,
  quoteReply,
  secretsOf,
} from "../lib/wire/smtp.ts";
import { abortable } from "../lib/within.ts";
import type { Mail, SmtpServer } from "./mail.ts";
import { flatten, formatMail, type MailAddress, parseMailAddress, stuffDots } from "./mime.ts";
import { SendFault } from "./send_fault.ts";
import { type Conversation, openConversation } from "./smtp_conversation.ts";
import { logIn } from "./smtp_login.ts";

const FAREWELL_MS = 1000;

interface SmtpOptions {
  connect: Dial;
  signal: AbortSignal;
  now: number;
  clientName: string;
}

export interface SmtpSession {
  /**
   * Throws if nobody got the email; returns a fault if some receivers were refused. Either way the session is
   * unusable afterwards.
   */
  send(mail: Mail, now: number): Promise<SendFault | null>;
  end(): Promise<void>;
  close(): void;
}

/** Throws a SendFault even if only some receivers were refused; the others have the email, and the fault says so. */
export async function sendMail(server: SmtpServer, mail: Mail, options: SmtpOptions): Promise<void> {
  const session = await openSession(server, options);
  try {
    const fault = await session.send(mail, options.now);
    await session.end();
    if (fault) throw fault;
  } finally {
    session.close();
  }
}

export async function openSession(
  server: SmtpServer,
  options: Omit<SmtpOptions, "now">,
): Promise<SmtpSession> {
  const from = parseMailAddress(server.from.address);
  if (!from) throw permanent("The sender in the SMTP settings isn't an email address.");
  const secrets = [...(server.hidden ?? []), ...secretsOf(server)];
  const conversation = await openConversation(server, { ...options, secrets });
  try {
    const extensions = await introduce(conversation, { server, clientName: options.clientName });
    if (hasLogin(server)) await logIn(conversation, { server, logins: extensions.logins });
    const sender = { from, fromName: server.from.name };
    return {
      send: async (mail, now) => await offerMail(conversation, mail, { ...sender, now, extensions, secrets }),
      end: async () => await sayGoodbye(conversation),
      close: () => conversation.close(),
    };
  } catch (error) {
    conversation.close();
    throw error;
  }
}

interface Offer {
  from: MailAddress;
  fromName: string;
  now: number;
  extensions: Extensions;
  secrets: readonly string[];
}

async function offerMail(
  conversation: Conversation,
  mail: Mail,
  { extensions, secrets, ...sender }: Offer,
): Promise<SendFault | null> {
  const { fit, refused } = sortReceivers(mail.to, extensions);
  const { from } = sender;
  if (from.isInternational && !extensions.hasSmtpUtf8) throw permanent(describeUnfit(from.text));
  if (fit.length === 0) throw refusalOf(refused, []);
  const envelope = { ...sender, to: fit };
  const message = stuffDots(formatMail(mail, envelope));
  await offerSender(conversation, envelope);
  const taken = await offerReceivers(conversation, { fit, refused, secrets });
  await handOver(conversation, message);
  return refused.length > 0 ? refusalOf(refused, taken) : null;
}

async function introduce(
  conversation: Conversation,
  { server, clientName }: { server: SmtpServer; clientName: string },
): Promise<Extensions> {
  const doubt = server.secure ? "" : "; the server may expect TLS from the start";
  const doing = `waiting for the greeting${doubt}`;
  await conversation.expectReply({ doing, wants: [220], refusal: `${server.host} doesn't accept email` });
  const hello = { server, name: formatClientName(clientName) };
  const extensions = await greet(conversation, hello);
  if (conversation.isEncrypted || !extensions.hasStartTls) return extensions;
  const starting = { doing: "starting TLS", wants: [220], refusal: `${server.host} refused to start TLS` };
  await conversation.ask("STARTTLS", starting);
  await conversation.startTls();
  return await greet(conversation, hello);
}

async function greet(
  conversation: Conversation,
  { server, name }: { server: SmtpServer; name: string },
): Promise<Extensions> {
  const asking = {
    doing: "introducing this client",
    wants: [250],
    refusal: `${server.host} refused this client`,
  };
  const reply = await conversation.askFreely(`EHLO ${name}`, asking.doing);
  if (reply.code === 250) return parseExtensions(reply);
  // HELO: an old server without TLS or logins, only usable if neither is needed.
  if (reply.code < 500 || hasLogin(server)) throw conversation.refuse(reply, asking);
  await conversation.ask(`HELO ${name}`, asking);
  return NO_EXTENSIONS;
}

function formatClientName(text: string): string {
  const ip = parseIp(text);
  if (ip) return ip.includes(":") ? `[IPv6:${ip}]` : `[${ip}]`;
  const name = parseName(text);
  return name && /^[a-z0-9.-]+$/.test(name) ? name : "localhost";
}

interface Sender {
  from: MailAddress;
  to: readonly MailAddress[];
}

async function offerSender(conversation: Conversation, { from, to }: Sender): Promise<void> {
  const isInternational = [from, ...to].some((address) => address.isInternational);
  const command = `MAIL FROM:<${from.text}>${isInternational ? " SMTPUTF8" : ""}`;
  const refusal = `The mail server refused the sender ${from.text}`;
  await conversation.ask(command, { doing: "sending the sender address", wants: DONE, refusal });
}

async function handOver(conversation: Conversation, message: Uint8Array): Promise<void> {
  const doing = "sending the email";
  const refusal = "The mail server refused the email";
  await conversation.ask("DATA", { doing, wants: [354], refusal });
  await conversation.send(message, doing);
  let reply: Awaited<ReturnType<Conversation["expectReply"]>>;
  try {
    reply = await conversation.askFreely(".", "confirming delivery");
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new SendFault(`The email may have arrived, but the server didn't confirm it: ${why}`, { cause });
  }
  if (!DONE.includes(reply.code)) throw conversation.refuse(reply, { refusal });
}

async function sayGoodbye(conversation: Conversation): Promise<void> {
  const farewell = conversation.askFreely("QUIT", "saying goodbye");
  await abortable(farewell, AbortSignal.timeout(FAREWELL_MS)).catch(() => undefined);
}

function permanent(sentence: string): SendFault {
  return new SendFault(sentence, { isPermanent: true });
}

const MOST_LISTED = 10;

interface RefusedReceiver {
  address: string;
  why: string;
  isPermanent: boolean;
}

interface Receivers {
  fit: MailAddress[];
  refused: RefusedReceiver[];
}

function sortReceivers(to: readonly string[], { hasSmtpUtf8 }: Extensions): Receivers {
  const fit = new Map<string, MailAddress>();
  const refused: RefusedReceiver[] = [];
  for (const text of to) {
    const address = parseMailAddress(text);
    if (address && (hasSmtpUtf8 || !address.isInternational)) fit.set(address.text, address);
    else {
      const why = address ? describeUnfit(address.text) : "This isn't an email address.";
      refused.push({ address: JSON.stringify(flatten(text.slice(0, 100))), why, isPermanent: true });
    }
  }
  return { fit: [...fit.values()], refused };
}

function describeUnfit(address: string): string {
  return `The mail server doesn't support non-ASCII letters before the @: ${address}.`;
}

async function offerReceivers(
  conversation: Conversation,
  { fit, refused, secrets }: Receivers & { secrets: readonly string[] },
): Promise<string[]> {
  const taken: string[] = [];
  for (const { text: address } of fit) {
    const reply = await conversation.askFreely(`RCPT TO:<${address}>`, "sending a recipient address");
    if (reply.code === 421)
      throw conversation.refuse(reply, { refusal: "The mail server closed the connection" });
    if (DONE.includes(reply.code)) taken.push(address);
    else refused.push({ address, why: quoteReply(reply, secrets), isPermanent: reply.code >= 500 });
  }
  if (taken.length === 0) throw refusalOf(refused, taken);
  return taken;
}

/** Permanent once anyone has the email: a retry would send it to them again. */
function refusalOf(refused: readonly RefusedReceiver[], taken: readonly string[]): SendFault {
  const reasons = refused.slice(0, MOST_LISTED).map(({ address, why }) => `${address}: ${why}`);
  if (refused.length > MOST_LISTED) reasons.push(`and ${refused.length - MOST_LISTED} more`);
  const list = reasons.join("; ") || "none given.";
  if (taken.length > 0) {
    const sentence = `The email reached only ${taken.join(", ")}. Refused: ${list}`;
    return new SendFault(sentence, { isPermanent: true });
  }
  const isPermanent = refused.every((one) => one.isPermanent);
  return new SendFault(`No recipient was accepted. Refused: ${list}`, { isPermanent });
}
