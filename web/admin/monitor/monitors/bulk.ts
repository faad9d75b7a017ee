import type { Monitor } from "../../../../src/schema/monitor.ts";
import { toApiError } from "../../../lib/api.ts";
import { type Tag, updateMonitor, updateMonitorPaused } from "../../api/monitor.ts";
import type { text } from "../../text/monitor.ts";
import { monitors } from "./store.ts";

export type BulkDeed = keyof typeof text.bulk;

interface BulkValues {
  tag: Tag;
  intervalSecs: number | string | null;
}

export interface BulkFailure {
  name: string;
  message: string;
}

/** One after the other, so that one that is refused stops none of the others. */
export async function runBulk(
  deed: BulkDeed,
  ids: readonly number[],
  options: { values: BulkValues; signal: AbortSignal; onStep: (failure: BulkFailure | null) => void },
): Promise<void> {
  for (const id of ids) {
    if (options.signal.aborted) return;
    const before = monitors.find(id)?.peek();
    if (!before) {
      options.onStep(null);
      continue;
    }
    try {
      monitors.put(await runOne(deed, before, options.values));
      options.onStep(null);
    } catch (thrown) {
      const { message, problems } = toApiError(thrown);
      options.onStep({ name: before.name, message: problems[0]?.message ?? message });
    }
  }
}

async function runOne(deed: BulkDeed, monitor: Monitor, { tag, intervalSecs }: BulkValues): Promise<Monitor> {
  const { id, tags } = monitor;
  const others = tags.filter(({ label }) => label !== tag.label);
  switch (deed) {
    case "pause":
      return await updateMonitorPaused(id, true);
    case "resume":
      return await updateMonitorPaused(id, false);
    case "addTag":
      return await updateMonitor(id, { tags: [...others, tag] });
    case "removeTag":
      return others.length === tags.length ? monitor : await updateMonitor(id, { tags: others });
    case "interval":
      // What is no number is the server's to refuse, with its sentence.
      return await updateMonitor(id, { intervalSecs: intervalSecs as number });
  }
}
