import type { Env } from "../../../src/env.ts";
import { type AgentKeys, makeAgentKeys, openForAgent } from "../../../src/lib/agent_seal.ts";
import { PRODUCT_VERSION } from "../../../src/lib/product_version.ts";
import { type AgentCheckResult, type Attempt, attempts } from "../../../src/schema/agent_message.ts";
import { bindings, handle, ORIGIN } from "../../api/client.ts";

export const UP: AgentCheckResult = {
  status: "up",
  responseMs: 12,
  message: "OK",
  steps: [],
  isOwnFault: false,
};
export const LACKS = [{ what: "ICMP", reason: "The agent's machine has no ping command." }];
export const DOWN: AgentCheckResult = { ...UP, status: "down", message: "Connection refused." };

export class StandIn {
  readonly taken: Attempt[] = [];
  readonly messages: string[] = [];
  closed: number | null = null;
  answer: (attempt: Attempt) => AgentCheckResult | null = () => UP;
  readonly #socket: WebSocket;
  readonly #keys: AgentKeys;

  private constructor(socket: WebSocket, keys: AgentKeys) {
    this.#socket = socket;
    this.#keys = keys;
    socket.addEventListener("message", ({ data }) => void this.#take(String(data)));
    socket.addEventListener("close", ({ code }) => {
      this.closed = code;
    });
    socket.accept();
  }

  static async connect(token: string, options: { host?: string; variables?: Env } = {}): Promise<StandIn> {
    const keys = await makeAgentKeys();
    const { webSocket, status } = await knock(token, { keys, ...options });
    if (!webSocket) throw new Error(`the connection was answered with ${status}`);
    return new StandIn(webSocket, keys);
  }

  report(id: string, answer: unknown): void {
    this.send(
      JSON.stringify({
        kind: "results",
        roundTripMs: 7,
        lastHour: { checks: 3, notMade: 1 },
        results: [{ id, answer }],
      }),
    );
  }

  send(message: string | ArrayBuffer): void {
    this.#socket.send(message);
  }

  close(): void {
    this.#socket.close(1000);
  }

  async #take(message: string): Promise<void> {
    this.messages.push(message);
    const { sealed } = JSON.parse(message) as { sealed: string };
    for (const attempt of attempts.parse(JSON.parse(await openForAgent(sealed, this.#keys)))) {
      this.taken.push(attempt);
      const answer = this.answer(attempt);
      if (answer) this.report(attempt.id, answer);
    }
  }
}

interface KnockOptions {
  keys: AgentKeys;
  host?: string;
  version?: string;
  variables?: Env;
}

export async function knock(
  token: string,
  { host = "mill", keys, version = PRODUCT_VERSION, variables = bindings }: KnockOptions,
): Promise<Response> {
  const headers = {
    Authorization: `Bearer ${token}`,
    Upgrade: "websocket",
    "X-Uptide-Agent": version,
    "X-Uptide-Agent-Host": encodeURIComponent(host),
    "X-Uptide-Agent-Key": keys.publicKey,
    "X-Uptide-Agent-Lacks": encodeURIComponent(JSON.stringify(LACKS)),
    "CF-Connecting-IP": "203.0.113.9",
  };
  return await handle(new Request(`${ORIGIN}/api/v1/agent/connect`, { headers }), variables);
}
