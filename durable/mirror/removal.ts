import { placeOf } from "../../src/domain/mirror/provider.ts";
import type { Storage } from "../../src/domain/mirror/storage.ts";
import { eachSideBySide } from "../../src/lib/side_by_side.ts";
import type { MirrorSettings } from "../../src/schema/mirror.ts";
import { describeFault } from "./fault.ts";
import type { MirrorStore } from "./store.ts";

/** The free plan allows 50 subrequests per invocation; the next one continues. */
const MOST_REQUESTS = 40;
const AT_ONCE = 5;

interface RemovalParts {
  store: MirrorStore;
  signal: AbortSignal;
  open(settings: MirrorSettings): Promise<Storage>;
}

/**
 * Touches only its own files in these buckets. Returns the reason for a failure, or null. A failing bucket does not
 * hold up another.
 */
export async function removeLeftFiles({ store, signal, open }: RemovalParts) {
  let requestsLeft = MOST_REQUESTS;
  const faults: string[] = [];
  for (const [place, settings] of Object.entries(store.state.left)) {
    let hasFailed = false;
    try {
      const storage = await open(settings);
      await eachSideBySide(store.listLeft(place, requestsLeft), AT_ONCE, async (path) => {
        if (hasFailed || signal.aborted) return;
        requestsLeft--;
        try {
          await storage.remove(path, signal);
        } catch (error) {
          hasFailed = true;
          throw error;
        }
        store.removeLeft(place, path);
      });
    } catch (error) {
      signal.throwIfAborted();
      const isHere = store.state.settings && placeOf(store.state.settings) === place;
      faults.push(isHere ? describeFault(error) : `${place}: ${describeFault(error)}`);
    }
  }
  return faults[0] ?? null;
}
