import { type Accessor, batch, createMemo, createSignal, type Setter } from "solid-js";
import { GLANCE_CHECKS, MOST_GLANCES } from "../../../../src/schema/glance_limits.ts";
import type { MonitorGlance } from "../../../../src/schema/monitor_glance.ts";
import { listGlances } from "../../api/monitor.ts";
import type { Entry } from "../../live/entry.ts";
import { type Beat, joinBeats, toBeat } from "./beats.ts";

const DEBOUNCE_MS = 120;
/** After this long, checks may have been missed while nobody listened. */
const FRESH_MS = 60_000;

interface GlanceOfRow {
  read: Accessor<MonitorGlance | undefined>;
  write: Setter<MonitorGlance | undefined>;
  askedAt: number;
  beats: readonly Beat[];
}

const kept = new Map<number, GlanceOfRow>();

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
      }, DEBOUNCE_MS);
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
    // Ignored: the list itself shows loading errors.
    for (const id of ids) keptOf(id).askedAt = 0;
  }
}

export function createGlance(entry: Entry): {
  uptime: Accessor<number | null | undefined>;
  beats: Accessor<readonly Beat[]>;
} {
  const own = keptOf(entry.id);
  const beats = createMemo(() => {
    const loaded = own.read()?.checks;
    const live = toBeat(entry.monitor());
    if (loaded) own.beats = joinBeats({ loaded, before: own.beats, live }, GLANCE_CHECKS);
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
