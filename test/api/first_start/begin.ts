import { reset } from "cloudflare:test";
import { afterAll, beforeAll, vi } from "vitest";

/**
 * The Worker as it starts, with nothing migrated or remembered: what the tests import is made anew. So is what the
 * next file imports, since this one may leave something to remember.
 */
export function beginAnew(): void {
  beforeAll(async () => {
    await reset();
    vi.resetModules();
  });
  afterAll(() => void vi.resetModules());
}
