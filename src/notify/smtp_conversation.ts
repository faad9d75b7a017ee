import { utf8 } from "../lib/bytes.ts";
import {
  bracketed,
  type Dial,
  type DialedSocket,
  dial,
  hangUp,
  type Line,
  makeLine,
} from "../lib/wire/dial.ts";
import { quoteReply, type Reply, readReply } from "../lib/wire/smtp.ts";
import { WireError } from "../lib/wire/wire_error.ts";
import { abortable } from "../lib/within.ts";
import type { SmtpServer } from "./mail.ts";
import { SendFault } from "./send_fault.ts";

const MAX_BYTES = 64 * 1024;

interface SmtpCommand {
  doing: string;
  wants: readonly number[];
  refusal: string;
}

export interface Conversation {
  readonly isEncrypted: boolean;
  expectReply(asking: SmtpCommand): Promise<Reply>;
  ask(command: string, asking: SmtpCommand): Promise<Reply>;
  askFreely(command: string, doing: string): Promise<Reply>;
  refuse(reply: Reply, asking: Pick<SmtpCommand, "refusal">): SendFault;
  send(bytes: Uint8Array, doing: string): Promise<void>;
  startTls(): Promise<void>;
  close(): void;
}

interface ConversationOptions {
  connect: Dial;
  signal: AbortSignal;
  secrets: readonly string[];
}

export async function openConversation(
  { host, port, secure }: SmtpServer,
  { connect, signal, secrets }: ConversationOptions,
): Promise<Conversation> {
  const place = `${bracketed(host)}:${port}`;
  if (signal.aborted) throw lateFault({ place, doing: "waiting for its turn" }, signal.reason);
  let socket = await connectTo({ host, port, secure }, { connect, signal, place });
  let line = makeLine(socket, { signal, maxBytes: MAX_BYTES });
  let isEncrypted = secure;
  // The socket counts as open before the handshake ends: only a reply proves that it succeeded.
  let isShakingHands = false;

  async function attempt<T>(doing: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw isShakingHands && isCutOff(error) ? tlsFault(place, error) : wireFault({ place, doing }, error);
    }
  }

  const send = (bytes: Uint8Array, doing: string) => attempt(doing, () => line.write(bytes));

  async function readAnyReply(doing: string): Promise<Reply> {
    const reply = await attempt(doing, () => readReply(line.reader, secrets));
    isShakingHands = false;
    return reply;
  }

  async function expectReply(asking: SmtpCommand): Promise<Reply> {
    const reply = await readAnyReply(asking.doing);
    if (!asking.wants.includes(reply.code)) throw refuse(reply, asking);
    return reply;
  }

  async function sendCommand(command: string, doing: string): Promise<void> {
    if (/[\r\n\0]/.test(command)) throw new SendFault("A line break can't be sent.", { isPermanent: true });
    await send(utf8(`${command}\r\n`), doing);
  }

  function refuse(reply: Reply, { refusal }: Pick<SmtpCommand, "refusal">): SendFault {
    return new SendFault(`${refusal}: ${quoteReply(reply, secrets)}`, { isPermanent: reply.code >= 500 });
  }

  async function startTls(): Promise<void> {
    // Bytes from before TLS may come from an attacker and would count as the server's (response injection).
    if (line.reader.readArrived().length > 0) {
      throw new SendFault(`${place} sent data before TLS started: the connection may be tampered with.`);
    }
    try {
      [socket, line] = await upgrade(socket, { line, signal });
    } catch (error) {
      throw signal.aborted ? lateFault({ place, doing: "starting TLS" }, error) : tlsFault(place, error);
    }
    isEncrypted = true;
    isShakingHands = true;
  }

  return {
    get isEncrypted() {
      return isEncrypted;
    },
    expectReply,
    async ask(command, asking) {
      await sendCommand(command, asking.doing);
      return await expectReply(asking);
    },
    async askFreely(command, doing) {
      await sendCommand(command, doing);
      return await readAnyReply(doing);
    },
    refuse,
    send,
    startTls,
    close: () => hangUp(socket),
  };
}

async function connectTo(
  { host: hostname, port, secure }: Pick<SmtpServer, "host" | "port" | "secure">,
  { connect, signal, place }: { connect: Dial; signal: AbortSignal; place: string },
): Promise<DialedSocket> {
  try {
    return await dial(connect, { hostname, port, tls: secure ? "on" : "starttls" }, { signal });
  } catch (error) {
    if (signal.aborted) throw lateFault({ place, doing: "connecting" }, error);
    throw connectFault({ place, secure }, error);
  }
}

async function upgrade(
  socket: DialedSocket,
  { line, signal }: { line: Line; signal: AbortSignal },
): Promise<[DialedSocket, Line]> {
  line.release();
  if (!socket.startTls) throw new Error("This socket can't be secured.");
  const secured = socket.startTls();
  try {
    await abortable(secured.opened, signal);
  } catch (error) {
    hangUp(secured);
    throw error;
  }
  return [secured, makeLine(secured, { signal, maxBytes: MAX_BYTES })];
}

interface SmtpStage {
  place: string;
  doing: string;
}

function connectFault({ place, secure }: { place: string; secure: boolean }, cause: unknown): SendFault {
  const why = textOf(cause);
  if (/port 25\b/.test(why)) {
    const sentence = "The platform blocks port 25: use the submission ports 465 or 587.";
    return new SendFault(sentence, { isPermanent: true, cause });
  }
  if (secure) return tlsFault(place, cause);
  return new SendFault(`No connection to ${place}: refused, not found or unreachable. (${why})`, {
    cause,
  });
}

function tlsFault(place: string, cause: unknown): SendFault {
  const sentence =
    `No TLS connection to ${place}: it is unreachable, has no TLS on this port, ` +
    `or its certificate is not trusted. (${textOf(cause)})`;
  return new SendFault(sentence, { cause });
}

function lateFault({ place, doing }: SmtpStage, cause: unknown): SendFault {
  return new SendFault(`Timed out while ${doing} (${place}).`, { cause });
}

function isCutOff(error: unknown): boolean {
  return error instanceof WireError && (error.fault === "closed" || error.fault === "broken");
}

function wireFault({ place, doing }: SmtpStage, cause: unknown): SendFault {
  if (!(cause instanceof WireError)) return new SendFault(`${place} failed while ${doing}.`, { cause });
  if (cause.fault === "aborted") return lateFault({ place, doing }, cause);
  if (isCutOff(cause)) {
    return new SendFault(`${place} closed the connection while ${doing}.`, { cause });
  }
  return new SendFault(`${place} sent an invalid response while ${doing}. ${cause.message}`, { cause });
}

function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\p{C}+/gu, " ").slice(0, 200);
}
