import type { Storage } from "../../src/domain/mirror/storage.ts";
import { abortable } from "../../src/lib/within.ts";

/** A signal belongs to the invocation that makes it. */
const never = () => new AbortController().signal;

/**
 * An abandoned request may still arrive and change the bucket, so the next work on it waits for earlier ones
 * to end.
 */
export class MirrorRequests {
  readonly #underWay = new Set<Promise<void>>();

  watch(storage: Storage): Storage {
    return {
      put: async (file, signal) => await abortable(this.#keep(storage.put(file, never())), signal),
      remove: async (path, signal) => await abortable(this.#keep(storage.remove(path, never())), signal),
      keepsEncoding: async (signal) => await storage.keepsEncoding(signal),
    };
  }

  async over(ms: number): Promise<void> {
    if (this.#underWay.size === 0) return;
    await Promise.race([Promise.allSettled(this.#underWay), scheduler.wait(ms)]);
  }

  #keep(request: Promise<void>): Promise<void> {
    this.#underWay.add(request);
    const forget = () => void this.#underWay.delete(request);
    request.then(forget, forget);
    return request;
  }
}
