import { reset } from "cloudflare:test";
import { afterAll, beforeAll, vi } from "vitest";

/** Resets modules so that the Worker starts without cached state. The next file needs the reset too. */
export function resetState(): void {
  beforeAll(async () => {
    await reset();
    vi.resetModules();
  });
  afterAll(() => void vi.resetModules());
}
