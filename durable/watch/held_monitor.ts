import { holdMonitor } from "../../src/domain/monitor/status.ts";
import { toLiveStatus, toStatusRow } from "../../src/domain/monitor/watch_item.ts";
import type { Env } from "../../src/env.ts";
import { publishStatuses } from "../../src/service/announce/page.ts";
import type { MonitorBook } from "./monitor_book.ts";
import type { WatchStore } from "./store.ts";

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
