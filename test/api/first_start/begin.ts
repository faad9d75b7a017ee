import { reset } from "cloudflare:test";
import { vi } from "vitest";

/** The Worker as it starts, with nothing migrated or remembered: what is imported after this is made anew. */
export async function beginAnew(): Promise<void> {
  await reset();
  vi.resetModules();
}
