import { indexInWatch } from "../../src/domain/monitor/schedule.ts";
import type { MonitorState } from "../../src/domain/monitor/state.ts";
import type { CertificateState } from "./certificate_state.ts";
import type { StoredMonitor, WatchStore } from "./store.ts";
import type { LastChecks } from "./tick_reader.ts";

interface Change {
  state?: MonitorState;
  certificate?: CertificateState;
  /** Left out of storage while the ticks tell what is new. */
  isStored: boolean;
}

/**
 * Owns what a watch knows of its monitors: plan, state and certificate, in memory and in storage. What it hands out is
 * never changed in place.
 */
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

  /** A part of its caller's transaction, as the next two: where that fails, memory is recalled. */
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

  /** Stores what memory knows from the ticks alone, before those are looked at no more. */
  saveAll(): void {
    for (const monitor of this.#monitors.values()) this.#store.saveState(monitor);
  }

  /** Takes from storage what it has of each monitor; the last check's time and duration only the ticks have. */
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
