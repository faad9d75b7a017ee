import { explain, type PlatformRefusal, Refusal } from "./refusal.ts";

export interface Access {
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
  accountId: string;
}

interface Ask {
  doing: string;
  path: string;
  method?: "GET" | "POST" | "PUT";
  body?: unknown;
}

const TIMEOUT_MS = 30_000;

interface Envelope<T> {
  success?: boolean;
  result?: T;
  errors?: { code?: number; message?: string }[];
}

export async function ask<T>(access: Access, asked: Ask): Promise<T> {
  const reply = await send<T>(access, asked);
  if ("refused" in reply) throw new Refusal(explain(reply.refused, asked.doing));
  return reply.result;
}

/** Cloudflare's code for a missing Worker or workers.dev subdomain; the HTTP status varies. */
const NO_SUCH_THING = 10007;

export async function find<T>(access: Access, asked: Ask): Promise<T | null> {
  const reply = await send<T>(access, asked);
  if (!("refused" in reply)) return reply.result;
  if (reply.refused.status === 404 || reply.refused.code === NO_SUCH_THING) return null;
  throw new Refusal(explain(reply.refused, asked.doing));
}

async function send<T>(access: Access, asked: Ask): Promise<{ result: T } | { refused: PlatformRefusal }> {
  const url = access.baseUrl + asked.path.replace("/accounts/:account", `/accounts/${access.accountId}`);
  const { status, text } = await exchange(url, access, asked);
  const envelope = parse<T>(text);
  if (envelope?.success) return { result: envelope.result as T };
  const [error] = envelope?.errors ?? [];
  const message = error?.message ?? `it responded with ${status}`;
  return { refused: { code: error?.code ?? 0, status, message: message.replace(/\.$/, "") } };
}

async function exchange(url: string, { headers }: Access, { method = "GET", body }: Ask) {
  try {
    const response = await fetch(url, {
      method,
      // The build between two requests outlasts a kept-alive connection.
      headers: {
        ...headers,
        Connection: "close",
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    throw new Refusal(
      `${new URL(url).host} doesn't respond: check this machine's internet connection, then deploy again.`,
    );
  }
}

function parse<T>(text: string): Envelope<T> | null {
  try {
    return JSON.parse(text) as Envelope<T>;
  } catch {
    return null;
  }
}
