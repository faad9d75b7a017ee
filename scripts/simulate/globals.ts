import type { Host } from "./host.ts";
import { currentLife, runIn } from "./life.ts";
import type { Random } from "./random.ts";
import { ServerSocket } from "./sockets.ts";
import type { VirtualTime } from "./virtual_time.ts";

type Fetch = (
  input: string,
  init: { body?: string; signal?: AbortSignal; method?: string },
) => Promise<Response>;

const RealDate = Date;
const RealResponse = Response;
let time: VirtualTime | null = null;
let random: Random | null = null;

class VirtualDate extends RealDate {
  constructor(...given: [] | ConstructorParameters<typeof RealDate>) {
    if (given.length === 0 && time) super(time.now());
    else super(...(given as ConstructorParameters<typeof RealDate>));
  }

  static override now(): number {
    return time ? time.now() : RealDate.now();
  }
}

export function takeOver(host: Host, fetch: Fetch): void {
  time = host.time;
  random = host.random.fork("crypto");
  const replace = (name: string, value: unknown, on: object = globalThis) =>
    Object.defineProperty(on, name, { value, configurable: true, writable: true });
  replace("Date", VirtualDate);
  replace("setTimeout", (work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    const life = currentLife();
    return host.time.after(ms, () => (!life || life.isAlive) && runIn(life, () => work(...args)));
  });
  replace(
    "clearTimeout",
    (timer: Parameters<VirtualTime["cancel"]>[0] | undefined) => timer && host.time.cancel(timer),
  );
  replace("scheduler", { wait: (ms: number) => wait(host, ms) });
  replace("fetch", fetch);
  replace("timeout", (ms: number) => abortAfter(host, ms), AbortSignal);
  replace("now", () => host.time.elapsedMs, performance);
  replace("getRandomValues", fillRandomly, crypto);
  replace("randomUUID", randomId, crypto);
  replace("random", () => random?.next() ?? 0, Math);
  replaceSockets(host, replace);
  for (const name of ["log", "error"] as const)
    replace(name, (line: string) => host.isTraced && host.trace(shorten(line)), console);
  for (const name of [
    "digest",
    "sign",
    "verify",
    "encrypt",
    "decrypt",
    "importKey",
    "deriveBits",
    "generateKey",
    "exportKey",
    "deriveKey",
  ] as const)
    replace(name, inOrder(name), crypto.subtle);
}

function replaceSockets(host: Host, replace: (name: string, value: unknown) => void): void {
  class SimulatedPair {
    readonly 0: object;
    readonly 1: ServerSocket;
    constructor() {
      this[1] = new ServerSocket(host);
      this[0] = this[1].client;
    }
  }
  class Echo {
    readonly request: string;
    readonly response: string;
    constructor(request: string, response: string) {
      this.request = request;
      this.response = response;
    }
  }
  replace("WebSocketPair", SimulatedPair);
  replace("WebSocketRequestResponsePair", Echo);
  replace("WebSocket", { READY_STATE_OPEN: 1 });
  replace("Response", UpgradingResponse);
}

class UpgradingResponse extends RealResponse {
  constructor(body?: BodyInit | null, init?: ResponseInit) {
    super(body, init?.status === 101 ? { ...init, status: 200 } : init);
    if (init?.webSocket) Object.defineProperty(this, "webSocket", { value: init.webSocket });
  }
}

function shorten(line: string): string {
  return line.replaceAll(/"stack":"(?:[^"\\]|\\.)*",?/g, "").slice(0, 400);
}

function wait({ time }: Host, ms: number): Promise<void> {
  const life = currentLife();
  return new Promise((resolve) => time.after(ms, () => (!life || life.isAlive) && resolve()));
}

function abortAfter({ time }: Host, ms: number): AbortSignal {
  const controller = new AbortController();
  time.after(ms, () =>
    controller.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError")),
  );
  return controller.signal;
}

function fillRandomly(bytes: Uint8Array): Uint8Array {
  for (let i = 0; i < bytes.length; i++) bytes[i] = random?.whole(0, 255) ?? 0;
  return bytes;
}

function randomId(): string {
  const hex = Array.from({ length: 32 }, () => (random?.whole(0, 15) ?? 0).toString(16)).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

let before: Promise<unknown> = Promise.resolve();
const known = new Map<string, unknown>();

/** Threads finish in any order, so results return in call order, and repeated calls are cached. */
function inOrder(name: string) {
  const real = Reflect.get(Object.getPrototypeOf(crypto.subtle), name) as (
    ...args: unknown[]
  ) => Promise<unknown>;
  return async (...args: unknown[]) => {
    const key = `${name} ${args.map(describe).join(" ")}`;
    const found = known.get(key);
    if (found !== undefined) return found instanceof ArrayBuffer ? found.slice() : found;
    const own = time;
    if (own) own.realWork += 1;
    try {
      const work = real.apply(crypto.subtle, args);
      const turn = Promise.allSettled([before, work]);
      before = turn;
      await turn;
      const result = await work;
      known.set(key, result);
      return result;
    } finally {
      if (own) own.realWork -= 1;
    }
  };
}

const keyNames = new WeakMap<CryptoKey, number>();
let keys = 0;

function describe(value: unknown): string {
  if (value instanceof CryptoKey) {
    if (!keyNames.has(value)) keyNames.set(value, ++keys);
    return `key ${keyNames.get(value)}`;
  }
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString("base64");
  if (ArrayBuffer.isView(value))
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([name, part]) => `${name}=${describe(part)}`)
    .join();
}
