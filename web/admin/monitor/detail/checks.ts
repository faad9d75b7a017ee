import { type Accessor, createEffect, createMemo, on } from "solid-js";
import type { Monitor } from "../../../../src/schema/monitor.ts";
import type { LastChecks } from "../../../../src/schema/monitor_history.ts";
import { createLoad, type Load } from "../../../lib/load.ts";
import { getLastChecks } from "../../api/monitor.ts";
import { type Beat, joinBeats, toBeat } from "../monitors/beats.ts";

export const MOST_BEATS = 50;

export function createChecks(monitor: Accessor<Monitor>): {
  load: Load<LastChecks>;
  beats: Accessor<readonly Beat[]>;
} {
  const load = createLoad(
    async (signal, id) => await getLastChecks(signal, { id, limit: MOST_BEATS }),
    () => monitor().id,
  );
  const beats = createMemo<readonly Beat[]>((before) => {
    const loaded = load.data()?.checks;
    const live = loaded ? toBeat(monitor()) : null;
    return joinBeats({ loaded: loaded ?? [], before, live }, MOST_BEATS);
  }, []);
  const reason = createMemo(() => `${monitor().currentStatus} ${monitor().message.replace(/\d+/g, "")}`);
  createEffect(on(reason, load.reload, { defer: true }));
  return { load, beats };
}
