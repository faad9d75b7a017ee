import { type Accessor, batch, createMemo, createSignal, type Setter } from "solid-js";
import { GLANCE_CHECKS, MOST_GLANCES } from "../../../../src/schema/glance_limits.ts";
import type { MonitorGlance } from "../../../../src/schema/monitor_glance.ts";
import { listGlances } from "../../api/monitor.ts";
import { type Beat, joinBeats, toBeat } from "./beats.ts";
import type { Entry } from "./entry.ts";

/** Rows that scroll by are asked for once they rest. */
const REST_MS = 120;
/** What is shown again after this may lack checks that nobody has listened to. */
const FRESH_MS = 60_000;

interface GlanceOfRow {
  read: Accessor<MonitorGlance | undefined>;
  write: Setter<MonitorGlance | undefined>;
  askedAt: number;
  /** With what the stream has told since. */
  beats: readonly Beat[];
}

const kept = new Map<number, GlanceOfRow>();

/** Uptime and last checks of the rows that are seen, which are asked for as they come into view. */
interface Glances {
  want: (ids: readonly number[]) => void;
  stop: () => void;
}

export function makeGlances(): Glances {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let controller = new AbortController();
  return {
    want(ids) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const now = Date.now();
        const old = [...new Set(ids)].filter((id) => now - keptOf(id).askedAt > FRESH_MS);
        if (old.length > 0) void load(old.slice(0, MOST_GLANCES), controller.signal);
      }, REST_MS);
    },
    stop() {
      clearTimeout(timer);
      controller.abort();
      controller = new AbortController();
    },
  };
}

async function load(ids: readonly number[], signal: AbortSignal): Promise<void> {
  const askedAt = Date.now();
  for (const id of ids) keptOf(id).askedAt = askedAt;
  try {
    const found = await listGlances(signal, ids);
    batch(() => {
      for (const glance of found) keptOf(glance.id).write(glance);
    });
  } catch {
    // The rows stand without: what is wrong is said where the list itself could not be loaded.
    for (const id of ids) keptOf(id).askedAt = 0;
  }
}

/** What is known of a row's monitor: undefined until it was answered. */
export function createGlance(entry: Entry): {
  uptime: Accessor<number | null | undefined>;
  beats: Accessor<readonly Beat[]>;
} {
  const own = keptOf(entry.id);
  const beats = createMemo(() => {
    const answered = own.read()?.checks;
    const heard = toBeat(entry.monitor());
    if (answered) own.beats = joinBeats({ answered, before: own.beats, heard }, GLANCE_CHECKS);
    return own.beats;
  });
  return { uptime: () => own.read()?.uptime, beats };
}

function keptOf(id: number): GlanceOfRow {
  const known = kept.get(id);
  if (known) return known;
  const [read, write] = createSignal<MonitorGlance>();
  const made: GlanceOfRow = { read, write, askedAt: 0, beats: [] };
  kept.set(id, made);
  return made;
}
