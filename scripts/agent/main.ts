import "./polyfills.ts";
import { hostname } from "node:os";
import { makeAgentKeys, openForAgent } from "../../src/lib/agent_seal.ts";
import { PRODUCT_VERSION } from "../../src/lib/product_version.ts";
import { agentAttempts, attempts, PING, PING_EVERY_MS, PONG } from "../../src/schema/agent_message.ts";
import { makeAttemptRunner } from "./attempt_runner.ts";
import { type HourCount, makeHourCount } from "./last_hour.ts";
import { fetchNode } from "./node_fetch.ts";
import { findLacks } from "./own_abilities.ts";
import type { OwnSecrets } from "./own_secrets.ts";
import type { UpgradedSocket } from "./upgraded_socket.ts";

export { makeOwnSecrets } from "./own_secrets.ts";

const CONNECT_MS = 10_000;
const PONG_MS = 10_000;
const LINE_MS = 3000;
/** After a deploy all agents reconnect, so they spread over ten seconds. */
const FIRST_RETRY_MS = 2500;
const MOST_RETRY_MS = 9000;
const OUTDATED_RETRY_MS = 60_000;

interface AgentOptions {
  url: string;
  token: string;
  secrets: OwnSecrets;
  signal: AbortSignal;
  say: (sentence: string) => void;
}

/** Returns 0 once stopped, or 2 if its token is refused. */
export async function runAgent({ url, token, secrets, signal, say }: AgentOptions): Promise<0 | 2> {
  const keys = await makeAgentKeys();
  const address = new URL(`${url.replace(/\/+$/, "")}/api/v1/agent/connect`);
  const headers = {
    Authorization: `Bearer ${token}`,
    Upgrade: "websocket",
    "User-Agent": `Uptide-Agent/${PRODUCT_VERSION}`,
    "X-Uptide-Agent": PRODUCT_VERSION,
    "X-Uptide-Agent-Host": encodeURIComponent(hostname()),
    "X-Uptide-Agent-Key": keys.publicKey,
    "X-Uptide-Agent-Lacks": encodeURIComponent(JSON.stringify(await findLacks())),
  };
  const hour = makeHourCount();
  let failures = 0;
  let last = "";
  const sayOnce = (sentence: string) => {
    if (sentence !== last) say(sentence);
    last = sentence;
  };
  while (!signal.aborted) {
    try {
      const timeout = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)]);
      const response = (await fetchNode(address.href, { headers, signal: timeout })) as Response & {
        webSocket?: UpgradedSocket;
      };
      if (response.webSocket) {
        sayOnce(`Connected to ${address.origin}.`);
        failures = 0;
        await serve(response.webSocket, { keys, secrets, hour, signal, say });
        if (!signal.aborted) sayOnce(`The connection to ${address.origin} was lost. Connecting again.`);
      } else {
        const sentence = await sentenceOf(response);
        sayOnce(sentence);
        if (response.status === 401) return 2;
        if (response.status === 426) await wait(OUTDATED_RETRY_MS, signal);
        failures += 1;
      }
    } catch (error) {
      if (signal.aborted) break;
      failures += 1;
      sayOnce(`${address.origin} can't be reached: ${error instanceof Error ? error.message : error}`);
    }
    const most = Math.min(MOST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures, 2));
    await wait(Math.random() * most, signal);
  }
  return 0;
}

interface Serving extends Pick<AgentOptions, "secrets" | "signal" | "say"> {
  keys: Awaited<ReturnType<typeof makeAgentKeys>>;
  hour: HourCount;
}

async function serve(socket: UpgradedSocket, { keys, secrets, hour, signal, say }: Serving): Promise<void> {
  let roundTripMs: number | null = null;
  let pingedAt = 0;
  let onPong: (() => void)[] = [];
  const isOpen = () => socket.readyState === 1;

  const ping = async (withinMs: number): Promise<boolean> => {
    if (!isOpen()) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), withinMs);
    onPong.push(() => resolve(true));
    pingedAt = performance.now();
    socket.send(PING);
    const hasPong = await promise;
    clearTimeout(timer);
    return hasPong;
  };

  const runner = makeAttemptRunner({
    secrets,
    hour,
    isLineGood: async () => await ping(LINE_MS),
    send(results) {
      if (isOpen())
        socket.send(JSON.stringify({ kind: "results", roundTripMs, lastHour: hour.read(), results }));
    },
  });

  const take = async (data: string): Promise<void> => {
    if (data === PONG) {
      roundTripMs = Math.round(performance.now() - pingedAt);
      for (const done of onPong) done();
      onPong = [];
      return;
    }
    const { sealed } = agentAttempts.parse(JSON.parse(data));
    runner.start(attempts.parse(JSON.parse(await openForAgent(sealed, keys))));
  };

  const gone = Promise.withResolvers<void>();
  const stop = () => {
    socket.close(1000);
    socket.destroy();
    gone.resolve();
  };
  signal.addEventListener("abort", stop);
  socket.addEventListener("message", (event) => {
    take(String((event as MessageEvent).data)).catch(() =>
      say("A message of the service could not be read."),
    );
  });
  socket.addEventListener("close", () => gone.resolve());
  socket.accept();
  const timer = setInterval(() => {
    void ping(PONG_MS).then((hasPong) => {
      if (!hasPong) stop();
    });
  }, PING_EVERY_MS);
  void ping(PONG_MS);
  await gone.promise;
  clearInterval(timer);
  signal.removeEventListener("abort", stop);
  socket.destroy();
}

async function sentenceOf(response: Response): Promise<string> {
  try {
    const { error } = (await response.json()) as { error?: unknown };
    if (typeof error === "string") return error;
  } catch {
    // The response is not from Uptide.
  }
  return `The service responded with ${response.status}.`;
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
    signal.addEventListener("abort", done);
  });
}
