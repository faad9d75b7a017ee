import { indexInWatch } from "../../src/domain/monitor/schedule.ts";
import type { MonitorState } from "../../src/domain/monitor/state.ts";
import type { CertificateState } from "./certificate_state.ts";
import type { StoredMonitor, WatchStore } from "./store.ts";
import type { LastChecks } from "./tick_reader.ts";

interface Change {
  state?: MonitorState;
  certificate?: CertificateState;
  isStored: boolean;
}

/** Returned values are never changed in place. */
export class MonitorBook {
  readonly #store: WatchStore;
  readonly #monitors = new Map<number, StoredMonitor>();

  constructor(store: WatchStore) {
    this.#store = store;
  }

  get size(): number {
    return this.#monitors.size;
  }

  has(id: number): boolean {
    return this.#monitors.has(id);
  }

  find(id: number): StoredMonitor | undefined {
    return this.#monitors.get(id);
  }

  list(): StoredMonitor[] {
    return [...this.#monitors.values()];
  }

  /** Like the next two, part of the caller's transaction: if it fails, memory is recalled. */
  save(monitor: StoredMonitor): void {
    this.#monitors.set(monitor.plan.id, monitor);
    this.#store.saveMonitor(monitor);
  }

  change(id: number, { isStored, ...part }: Change): void {
    const known = this.#monitors.get(id);
    if (!known) return;
    const changed = { ...known, ...part };
    this.#monitors.set(id, changed);
    if (isStored) this.#store.saveState(changed);
  }

  remove(id: number): void {
    this.#monitors.delete(id);
    this.#store.removeMonitor(id);
  }

  /** Stores states known only from ticks, before those ticks are no longer read. */
  saveAll(): void {
    for (const monitor of this.#monitors.values()) this.#store.saveState(monitor);
  }

  /** Only the ticks have the last check's time and duration. */
  recall(checks: LastChecks): void {
    this.#monitors.clear();
    for (const monitor of this.#store.monitors()) {
      const { plan, state } = monitor;
      const last = checks.get(indexInWatch(plan.id));
      const isLater = last !== undefined && last.checkedAt > (state.checkedAt ?? 0);
      this.#monitors.set(plan.id, isLater ? { ...monitor, state: { ...state, ...last } } : monitor);
    }
  }
}
