import { DurableObject } from "cloudflare:workers";
import type { Env } from "../../src/env.ts";
import { log } from "../../src/lib/log.ts";
import type {
  AgentArrival,
  AgentCheck,
  AgentCheckGiven,
  AgentGlance,
  AgentObject,
  TokenUse,
} from "../../src/objects/agent.ts";
import type { CheckRequest, OpenedConfig } from "../../src/objects/prober.ts";
import {
  type AgentResults,
  agentResults,
  CLOSE,
  MOST_MESSAGE_CHARACTERS,
  MOST_MESSAGES,
} from "../../src/schema/agent_message.ts";
import { announceAgent } from "../../src/service/agent/news.ts";
import { findStoredAgent } from "../../src/service/agent/stored.ts";
import { Connections } from "./connections.ts";
import { OpenAttempts } from "./open_attempts.ts";
import { AgentPresence } from "./presence.ts";
import { Recheck } from "./recheck.ts";

const NEWS_RETRY_MS = 30_000;

/**
 * One instance, `agent-<key>`, holds the sockets of one agent's processes and passes attempts to the one that
 * connected last. Stored: when it went away, news its channels have not taken yet, and when to check tokens again.
 * It decides no status, and hibernates while no check is asked for.
 */
export class Agent extends DurableObject<Env> implements AgentObject {
  readonly #connections: Connections;
  readonly #presence: AgentPresence;
  readonly #recheck: Recheck;
  readonly #attempts = new OpenAttempts();
  readonly #messages = new WeakMap<WebSocket, number[]>();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#connections = new Connections(ctx);
    this.#presence = new AgentPresence(ctx.storage.kv);
    this.#recheck = new Recheck(ctx.storage.kv);
  }

  override async fetch(request: Request): Promise<Response> {
    const arrival = readArrival(request);
    const { socket, response } = this.#connections.accept(arrival, Date.now());
    await this.#checkArrival(arrival, socket);
    const now = Date.now();
    if (this.#connections.list(now).some((one) => one.socket === socket)) {
      this.#presence.arrive(arrival, now);
      await this.#arm();
      void this.#sendWaiting();
    }
    return response;
  }

  async check(
    key: string,
    requests: readonly CheckRequest[],
    give: (given: readonly AgentCheckGiven[]) => Promise<void>,
  ): Promise<void> {
    const opened: OpenedConfig[] = await this.ctx.exports.Prober.open(requests, key);
    const group = new GivenGroup(give);
    const done = opened.map(async (one, at) => {
      group.add({ at, check: "fault" in one ? one.fault : await this.#attempt(one, requests[at]) });
    });
    void this.#sendWaiting();
    await Promise.all(done);
    await group.end();
  }

  async glance(): Promise<AgentGlance> {
    const now = Date.now();
    const open = this.#look(now);
    const processes = open.map(({ version, host, address, connectedAt, lacks, lastHour, roundTripMs }) => {
      return { version, host, address, connectedAt, lacks, lastHour, roundTripMs };
    });
    return {
      ...this.#presence.glance(now),
      lastSeenAt: this.#presence.goneAt ?? this.#connections.seenAt(),
      processes,
      last: processes[0] ?? this.#presence.last,
    };
  }

  async planRecheck(key: string): Promise<TokenUse> {
    this.#recheck.plan(key, Date.now());
    await this.#arm();
    return { used: this.#presence.usedTokens };
  }

  async recheck(key: string): Promise<void> {
    const row = await findStoredAgent(this.env, key);
    if (!row) return await this.#forget();
    this.#connections.limitTokens(row);
    this.#presence.setAwayAfter(row.awayAfterSecs);
    this.#look(Date.now());
    await this.#arm();
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    const parsed = this.#isTooMuch(socket, Date.now()) ? null : parseResults(message);
    if (!parsed) return socket.close(CLOSE.unreadable, "This isn't a valid agent message.");
    this.#connections.note(socket, parsed);
    this.#attempts.takeResults(socket, parsed.results);
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    await this.#lose(socket);
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    await this.#lose(socket);
  }

  override async alarm(): Promise<void> {
    const now = Date.now();
    await this.#recheckIfDue(now);
    this.#look(now);
    this.#presence.announceIfDue(now);
    const { key, news } = this.#presence;
    const isTaken = key === null || news.length === 0 || (await this.#announce(key, news));
    if (isTaken) this.#presence.dropNews(news.length);
    await this.#arm(isTaken ? 0 : NEWS_RETRY_MS);
  }

  /** The token may have changed after the service read it and before the socket was here to be closed. */
  async #checkArrival({ key }: AgentArrival, socket: WebSocket): Promise<void> {
    try {
      await this.recheck(key);
    } catch (error) {
      socket.close(CLOSE.unchecked, "The token could not be checked: connect again.");
      throw error;
    }
  }

  async #recheckIfDue(now: number): Promise<void> {
    const planned = this.#recheck.findDue(now);
    if (!planned) return;
    try {
      await this.recheck(planned.key);
      this.#recheck.finish(planned);
    } catch (error) {
      log("warn", "failed to read a changed agent", { agent: planned.key, error });
      this.#recheck.retry(planned, Date.now());
    }
  }

  async #forget(): Promise<void> {
    this.#connections.closeAll();
    this.#presence.forget();
    this.#recheck.forget();
    this.#attempts.endWaiting({ isAway: true, since: null });
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  async #announce(key: string, news: AgentPresence["news"]): Promise<boolean> {
    try {
      return await announceAgent(this.env, key, news);
    } catch (error) {
      log("warn", "failed to report that an agent is away or back", { agent: key, error });
      return false;
    }
  }

  async #attempt(
    opened: Extract<OpenedConfig, { config: unknown }>,
    request: CheckRequest | undefined,
  ): Promise<AgentCheck> {
    const { type = "", timeoutMs = 0, shouldReadCertificate = false } = request ?? {};
    const id = crypto.randomUUID();
    return await this.#attempts.add({ id, type, ...opened, timeoutMs, shouldReadCertificate });
  }

  async #sendWaiting(): Promise<void> {
    const now = Date.now();
    const [newest] = this.#look(now);
    const { waiting } = this.#attempts;
    if (waiting.length === 0) return;
    if (newest) return await this.#attempts.send(waiting, newest);
    const waitMs = this.#presence.reconnectMs(now);
    if (waitMs === 0) this.#attempts.endWaiting({ isAway: true, since: this.#presence.goneAt });
    else setTimeout(() => void this.#sendWaiting(), waitMs);
  }

  /** After a deploy or a crash, sockets disappear without a close event. */
  #look(now: number) {
    const seenAt = this.#connections.seenAt();
    const open = this.#connections.list(now);
    if (open.length === 0 && this.#presence.leave(Math.min(seenAt ?? now, now), now)) void this.#arm();
    return open;
  }

  async #lose(socket: WebSocket): Promise<void> {
    this.#attempts.release(socket);
    const others = this.#connections.list(Date.now()).filter((one) => one.socket !== socket);
    if (others.length === 0) this.#presence.leave(Date.now(), Date.now());
    await this.#arm();
    await this.#sendWaiting();
  }

  async #arm(retryMs = 0): Promise<void> {
    const retryAt = this.#presence.news.length > 0 ? [Date.now() + retryMs] : [];
    const awayAt = this.#presence.awayAt();
    const times = [...retryAt, awayAt, this.#recheck.at].filter((at) => at !== null);
    if (times.length > 0) await this.ctx.storage.setAlarm(Math.min(...times));
    else await this.ctx.storage.deleteAlarm();
  }

  #isTooMuch(socket: WebSocket, now: number): boolean {
    const recent = (this.#messages.get(socket) ?? []).filter((at) => now - at < MOST_MESSAGES.withinMs);
    recent.push(now);
    this.#messages.set(socket, recent);
    return recent.length > MOST_MESSAGES.count;
  }
}

class GivenGroup {
  readonly #give: (given: readonly AgentCheckGiven[]) => Promise<void>;
  #gathered: AgentCheckGiven[] = [];
  #giving: Promise<void> = Promise.resolve();

  constructor(give: (given: readonly AgentCheckGiven[]) => Promise<void>) {
    this.#give = give;
  }

  add(one: AgentCheckGiven): void {
    this.#gathered.push(one);
    if (this.#gathered.length > 1) return;
    this.#giving = this.#giving.then(async () => {
      const given = this.#gathered;
      this.#gathered = [];
      if (given.length > 0) await this.#give(given);
    });
    // The caller may be gone; end() reports the failure.
    this.#giving.catch(() => {});
  }

  async end(): Promise<void> {
    await this.#giving;
  }
}

function parseResults(message: string | ArrayBuffer): AgentResults | null {
  if (typeof message !== "string" || message.length > MOST_MESSAGE_CHARACTERS) return null;
  try {
    return agentResults.parse(JSON.parse(message));
  } catch {
    return null;
  }
}

function readArrival({ headers }: Request): AgentArrival {
  return JSON.parse(decodeURIComponent(headers.get("Uptide-Arrival") ?? "")) as AgentArrival;
}
