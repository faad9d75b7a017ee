import type { PageChange } from "./copied_page.ts";
import type { Random } from "./random.ts";

const MINUTE_MS = 60_000;
const SOON_MS = 7 * MINUTE_MS;
export const BUCKETS = ["first-copy", "second-copy"] as const;

interface CopySwitch {
  at: number;
  isOn: boolean;
  bucket: (typeof BUCKETS)[number];
}

export interface CopyScenario {
  startedAt: number;
  busyMs: number;
  intervalSecs: number;
  switches: CopySwitch[];
  changes: PageChange[];
  /** The database goes back to the state of the backup, and the object keeps its own. */
  restore: { backupAt: number; at: number } | null;
  /** Or its bucket must still be complete a day later. */
  endsOff: boolean;
}

export function drawCopyScenario(random: Random): CopyScenario {
  const startedAt = 1_760_000_000_000 + random.whole(0, 1e9);
  const busyMs = random.whole(40, 90) * MINUTE_MS;
  const moment = () => startedAt + random.whole(2 * MINUTE_MS, busyMs - SOON_MS);
  const count = random.whole(0, 4);
  const switches = Array.from({ length: count }, () => ({
    at: moment(),
    isOn: random.chance(0.6),
    bucket: random.pick(BUCKETS),
  }));
  const changes = Array.from({ length: random.whole(4, 16) }, () => drawChanges(random, moment())).flat();
  return {
    startedAt,
    busyMs,
    intervalSecs: random.pick([120, 300]),
    switches: switches.sort((a, b) => a.at - b.at),
    changes: changes.sort((a, b) => a.at - b.at),
    restore: drawRestore(random.fork("restore"), startedAt, busyMs),
    endsOff: random.chance(0.5),
  };
}

/** Half of the changes are soon taken back, often before the push of the first has succeeded. */
function drawChanges(random: Random, at: number): PageChange[] {
  const story = random.pick(["1", "2", "3"]);
  const texts = random.pick([
    ["Investigating", "Resolved"],
    ["Resolved", "Investigating"],
    ["Investigating", null],
  ]);
  const styles = random.chance(0.2) ? [random.whole(1, 3), 1] : [];
  const count = random.chance(0.5) ? 2 : 1;
  return Array.from({ length: count }, (_, i) => ({
    at: at + i * random.whole(10_000, SOON_MS),
    style: styles[i] ?? null,
    story,
    text: texts[i] ?? null,
  }));
}

function drawRestore(random: Random, startedAt: number, busyMs: number): CopyScenario["restore"] {
  if (!random.chance(0.3)) return null;
  const backupMs = random.whole(MINUTE_MS, busyMs / 2);
  return { backupAt: startedAt + backupMs, at: startedAt + random.whole(backupMs + 1, busyMs) };
}
