import { DONE, type Extensions, quoteReply } from "../lib/wire/smtp_reply.ts";
import { type MailAddress, parseMailAddress } from "./mail_address.ts";
import { flatten } from "./mime_text.ts";
import { SendFault } from "./send_fault.ts";
import type { Conversation } from "./smtp_conversation.ts";

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

export function sortReceivers(to: readonly string[], { hasSmtpUtf8 }: Extensions): Receivers {
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

export function describeUnfit(address: string): string {
  return `The mail server doesn't support non-ASCII letters before the @: ${address}.`;
}

export async function offerReceivers(
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
export function refusalOf(refused: readonly RefusedReceiver[], taken: readonly string[]): SendFault {
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
