import { vi } from "vitest";

/** What this answers, once it throws no more: as late as a busy machine may be, and no later than it is so. */
export function eventually<T>(look: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(look, { timeout: 25_000, interval: 20 });
}
