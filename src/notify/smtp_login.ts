import { isLoopbackHost } from "../lib/loopback.ts";
import { bracketed } from "../lib/wire/dial.ts";
import { type Extensions, hasZeroByte, planLogin } from "../lib/wire/smtp.ts";
import type { SmtpServer } from "./mail.ts";
import { SendFault } from "./send_fault.ts";
import type { Conversation } from "./smtp_conversation.ts";

/** Credentials are sent only over an encrypted connection, or to this machine. */
export async function logIn(
  conversation: Conversation,
  { server, logins }: { server: SmtpServer; logins: Extensions["logins"] },
): Promise<void> {
  if (!conversation.isEncrypted && !isLoopbackHost(bracketed(server.host))) {
    throw new SendFault(
      `${server.host} doesn't support TLS (STARTTLS), so the user and password weren't sent: ` +
        "use a port with TLS, or remove the login.",
      { isPermanent: true },
    );
  }
  if (hasZeroByte(server)) {
    throw new SendFault("The user or password in the SMTP settings contains a null byte.", {
      isPermanent: true,
    });
  }
  const plan = planLogin(server, logins);
  if (!plan) {
    const offered = logins.size === 0 ? "none" : "neither";
    throw new SendFault(
      `${server.host} doesn't support login by PLAIN or LOGIN (it offers ${offered}): check the port, or remove the login.`,
      { isPermanent: true },
    );
  }
  const asking = { doing: "signing in", refusal: `${server.host} refused the login` };
  for (const { text, wants } of plan) await conversation.ask(text, { ...asking, wants: [wants] });
}
