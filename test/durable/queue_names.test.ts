import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Env } from "../../src/env.ts";
import worker from "../../src/worker.ts";

function batchOf(queue: string) {
  return createMessageBatch(queue, [
    { id: "1", timestamp: new Date(), attempts: 1, body: { id: 4_000_000 } },
  ]);
}

describe("queues of another instance", () => {
  it("are consumed by the suffix of their names", async () => {
    for (const queue of ["second-deliveries", "second-actions"]) {
      const batch = batchOf(queue);
      const context = createExecutionContext();
      await worker.queue(batch, env as unknown as Env, context);
      expect((await getQueueResult(batch, context)).outcome).toBe("ok");
    }
  });

  it("fail for an unknown suffix", async () => {
    const consumed = worker.queue(batchOf("second-orders"), env as unknown as Env, createExecutionContext());
    await expect(consumed).rejects.toThrow("second-orders");
  });
});
