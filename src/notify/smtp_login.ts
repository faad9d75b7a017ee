import { toBase64, utf8 } from "../lib/bytes.ts";
import { isLoopbackHost } from "../lib/loopback.ts";
import { bracketed } from "../lib/wire/dial.ts";
import type { SmtpServer } from "./mail.ts";
import { SendFault } from "./send_fault.ts";
import type { Conversation } from "./smtp_conversation.ts";
import type { Extensions } from "./smtp_reply.ts";

type Login = Pick<SmtpServer, "user" | "password">;

export function hasLogin({ user, password }: Login): boolean {
  return user !== "" || password !== "";
}

/** Every form in which the password goes over the line. */
export function secretsOf({ user, password }: Login): string[] {
  if (password.trim() === "") return [];
  return [plainLogin({ user, password }), encode(password), password].toSorted((a, b) => b.length - a.length);
}

/** User and password leave this function on a line that nobody else can read, or not at all. */
export async function logIn(
  conversation: Conversation,
  { server, logins }: { server: SmtpServer; logins: Extensions["logins"] },
): Promise<void> {
  if (!conversation.isEncrypted && !isLoopbackHost(bracketed(server.host))) {
    throw new SendFault(
      `${server.host} offers no TLS (STARTTLS), so the user and password were not sent: ` +
        "use a port with TLS, or remove the login.",
      { isPermanent: true },
    );
  }
  if (/\0/.test(server.user + server.password)) {
    throw new SendFault("The user or password of the SMTP settings holds a zero byte.", {
      isPermanent: true,
    });
  }
  const asking = { doing: "signing in", refusal: `${server.host} refused the login` };
  if (logins.has("PLAIN")) {
    await conversation.ask(`AUTH PLAIN ${plainLogin(server)}`, { ...asking, wants: [235] });
  } else if (logins.has("LOGIN")) {
    await conversation.ask("AUTH LOGIN", { ...asking, wants: [334] });
    await conversation.ask(encode(server.user), { ...asking, wants: [334] });
    await conversation.ask(encode(server.password), { ...asking, wants: [235] });
  } else {
    const offered = logins.size === 0 ? "none" : "neither";
    throw new SendFault(
      `${server.host} takes no login by PLAIN or LOGIN (it offers ${offered}): check the port, or remove the login.`,
      { isPermanent: true },
    );
  }
}

function plainLogin({ user, password }: Login): string {
  return encode(`\0${user}\0${password}`);
}

function encode(text: string): string {
  return toBase64(utf8(text));
}
