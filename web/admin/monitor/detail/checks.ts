import { type Accessor, createEffect, createMemo, on } from "solid-js";
import type { LastChecks, Monitor } from "../../../../src/schema/monitor.ts";
import { createLoad, type Load } from "../../../lib/load.ts";
import { getLastChecks } from "../../api/monitor.ts";

export type Beat = LastChecks["checks"][number];

const MOST_BEATS = 50;

/** The last checks of a monitor: as they were answered, and those that the stream told of since. */
export function createChecks(monitor: Accessor<Monitor>): {
  load: Load<LastChecks>;
  beats: Accessor<readonly Beat[]>;
} {
  const load = createLoad(
    async (signal, id) => await getLastChecks(signal, { id, limit: MOST_BEATS }),
    () => monitor().id,
  );
  const isKnown = (beats: readonly Beat[], at: number) => (beats.at(-1)?.at ?? 0) >= at;
  const beats = createMemo<readonly Beat[]>((before) => {
    const answered = load.data()?.checks ?? [];
    const heard = toBeat(monitor());
    const newer = before.filter(({ at }) => at > (answered.at(-1)?.at ?? 0));
    const all = [...answered, ...newer];
    // A tick's row has the moment it was written at, a little after the check that it tells of.
    const isNews = heard && load.data() && !isKnown(all, heard.at);
    return (isNews ? [...all, heard] : all).slice(-MOST_BEATS);
  }, []);
  // Why it fails is asked for again where that may be another reason.
  const reason = createMemo(() => `${monitor().currentStatus} ${monitor().message.replace(/\d+/g, "")}`);
  createEffect(on(reason, load.reload, { defer: true }));
  return { load, beats };
}

function toBeat({ lastCheckedAt, currentStatus, responseMs, message }: Monitor): Beat | null {
  if (lastCheckedAt === null || currentStatus === "pending") return null;
  return { at: lastCheckedAt, status: currentStatus, responseMs, message };
}
