import { type Host, leave } from "./host.ts";
import { beginLife, currentLife, endLife, type Life, runIn } from "./life.ts";
import { ObjectDisk, SimulatedStorage } from "./object_storage.ts";
import { type ClientSocket, ObjectSockets } from "./sockets.ts";

const MINUTE_MS = 60_000;
const MOST_RETRIES = 6;
const REVIVE_STEADY_MS = 15 * MINUTE_MS;

type Method = (...args: unknown[]) => unknown;
export type Instance = Record<string, unknown> & { alarm?: () => Promise<void> };
type MakeInstance = (context: object) => Instance;
type MakeExports = (name: string) => object;

interface Living {
  life: Life;
  instance: Instance;
}

class SimulatedObject {
  readonly #host: Host;
  readonly #name: string;
  readonly #make: MakeInstance;
  readonly #exports: MakeExports;
  readonly #disk: ObjectDisk;
  #living: Living | null = null;
  readonly #sockets = new ObjectSockets({
    message: (socket, data) => this.#deliver("webSocketMessage", [socket, data]),
    closed: (socket) => this.#deliver("webSocketClose", [socket]),
  });
  #alarmVersion = 0;
  #isAlarmRunning = false;
  #revivedAt = -Infinity;

  constructor(host: Host, name: string, { make, exports }: NamespaceParts) {
    this.#host = host;
    this.#name = name;
    this.#make = make;
    this.#exports = exports;
    this.#disk = new ObjectDisk(host, (at) => this.#plan(at));
  }

  async call(
    method: string,
    args: unknown[],
    clone: (response: unknown) => unknown = structuredClone,
  ): Promise<unknown> {
    const { life, instance } = this.#wake();
    const { promise: ended, reject } = Promise.withResolvers<never>();
    ended.catch(() => {});
    const end = () => reject(new Error("The object was reset: its instance has ended."));
    life.onEnd.add(end);
    try {
      const work = runIn(life, async () => await (instance[method] as Method).apply(instance, args));
      const response = await Promise.race([work, ended]);
      while (life.gate) await Promise.race([life.gate, ended]);
      return clone(response);
    } finally {
      life.onEnd.delete(end);
    }
  }

  /** Most calls change nothing, so a running instance with an alarm ahead is only called every 15 minutes. */
  skipsRevival(): boolean {
    const now = this.#host.time.now();
    const alarm = this.#disk.alarm();
    if (this.#living && alarm !== null && alarm > now && now < this.#revivedAt + REVIVE_STEADY_MS)
      return true;
    this.#revivedAt = now;
    return false;
  }

  async connect(request: Request): Promise<ClientSocket> {
    const { webSocket } = (await this.call("fetch", [request], (response) => response)) as {
      webSocket: ClientSocket;
    };
    return webSocket;
  }

  replace(how: "stops" | "lingers"): void {
    if (!this.#living) return;
    this.#living.life.hadFault = true;
    this.#end(how);
  }

  #deliver(method: string, args: unknown[]): void {
    void this.call(method, args).catch((error: unknown) => {
      this.#host.trace(`${this.#name}.${method} failed: ${String(error)}`);
    });
  }

  close(): void {
    this.#end("stops");
    this.#disk.sqlite.close();
  }

  #wake(): Living {
    if (this.#living) return this.#living;
    const life = beginLife(`object ${this.#name}`);
    life.stop = () => this.#endThis(life);
    const isCurrent = () => life.isAlive && (this.#living === null || this.#living.life === life);
    const storage = new SimulatedStorage(this.#disk, life, isCurrent);
    const context = {
      id: { name: this.#name, toString: () => this.#name },
      storage,
      exports: this.#exports(this.#name),
      waitUntil: () => {},
      ...this.#sockets.members,
    };
    this.#host.trace(`${life.name} begins`);
    this.#living = { life, instance: runIn(life, () => this.#make(context)) };
    return this.#living;
  }

  #endThis(life: Life): void {
    if (this.#living?.life === life)
      this.#end(this.#host.faults.comes("object_lingers", life.name) ? "lingers" : "stops");
  }

  #end(how: "stops" | "lingers"): void {
    if (!this.#living) return;
    const { life } = this.#living;
    this.#host.trace(`${life.name} ${how}`);
    this.#disk.rollBack();
    this.#sockets.loseAll();
    if (how === "stops") endLife(life);
    else {
      // It runs on without its storage and finds out at its next write.
      life.stop = null;
      for (const listener of life.onEnd) listener();
    }
    this.#living = null;
    if (how === "lingers") this.#wake();
  }

  #plan(at: number | null): void {
    const version = ++this.#alarmVersion;
    if (at === null) return;
    const { time } = this.#host;
    time.after(at - time.now(), () => this.#fire(version));
  }

  #fire(version: number): void {
    if (version !== this.#alarmVersion || this.#disk.alarm() === null) return;
    if (this.#isAlarmRunning) {
      this.#host.time.after(50, () => this.#fire(version));
      return;
    }
    const { faults, time } = this.#host;
    if (faults.comes("alarm_late", this.#name)) {
      time.after(faults.size("alarm_late", 1000, 20 * MINUTE_MS), () => this.#fire(version));
      return;
    }
    this.#disk.clearAlarm();
    if (!faults.comes("alarm_lost", this.#name)) void this.#runAlarm(0);
  }

  async #runAlarm(tries: number): Promise<void> {
    const { faults, time } = this.#host;
    this.#isAlarmRunning = true;
    try {
      await this.call("alarm", []);
      if (faults.comes("alarm_twice", this.#name)) await this.call("alarm", []);
      this.#isAlarmRunning = false;
    } catch (error) {
      this.#isAlarmRunning = false;
      this.#host.trace(`the alarm of ${this.#name} failed: ${String(error)}`);
      if (tries < MOST_RETRIES) time.after(2000 * 2 ** tries, () => void this.#runAlarm(tries + 1));
    }
  }
}

interface NamespaceParts {
  make: MakeInstance;
  exports: MakeExports;
  skipsSteady?: boolean;
}

export class SimulatedNamespace {
  readonly #host: Host;
  readonly #parts: NamespaceParts;
  readonly objects = new Map<string, SimulatedObject>();

  constructor(host: Host, parts: NamespaceParts) {
    this.#host = host;
    this.#parts = parts;
  }

  getByName(name: string): object {
    return new Proxy({}, { get: (_, method) => this.#methodOf(name, method) });
  }

  #methodOf(name: string, method: string | symbol): Method | undefined {
    if (typeof method === "symbol" || method === "then") return undefined;
    return (...args) => this.#call(name, { method, args: args.map((one) => this.#clone(one)) });
  }

  async connect(name: string, request: Request): Promise<ClientSocket> {
    const where = `connection to ${name}`;
    const fails = this.#host.faults.comes("call_fails", where);
    return await leave(this.#host, { where, delayMs: this.#host.random.whole(1, 3) }, async () => {
      if (fails) throw new Error("Network connection lost.");
      return await this.#objectOf(name).connect(request);
    });
  }

  /** A passed function is called remotely, as long as the instance that passed it is alive. */
  #clone(value: unknown): unknown {
    if (typeof value !== "function") return structuredClone(value);
    const life = currentLife();
    const own = value as Method;
    return async (...args: unknown[]) =>
      await leave(this.#host, { where: "a call back", delayMs: this.#host.random.whole(1, 3) }, async () => {
        if (life && !life.isAlive) throw new Error("The caller is gone.");
        return structuredClone(await runIn(life, async () => await own(...structuredClone(args))));
      });
  }

  async #call(name: string, { method, args }: { method: string; args: unknown[] }): Promise<unknown> {
    if (this.#parts.skipsSteady && method === "revive" && this.#objectOf(name).skipsRevival())
      return undefined;
    const { faults, random } = this.#host;
    const where = `${name}.${method}`;
    const fails = faults.comes("call_fails", where);
    const failsAfter = faults.comes("call_fails_after", where);
    const life = currentLife();
    if (life && (fails || failsAfter)) life.hadFault = true;
    return await leave(this.#host, { where, delayMs: random.whole(1, 3) }, async () => {
      if (fails) throw new Error("Network connection lost.");
      const response = await this.#objectOf(name).call(method, args);
      if (failsAfter) throw new Error("Network connection lost.");
      return response;
    });
  }

  #objectOf(name: string): SimulatedObject {
    let object = this.objects.get(name);
    if (!object) {
      object = new SimulatedObject(this.#host, name, this.#parts);
      this.objects.set(name, object);
    }
    return object;
  }
}
