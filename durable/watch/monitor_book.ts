import { indexInWatch } from "../../src/domain/monitor/schedule.ts";
import type { MonitorState } from "../../src/domain/monitor/state.ts";
import { holdMonitor } from "../../src/domain/monitor/status.ts";
import { toLiveStatus, toStatusRow } from "../../src/domain/monitor/watch_item.ts";
import type { Env } from "../../src/env.ts";
import { publishStatuses } from "../../src/service/announce/page.ts";
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

export type HoldMonitor = (id: number, held: { message: string; at: number }) => void;

export function makeHold(
  env: Env,
  { store, book, onWritten }: { store: WatchStore; book: MonitorBook; onWritten: () => void },
): HoldMonitor {
  return (monitorId, { message, at }) => {
    const known = book.find(monitorId);
    if (!known || (known.state.current === "pending" && known.state.message === message)) return;
    const { state, history } = holdMonitor(known.state, { at, message });
    store.inTransaction(() => {
      book.change(monitorId, { state, isStored: true });
      for (const write of history) store.outbox.add({ kind: "history", monitorId, write });
      const status = toStatusRow(state, known.certificate.expiresAt);
      store.outbox.add({ kind: "status", monitorId, status });
    });
    onWritten();
    void publishStatuses(env, [toLiveStatus({ ...known, state })]);
  };
}
