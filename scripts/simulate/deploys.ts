import type { Code } from "./code.ts";
import type { Host } from "./host.ts";
import type { SimulatedNamespace } from "./objects.ts";

const HALF_DAY_MS = 12 * 60 * 60_000;
/** For this long, new invocations run either version. */
const MIXED_MS = 30_000;

export interface Versions {
  current: Code;
  old: Code | null;
}

export class Deploys {
  readonly #host: Host;
  readonly #versions: Versions;
  #firstAt = Infinity;

  constructor(host: Host, versions: Versions) {
    this.#host = host;
    this.#versions = versions;
  }

  pickCode(): Code {
    const { current, old } = this.#versions;
    const sinceMs = this.#host.time.elapsedMs - this.#firstAt;
    if (!old || sinceMs >= MIXED_MS) return current;
    return sinceMs >= 0 && this.#host.faults.size("deploy", 0, 1) === 0 ? current : old;
  }

  plan(busyMs: number, namespaces: readonly SimulatedNamespace[]): void {
    const { time, faults } = this.#host;
    const spanMs = Math.min(HALF_DAY_MS, busyMs);
    for (let from = 0; from < busyMs; from += spanMs) {
      const isNeeded = this.#versions.old !== null && this.#firstAt === Infinity;
      if (!faults.comes("deploy", "all objects") && !isNeeded) continue;
      const at = from + (faults.size("deploy", 1, 1000) / 1000) * spanMs;
      this.#firstAt = Math.min(this.#firstAt, time.elapsedMs + at);
      time.after(at + MIXED_MS, () => this.#replaceAll(namespaces));
    }
  }

  #replaceAll(namespaces: readonly SimulatedNamespace[]): void {
    const { time, faults, trace } = this.#host;
    trace("a deploy resets all objects");
    for (const object of namespaces.flatMap(({ objects }) => [...objects.values()])) {
      const how = faults.size("deploy", 0, 1) === 0 ? "stops" : "lingers";
      time.after(faults.size("deploy", 0, MIXED_MS), () => object.replace(how));
    }
  }
}
