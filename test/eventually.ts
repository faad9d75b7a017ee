import { vi } from "vitest";

/** Retries as long as a busy machine may need. */
export function eventually<T>(look: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(look, { timeout: 25_000, interval: 20 });
}
