import { ensureMigrated } from "../../src/data/migrate.ts";
import { type Env, secretBoxOf } from "../../src/env.ts";
import { setLogLevel } from "../../src/lib/log.ts";
import type { CheckRequest } from "../../src/objects/prober.ts";
import type { Region } from "../../src/schema/place.ts";
import { type Context, createContext } from "../../src/service/context.ts";
import { AgentProcess } from "./agent_process.ts";
import { SimulatedDatabase } from "./database.ts";
import { Deploys, type Versions } from "./deploys.ts";
import { takeOver } from "./globals.ts";
import type { Host } from "./host.ts";
import { beginLife, endLife, runIn } from "./life.ts";
import { MailServer } from "./mail_server.ts";
import { pageOfWorld, planNews, type Subscription } from "./newsroom.ts";
import { type Instance, SimulatedNamespace } from "./objects.ts";
import { acknowledge, updateQuietHours, withdraw } from "./operator.ts";
import { exports as platformExports, sockets } from "./platform.ts";
import { SimulatedQueue } from "./queue.ts";
import type { Scenario } from "./scenario.ts";
import { readSchema } from "./schema.ts";
import { setUp } from "./set_up.ts";
import { Receivers, Targets } from "./targets.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** From here on, cron's calls would take most of the run. */
const MANY_MONITORS = 200;
const COLO_TRACE = "https://cloudflare.com/cdn-cgi/trace";
/** The product keeps raw results for seven days. */
const COLLECT_MS = 5 * DAY_MS;

interface Raw {
  at: number;
  status: string;
}

/** From here on, a world that lost part of its past, or whose clock jumped, is compared as if it had just begun. */
export interface NewStart {
  at: number;
  elapsedMs: number;
  /** Ids of the messages that a restored backup knows. */
  known: ReadonlySet<string>;
}

export class World {
  readonly host: Host;
  readonly scenario: Scenario;
  readonly database: SimulatedDatabase;
  readonly targets: Targets;
  readonly receivers: Receivers;
  readonly watches: SimulatedNamespace;
  readonly alerts: SimulatedNamespace;
  readonly agentObjects: SimulatedNamespace;
  readonly places: SimulatedNamespace;
  readonly agents = new Map<string, AgentProcess>();
  readonly held = new Map<string, number[]>();
  readonly results = new Map<number, Raw[]>();
  readonly subscriptions = new Map<string, Subscription>();
  monitorIds: ReadonlyMap<string, number> = new Map();
  channelIds: ReadonlyMap<string, number> = new Map();
  readonly #env: Env;
  readonly #deploys: Deploys;
  #operator: Context | null = null;
  #collectedTo = 0;
  longestAwayMs = 0;
  newStart: NewStart | null = null;

  constructor(host: Host, scenario: Scenario, versions: Versions) {
    this.host = host;
    this.#deploys = new Deploys(host, versions);
    this.scenario = scenario;
    this.database = new SimulatedDatabase(host);
    this.targets = new Targets(host, scenario);
    this.receivers = new Receivers(host, [
      ...[...scenario.channels, ...scenario.actions, scenario.mail],
      ...scenario.news.followers,
    ]);
    const mail = new MailServer(host, this.receivers);
    sockets.connect = () => mail.connect();
    takeOver(host, async (input, init) =>
      input === COLO_TRACE ? new Response("colo=WAW\n") : await this.receivers.fetch(input, init),
    );
    const exports = () => this.#exports();
    // The simulated context has only the members that these objects use.
    const make = (name: "Watch" | "Alerts" | "Agent" | "Place") => (context: object) => {
      const Class = this.#deploys.pickCode()[name];
      return new Class(context as DurableObjectState, this.#env) as unknown as Instance;
    };
    const skipsSteady = scenario.monitors.length >= MANY_MONITORS;
    this.watches = new SimulatedNamespace(host, { make: make("Watch"), exports, skipsSteady });
    this.alerts = new SimulatedNamespace(host, { make: make("Alerts"), exports });
    this.agentObjects = new SimulatedNamespace(host, { make: make("Agent"), exports });
    this.places = new SimulatedNamespace(host, {
      make: make("Place"),
      exports: (name) => this.#exportsAt(name.replace("place-", "") as Region),
    });
    this.#env = this.#makeEnv();
    Object.assign(platformExports, this.#exports());
    setLogLevel(host.isTraced ? "warn" : "error");
  }

  async run(planMore: () => void = () => {}): Promise<void> {
    const { host, scenario } = this;
    host.faults.isOver = true;
    this.database.restore(await readSchema());
    const born = this.#asOperator(async () => {
      await ensureMigrated(this.#env.DB);
      await secretBoxOf(this.#env);
      this.#operator = await setUp(this.#env, scenario);
    });
    await host.time.runUntil(1000);
    await born();
    this.monitorIds = this.#idsByKey("monitors");
    this.channelIds = this.#idsByKey("channels");
    host.faults.isOver = false;
    this.#planCron();
    this.#planAbsences();
    this.#deploys.plan(scenario.busyMs, this.#namespaces);
    this.#planAcknowledgements();
    this.#planQuietChanges();
    this.#startAgent();
    planNews(this, scenario.news);
    planMore();
    const endMs = scenario.busyMs + scenario.quietMs;
    host.time.after(scenario.busyMs, () => {
      host.faults.isOver = true;
      host.trace("no more faults");
    });
    for (let at = COLLECT_MS; at < endMs; at += COLLECT_MS) {
      await host.time.runUntil(at);
      await this.#collect();
    }
    await host.time.runUntil(endMs);
    await this.#collect();
  }

  #idsByKey(table: "monitors" | "channels"): ReadonlyMap<string, number> {
    const rows = this.database.read(`SELECT id, key FROM ${table}`);
    return new Map(rows.map(({ id, key }) => [String(key), Number(id)]));
  }

  get #namespaces(): SimulatedNamespace[] {
    return [this.watches, this.alerts, this.agentObjects, this.places];
  }

  close(): void {
    for (const { objects } of this.#namespaces) for (const object of objects.values()) object.close();
    this.database.close();
  }

  beginAnew(newStart: Omit<NewStart, "elapsedMs">): void {
    this.newStart ??= { ...newStart, elapsedMs: this.host.time.elapsedMs };
  }

  async ask<T>(namespace: SimulatedNamespace, name: string, method: string, ...args: unknown[]): Promise<T> {
    const stub = namespace.getByName(name) as Record<string, (...given: unknown[]) => Promise<T>>;
    return await this.#withoutFaults(
      `${name}.${method}`,
      async () => await (stub[method]?.(...args) as Promise<T>),
    );
  }

  async read<T>(work: (context: Context) => Promise<T>): Promise<T> {
    return await this.#withoutFaults("A request", async () => {
      const { promise, resolve } = Promise.withResolvers<T>();
      await this.operate(async (context) => resolve(await work(context)));
      return await promise;
    });
  }

  async #withoutFaults<T>(name: string, work: () => Promise<T>): Promise<T> {
    const { faults, time } = this.host;
    const wasOver = faults.isOver;
    faults.isOver = true;
    let response: { value: T } | undefined;
    void work().then((value) => {
      response = { value };
    });
    for (let ms = 0; ms < 1000 && !response; ms++) await time.runUntil(time.elapsedMs + 1);
    faults.isOver = wasOver;
    if (!response) throw new Error(`${name} did not respond.`);
    return response.value;
  }

  async #collect(): Promise<void> {
    const upTo = this.host.time.now();
    for (const { id } of this.database.read("SELECT id FROM monitors ORDER BY id") as { id: number }[]) {
      const found = await this.ask<Raw[]>(
        this.watches,
        `watch-${Math.floor(id / 32)}`,
        "results",
        id,
        this.#collectedTo,
      );
      const known = this.results.get(id) ?? [];
      const lastAt = known.at(-1)?.at ?? 0;
      this.results.set(id, [...known, ...found.filter(({ at }) => at > lastAt)]);
    }
    this.#collectedTo = upTo - MINUTE_MS;
  }

  #planCron(): void {
    const { time, faults } = this.host;
    const run = () =>
      void this.#invoke("cron", () => this.#deploys.pickCode().runHousekeeping(this.#env, time.now())).catch(
        () => {},
      );
    const tick = () => {
      time.after(MINUTE_MS - (time.now() % MINUTE_MS), tick);
      if (faults.comes("cron_missed", "cron")) return;
      run();
      if (faults.comes("cron_twice", "cron")) time.after(faults.size("cron_twice", 0, 30_000), run);
    };
    time.after(MINUTE_MS - (time.now() % MINUTE_MS), tick);
  }

  #planAbsences(): void {
    const { time, faults } = this.host;
    const { busyMs } = this.scenario;
    for (let at = 0; at < busyMs; at += DAY_MS) {
      if (!faults.comes("database_away", "database")) continue;
      const spanMs = Math.min(DAY_MS, busyMs - at);
      const share = () => faults.size("database_away", 1, 1000) / 1000;
      time.after(at + share() * spanMs, () => {
        const forMs = (share() * spanMs) / 4;
        this.longestAwayMs = Math.max(this.longestAwayMs, forMs);
        this.database.awayUntil = time.elapsedMs + forMs;
      });
    }
    time.after(busyMs, () => {
      this.database.awayUntil = 0;
    });
  }

  #startAgent(): void {
    const { host, targets } = this;
    const { agent } = this.scenario;
    if (!agent) return;
    const connect = (request: Request) => this.agentObjects.connect(`agent-${agent.key}`, request);
    const [row] = this.database.read("SELECT token_hash FROM agents");
    const tokenHash = String(row?.["token_hash"]);
    this.agents.set(agent.key, new AgentProcess({ host, targets, tokenHash, connect }, agent));
  }

  #agentStub(name: string): object {
    const stub = this.agentObjects.getByName(name) as Record<string, (...args: unknown[]) => unknown>;
    const check = async (
      key: string,
      requests: readonly { key?: string }[],
      give: (given: unknown) => unknown,
    ) => {
      const note = async (given: readonly { at: number; check: object }[]) => {
        for (const { at, check } of given) if ("isAway" in check) this.#noteHeld(requests[at]?.key ?? "");
        await give(given);
      };
      await stub["check"]?.(key, requests, note);
    };
    return new Proxy(stub, { get: (_, method) => (method === "check" ? check : stub[String(method)]) });
  }

  #noteHeld(key: string): void {
    this.held.set(key, [...(this.held.get(key) ?? []), this.host.time.now()]);
  }

  #planAcknowledgements(): void {
    const { time } = this.host;
    for (const { monitor, at, untilMinutes, withdrawnAfterMinutes } of this.scenario.acknowledgements) {
      const plan = (whenMs: number, work: (context: Context) => Promise<unknown>) =>
        time.after(whenMs - time.now(), () => void this.operate(work).catch(() => {}));
      const untilMs = untilMinutes === null ? null : at + untilMinutes * MINUTE_MS;
      plan(at, (context) => acknowledge(context, monitor, { untilMs }));
      if (withdrawnAfterMinutes !== null)
        plan(at + withdrawnAfterMinutes * MINUTE_MS, (context) => withdraw(context, monitor));
    }
  }

  #planQuietChanges(): void {
    const { time } = this.host;
    for (const { key, quietChange } of this.scenario.channels) {
      if (!quietChange) continue;
      const change = () =>
        void this.operate((context) => updateQuietHours(context, key, quietChange.end)).catch(() =>
          time.after(MINUTE_MS, change),
        );
      time.after(quietChange.at - time.now(), change);
    }
  }

  async operate(work: (context: Context) => Promise<unknown>): Promise<void> {
    const operator = this.#operator;
    if (!operator) return;
    const { env, actor, client, origin, waitUntil } = operator;
    const context = () => createContext(env, { actor, client, origin, waitUntil });
    try {
      await this.#invoke("operator", async () => await work(context()));
    } catch (error) {
      this.host.trace(`the operator got ${String(error)}`);
      throw error;
    }
  }

  async #invoke<T>(name: string, work: (context: ExecutionContext) => Promise<T>): Promise<T> {
    const life = beginLife(`invocation of ${name}`);
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    life.stop = () => endLife(life);
    life.onEnd.add(() => {
      this.host.trace(`${life.name} stops`);
      reject(new Error("The invocation was stopped."));
    });
    // The platform only logs these failures: the row's claim runs out, and the sweep takes it up.
    const waitUntil = (work: Promise<unknown>) => void work.catch(() => {});
    const context = { exports: this.#exports(), waitUntil, passThroughOnException() {}, props: {} };
    runIn(life, () => work(context as unknown as ExecutionContext)).then(resolve, reject);
    return await promise;
  }

  #asOperator(work: () => Promise<void>): () => Promise<void> {
    const done = this.#invoke("operator", work);
    done.catch(() => {});
    return async () => await done;
  }

  #exports() {
    const send = (method: "send" | "run" | "notify") => async (claimed: never) => {
      const given = structuredClone(claimed);
      await this.#invoke(`Sender.${method}`, async (context) => {
        const { Sender } = this.#deploys.pickCode();
        const sender = new Sender(context, this.#env);
        await sender[method](given);
      });
    };
    return {
      Prober: {
        check: (request: CheckRequest) => this.targets.check(request),
        checkTogether: (requests: readonly CheckRequest[]) => this.targets.checkTogether(requests),
        open: async (requests: readonly { config: object }[]) => requests.map(({ config }) => ({ config })),
      },
      Sender: { send: send("send"), run: send("run"), notify: send("notify") },
    };
  }

  #exportsAt(region: Region) {
    return { Prober: { check: (request: CheckRequest) => this.targets.check(request, region) } };
  }

  #makeEnv(): Env {
    const { host } = this;
    const stubOf = (known: Record<string, unknown>) => ({
      getByName: () =>
        new Proxy(
          {},
          { get: (_, name) => (name === "then" ? undefined : (known[String(name)] ?? (async () => null))) },
        ),
    });
    const nothing = stubOf({});
    const queue = (
      name: string,
      mostInBatch: number,
      consumer: "consumeDeliveries" | "consumeActions" | "consumeSubscribers",
    ) =>
      new SimulatedQueue(host, name, {
        mostInBatch,
        consume: (batch) =>
          this.#invoke(`queue ${name}`, (context) =>
            this.#deploys.pickCode()[consumer](batch as never, this.#env, context),
          ),
      });
    const env = {
      DB: this.database,
      DELIVERIES: queue("deliveries", 25, "consumeDeliveries"),
      ACTIONS: queue("actions", 25, "consumeActions"),
      SUBSCRIBERS: queue("subscribers", 10, "consumeSubscribers"),
      WATCH: this.watches,
      ALERTS: this.alerts,
      PAGE: stubOf(pageOfWorld),
      LIVE: nothing,
      MIRROR: nothing,
      GATE: nothing,
      PLACE: this.places,
      AGENT: { getByName: (name: string) => this.#agentStub(name) },
      BACKUPS: nothing,
      SECRET_KEY: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
      PUBLIC_URL: "https://status.test",
      SUBSCRIBER_WEBHOOK_ALLOW_PRIVATE: "true",
      UPDATE_CHECK: "false",
      LOG_LEVEL: "error",
    };
    // Only the bindings that the simulated parts use.
    return env as unknown as Env;
  }
}
