import { type Accessor, createEffect, createMemo, on, onCleanup } from "solid-js";
import { type Board, makeBoard } from "../../../src/domain/monitor/board.ts";
import type { BoardMonitor, Dashboard } from "../../../src/schema/dashboard.ts";
import { createLoad, type Load } from "../../lib/load.ts";
import { getDashboard } from "../api/dashboard.ts";
import type { Entry } from "../live/entry.ts";
import { followMonitors } from "../live/monitors.ts";
import { shownStatus } from "../live/shown_status.ts";
import { reloadEvery } from "./reload_every.ts";

const RELOAD_MS = 60_000;
const ALERTS_DELAY_MS = 3000;

export interface LiveBoard {
  load: Load<Dashboard>;
  monitors: ReturnType<typeof followMonitors>;
  board: Accessor<Board | undefined>;
  total: Accessor<number>;
  find: (id: number) => BoardMonitor | undefined;
}

export function createLiveBoard(): LiveBoard {
  const load = createLoad(getDashboard);
  const monitors = followMonitors();
  reloadEvery(load, RELOAD_MS);
  // The alert recipients of a new failure are only in the next response, a moment later.
  const failing = () =>
    board()
      ?.failing.map(({ id }) => id)
      .join(",");
  createEffect(
    on(failing, (_, before) => {
      if (before === undefined) return;
      const timer = setTimeout(load.reload, ALERTS_DELAY_MS);
      onCleanup(() => clearTimeout(timer));
    }),
  );
  const board: Accessor<Board | undefined> = createMemo(() => {
    if (!monitors.isLoaded()) return load.data();
    monitors.round();
    return makeBoard(monitors.entries().map((entry) => toBoarded(entry.peek())));
  });
  const known = createMemo(() => {
    const { failing = [], changes = [] } = board() ?? {};
    return new Map([...failing, ...changes].map((monitor) => [monitor.id, monitor]));
  });
  return {
    load,
    monitors,
    board,
    total: () => Object.values(board()?.counts ?? {}).reduce((sum, count) => sum + count, 0),
    find(id) {
      const stated = known().get(id);
      const entry = monitors.find(id);
      return entry ? toBoarded(entry.monitor()) : stated;
    },
  };
}

function toBoarded(monitor: ReturnType<Entry["peek"]>) {
  const { id, name, statusSince, message, alertsNobody, createdAt } = monitor;
  return { id, name, statusSince, message, alertsNobody, createdAt, status: shownStatus(monitor) };
}
