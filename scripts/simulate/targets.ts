import { gatherResults } from "../../durable/prober.ts";
import type { ProbeResult } from "../../src/check/probe.ts";
import type { CheckRequest, SharedResults } from "../../src/objects/prober.ts";
import { HOME } from "../../src/schema/place.ts";
import { type Host, leave } from "./host.ts";
import { currentLife, type Life } from "./life.ts";
import { type Action, type Monitor, type Scenario, type Status, statusAt } from "./scenario.ts";
import { type Place, type Regions, troubleAt } from "./scenario_regions.ts";

interface Probed {
  at: number;
  elapsedMs: number;
  place: Place;
  status: Status | "silent";
}

export class Targets {
  readonly #host: Host;
  readonly #monitors: ReadonlyMap<string, Monitor>;
  readonly #regions: ReadonlyMap<string, Regions>;
  readonly probed = new Map<string, Probed[]>();
  checks = 0;

  constructor(host: Host, { monitors, regions }: Pick<Scenario, "monitors" | "regions">) {
    this.#host = host;
    this.#regions = regions;
    this.#monitors = new Map(monitors.map((monitor) => [monitor.key, monitor]));
  }

  async check({ key = "" }: Pick<CheckRequest, "key">, place: Place = HOME): Promise<ProbeResult> {
    return await this.#check(key, { place, fails: this.#host.faults.comes("prober_fails", key) });
  }

  async checkTogether(requests: readonly CheckRequest[]): Promise<SharedResults> {
    const keys = requests.map(({ key = "" }) => key);
    const fails = keys.map((key) => this.#host.faults.comes("prober_fails", key)).includes(true);
    const check = async (key: string, at: number) => ({
      at,
      answer: await this.#check(key, { place: HOME, fails }),
    });
    return await gatherResults(new Map(keys.map((key, at) => [at, check(key, at)])));
  }

  async #check(key: string, { place, fails }: { place: Place; fails: boolean }): Promise<ProbeResult> {
    const { time, random } = this.#host;
    this.checks += 1;
    const responseMs = random.whole(20, 60);
    return await leave(this.#host, { where: `check of ${key}`, delayMs: responseMs }, () => {
      if (fails) throw new Error("The Worker exceeded its limits.");
      const at = time.now();
      const seen = troubleAt(this.#regions.get(key)?.troubles ?? [], place, at);
      const status = seen ?? statusAt(this.#monitors.get(key)?.phases ?? [], at);
      let own = this.probed.get(key);
      if (!own) {
        own = [];
        this.probed.set(key, own);
      }
      own.push({ at, elapsedMs: time.elapsedMs, place, status });
      if (status === "silent") throw new Error("The region is away.");
      const message = status === "up" ? "" : `The target is ${status}.`;
      return {
        status,
        responseMs: status === "down" ? null : responseMs,
        message,
        steps: [],
        isOwnFault: false,
      };
    });
  }
}

export interface Receipt {
  at: number;
  host: string;
  id: string;
  text: string;
  /** Its sender may not know that it arrived, so it may be repeated. */
  mayRepeat: () => boolean;
}

interface Call {
  body?: string;
  headers?: Readonly<Record<string, string>> | Headers;
  signal?: AbortSignal;
}

export class Receivers {
  readonly #host: Host;
  readonly #scripts: ReadonlyMap<string, Action>;
  readonly #readers = new Map<string, (receipt: Receipt) => void>();
  readonly receipts: Receipt[] = [];
  /** Also those that were refused or never responded. */
  readonly requests: Omit<Receipt, "text">[] = [];

  constructor(host: Host, scripts: readonly Action[]) {
    this.#host = host;
    this.#scripts = new Map(scripts.map((script) => [`${script.key}.test`, script]));
  }

  async fetch(input: string, call: Call = {}): Promise<Response> {
    const { host } = new URL(input);
    const { faults, random } = this.#host;
    const isLost = faults.comes("response_lost", host);
    const mayRepeat = repeatsOf(currentLife(), isLost);
    const leaving = { where: `request to ${host}`, delayMs: random.whole(5, 80) };
    const response = leave(this.#host, leaving, async () => {
      const trouble = this.troubleOf(host);
      this.requests.push({ at: this.#host.time.now(), host, id: idOf(call), mayRepeat });
      if (trouble === "hangs") return await new Promise<Response>(() => {});
      if (trouble === "refuses") return new Response("no", { status: 503 });
      if (trouble === "breaks") throw new TypeError("fetch failed");
      this.note({ host, id: idOf(call), text: call.body ?? "", mayRepeat });
      if (isLost) throw new TypeError("fetch failed");
      return new Response("ok");
    });
    return await new Promise((resolve, reject) => {
      call.signal?.addEventListener("abort", () => reject(call.signal?.reason));
      response.then(resolve, reject);
    });
  }

  note(given: Omit<Receipt, "at">): void {
    const receipt = { at: this.#host.time.now(), ...given };
    this.receipts.push(receipt);
    this.#host.trace(`${receipt.host} received ${receipt.id}`);
    this.#readers.get(receipt.host)?.(receipt);
  }

  onText(host: string, read: (receipt: Receipt) => void): void {
    this.#readers.set(host, read);
  }

  troubleOf(host: string): Action["troubles"][number]["how"] | null {
    const now = this.#host.time.now();
    return this.#scripts.get(host)?.troubles.find(({ from, to }) => now >= from && now < to)?.how ?? null;
  }
}

export function repeatsOf(life: Life | undefined, isLost: boolean): () => boolean {
  return () => isLost || (life !== undefined && (life.hadFault || !life.isAlive));
}

function idOf({ body = "", headers = {} }: Call): string {
  return new Headers(headers).get("webhook-id") ?? String(JSON.parse(body).id);
}
